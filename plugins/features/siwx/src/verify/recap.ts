/**
 * Capabilities that a person grants together with a sign-in (ERC-5573, "ReCap").
 * They are the last resource of the message, and words at the end of its statement.
 */
import { SiwxError } from './error.js'
import type { SignInMessage } from './message.js'

/**
 * Which abilities (`namespace/name`) are granted on which resource, each within limits; proofs by
 * content id.
 */
export interface Recap {
  readonly att: Readonly<
    Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>
  >
  readonly prf?: readonly string[]
}
/** One sentence of a grant: these actions of one kind on one resource. */
export interface Capability {
  readonly resource: string
  /** The kind: the part of an ability before the slash. */
  readonly ability: string
  readonly actions: readonly string[]
}

const prefix = 'urn:recap:'
const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'
// The code points of the statement's grammar, without the quote that ends a name.
const resourcePattern = /^[\w\-.~:/?#[\]@!$&()*+,;=]{1,512}$/
const abilityPattern = /^([A-Za-z\d_.-]{1,64})\/([A-Za-z\d_.*-]{1,128})$/

/** Writes capabilities as a resource with sorted keys. Throws a SiwxError for invalid ones. */
export function writeRecap(recap: Recap): string {
  check(recap)
  const bytes = new TextEncoder().encode(JSON.stringify(sorted(recap)))
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return prefix + base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
}
/** Reads capabilities from a resource. Throws a SiwxError for an invalid one. */
export function readRecap(uri: string): Recap {
  try {
    const [, base64url = ''] = /^urn:recap:([\w-]+)={0,2}$/.exec(uri) ?? []
    const bytes = Uint8Array.from(
      atob(base64url.replaceAll('-', '+').replaceAll('_', '/')),
      letter => letter.charCodeAt(0),
    )
    const recap: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    check(recap)
    return recap
  } catch (cause) {
    throw cause instanceof SiwxError ? cause : new SiwxError('RECAP_MALFORMED', 'resources', cause)
  }
}

/** Returns what is granted, in the order of its words. */
export function capabilitiesOf({ att }: Recap): readonly Capability[] {
  return Object.keys(att)
    .sort()
    .flatMap(resource => {
      const kinds = new Map<string, string[]>()
      for (const written of Object.keys(att[resource] ?? {}).sort()) {
        const [, ability = '', action = ''] = abilityPattern.exec(written) ?? []
        kinds.set(ability, [...(kinds.get(ability) ?? []), action])
      }
      return [...kinds].map(([ability, actions]) => ({ resource, ability, actions }))
    })
}
/** Returns the words that must end the statement. */
export function recapWords(recap: Recap): string {
  const said = capabilitiesOf(recap).map(
    ({ resource, ability, actions }, at) =>
      `(${at + 1}) '${ability}': ${actions.map(action => `'${action}'`).join(', ')} for '${resource}'.`,
  )
  return [opening, ...said].join(' ')
}

/**
 * Returns the fields of a sign-in with capabilities.
 * Their words follow the statement, and the capabilities are the last resource.
 */
export function withRecap<Fields extends Pick<SignInMessage, 'statement' | 'resources'>>(
  fields: Fields,
  recap: Recap,
): Fields {
  const statement = [fields.statement, recapWords(recap)].filter(Boolean).join(' ')
  return { ...fields, statement, resources: [...(fields.resources ?? []), writeRecap(recap)] }
}

/**
 * Returns the capabilities that a message grants; undefined for none.
 *
 * Throws a SiwxError when they are invalid, not the last resource, or differ from the words of the
 * statement: a person grants only what they could read.
 */
export function recapOf({
  statement = '',
  resources = [],
}: Pick<SignInMessage, 'statement' | 'resources'>): Recap | undefined {
  const found = resources.filter(isRecap)
  const last = resources.at(-1)
  if (!found.length || last === undefined) {
    if (statement.includes(opening)) throw new SiwxError('RECAP_MALFORMED', 'statement')
    return undefined
  }
  if (found.length > 1 || !isRecap(last)) throw new SiwxError('RECAP_MALFORMED', 'resources')
  const recap = readRecap(last)
  const words = recapWords(recap)
  const own = statement.slice(0, -words.length)
  if (!statement.endsWith(words) || (own !== '' && !own.endsWith(' ')) || own.includes(opening))
    throw new SiwxError('RECAP_MALFORMED', 'statement')
  return recap
}
/** True for a resource that contains capabilities. */
export const isRecap = (resource: string): boolean => resource.toLowerCase().startsWith(prefix)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function check(recap: unknown): asserts recap is Recap {
  const { att, prf = [] } = isRecord(recap) ? recap : {}
  const isAbility = ([ability, limits]: [string, unknown]) =>
    abilityPattern.test(ability) && Array.isArray(limits) && limits.every(isRecord)
  const isGrant = ([resource, abilities]: [string, unknown]) =>
    resourcePattern.test(resource) &&
    isRecord(abilities) &&
    Object.keys(abilities).length > 0 &&
    Object.entries(abilities).every(isAbility)
  const granted = isRecord(att) ? Object.entries(att) : []
  const isSound =
    granted.length > 0 &&
    granted.every(isGrant) &&
    Array.isArray(prf) &&
    prf.every(proof => typeof proof === 'string')
  if (!isSound) throw new SiwxError('RECAP_MALFORMED', 'resources')
}

/** Returns the same value with the keys of every object sorted (RFC 8785). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return isRecord(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map(key => [key, sorted(value[key])]),
      )
    : value
}
