/** A piece of code that stands for itself, where a value would be quoted. */
export interface Raw {
  readonly raw: string
}
export const raw = (text: string): Raw => ({ raw: text })

type Value = string | boolean | Raw | readonly Value[] | { readonly [key: string]: Value }
export type Fields = { readonly [key: string]: Value }

const isRaw = (value: Value): value is Raw =>
  typeof value === 'object' && 'raw' in value && typeof value.raw === 'string'
const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const quoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
const keyOf = (key: string) => (/^[a-z_$][\w$]*$/i.test(key) ? key : quoted(key))
const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')

/** Characters of a line, before it is broken up. */
const width = 88

/** A value as code: on one line where it fits behind so many characters, else one entry a line. */
export function print(value: Value, taken = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return String(value)
  if (isRaw(value)) return value.raw
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  const entries = isList(value)
    ? value.map(item => print(item))
    : Object.entries(value).map(([key, item]) => entry(key, item))
  if (!entries.length) return open + close
  const inner = entries.join(', ')
  const short = isList(value) ? `[${inner}]` : `{ ${inner} }`
  if (!short.includes('\n') && taken + short.length <= width) return short
  return `${open}\n${entries.map(line => `${indented(line)},\n`).join('')}${close}`
}

function entry(key: string, value: Value): string {
  const name = keyOf(key)
  // As `{ plugins }` where name and value are one word.
  if (typeof value === 'object' && isRaw(value) && value.raw === key) return key
  return `${name}: ${print(value, name.length + 4)}`
}
