import type { Schema } from '../src/server/route.js'

/**
 * What of a value is not as a schema says, as sentences. The schemas of this package use no more
 * than this.
 */
export function complaints(value: unknown, schema: Schema, at = 'answer'): readonly string[] {
  if (schema.oneOf) {
    const tries = schema.oneOf.map(one => complaints(value, one, at))
    return tries.some(found => found.length === 0) ? [] : (tries[0] ?? [])
  }
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (types && !types.includes(typeOf(value)))
    return [`${at} is ${typeOf(value)}, not ${types.join(' or ')}`]
  if (schema.enum && !schema.enum.includes(value))
    return [`${at} is none of ${schema.enum.join(', ')}`]
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      schema.items ? complaints(item, schema.items, `${at}[${index}]`) : [],
    )
  if (typeof value !== 'object' || value === null) return []
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required.filter(name => !(name in value)).map(name => `${at}.${name} is missing`)
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const known =
      properties[name] ??
      (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (known) return complaints(member, known, `${at}.${name}`)
    return schema.properties && schema.required?.length !== 1
      ? [`${at}.${name} is not described`]
      : []
  })
  return [...missing, ...wrong]
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
