/**
 * Lays out the text of a sign-in, without a grammar.
 * The page's own fields need none, and all others go through `message.ts`.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import { chainIdOf } from './namespaces.js'

/**
 * The fields as the text has them.
 * All but domain and address are optional, but only on Solana, where the wallet may write the text.
 */
export interface SignInMessage {
  readonly namespace: string
  /** Optional prefix of the domain: `https`. */
  readonly scheme?: string
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  /** As written: `1`, `mainnet`, 32 hex digits; on other chains the network (CAIP-2). */
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}
export type Line =
  | 'uri'
  | 'version'
  | 'chainId'
  | 'nonce'
  | 'issuedAt'
  | 'expirationTime'
  | 'notBefore'
  | 'requestId'
/** In the order of the text. */
export const lines: readonly (readonly [field: Line, label: string])[] = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
]

/** Returns the fields as the text will have them. */
export function fieldsWritten({ chainId, resources, ...fields }: SignInFields): SignInMessage {
  const namespace = chainId.split(':', 1)[0] ?? ''
  return {
    ...fields,
    namespace,
    chainId: chainIdOf(chainId),
    ...(resources?.length && { resources }),
  }
}

/** Returns the text of valid fields, with `more` lines after theirs. `name`: of the chain. */
export function layOut(message: SignInMessage, name: string, more: readonly string[] = []): string {
  const { namespace, domain, address, statement } = message
  const head = `${domain} wants you to sign in with your ${name} account:\n${address}`
  const tail = [
    ...lines.flatMap(([field, label]) =>
      message[field] === undefined ? [] : [`${label}: ${message[field]}`],
    ),
    ...more,
  ].join('\n')
  return namespace === 'solana'
    ? [head, statement, tail].filter(Boolean).join('\n\n')
    : `${head}\n\n${statement === undefined ? '' : `${statement}\n`}\n${tail}`
}

const word = /^[A-Za-z\d]+$/
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** The most common simple forms: letters and digits. Each is a subset of the grammar. */
const plain: Readonly<Record<string, RegExp>> = {
  domain: /^[\w.-]{1,200}(:\d{1,5})?$/,
  uri: /^https?:\/\/[\w.-]{1,200}(:\d{1,5})?$/,
  address: word,
  version: word,
  chainId: word,
  nonce: /^[A-Za-z\d]{8,128}$/,
  issuedAt: time,
  expirationTime: time,
  // No colon early on: the statement would look like a field line.
  statement: /^[\w ,.;'()!?-]{1,2000}$/,
  namespace: word,
}
/**
 * True when every field has the simplest form, so that no grammar is needed.
 * Of an address it only checks that it stays in its line.
 */
export const isPlain = (message: SignInMessage): boolean =>
  Object.entries(message).every(
    ([field, value]) =>
      value === undefined || (typeof value === 'string' && plain[field]?.test(value)),
  )
