/** How the text of a sign-in is laid out. Knows no grammar: what a page has made itself needs none, and everything else goes through `message.ts`. */
import type { SignInFields } from '@portico/kernel/contracts'
import { chainIdOf, isNamespace, type Namespace, names } from './namespaces.js'

/** The fields as the text writes them. All but domain and address are optional on Solana alone, where the wallet words the text. */
export interface SignInMessage {
  readonly namespace: Namespace
  /** Before the domain, if at all: `https`. */
  readonly scheme?: string
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  /** As written: `1`, `mainnet`, 32 hex digits. */
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}
export type Line = 'uri' | 'version' | 'chainId' | 'nonce' | 'issuedAt' | 'expirationTime' | 'notBefore' | 'requestId'
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

/** Fields as the text will write them; undefined where sign-in on their chain is not known here. */
export function fieldsWritten({ chainId, resources, ...fields }: SignInFields): SignInMessage | undefined {
  const namespace = chainId.split(':', 1)[0] ?? ''
  return isNamespace(namespace) ? { ...fields, namespace, chainId: chainIdOf(chainId), ...(resources?.length && { resources }) } : undefined
}

/** The text of fields that are as the standard has them, with `more` lines behind theirs. */
export function layOut(message: SignInMessage, more: readonly string[] = []): string {
  const { namespace, domain, address, statement } = message
  const head = `${domain} wants you to sign in with your ${names[namespace]} account:\n${address}`
  const tail = [...lines.flatMap(([field, label]) => (message[field] === undefined ? [] : [`${label}: ${message[field]}`])), ...more].join('\n')
  return namespace === 'solana'
    ? [head, statement, tail].filter(Boolean).join('\n\n')
    : `${head}\n\n${statement === undefined ? '' : `${statement}\n`}\n${tail}`
}

const word = /^[A-Za-z\d]+$/
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Letters and digits where there is nothing else most of the time. Each is part of what the grammar allows. */
const plain: Readonly<Record<string, RegExp>> = {
  domain: /^[\w.-]{1,200}(:\d{1,5})?$/,
  uri: /^https?:\/\/[\w.-]{1,200}(:\d{1,5})?$/,
  address: word,
  version: word,
  chainId: word,
  nonce: /^[A-Za-z\d]{8,128}$/,
  issuedAt: time,
  expirationTime: time,
  // No colon early on: it would look like a line of its own.
  statement: /^[\w ,.;'()!?-]{1,2000}$/,
  namespace: word,
}
/** Whether each field is of the simplest kind, so that nobody has to look closer. Says nothing of an address but that it stays in its line. */
export const isPlain = (message: SignInMessage): boolean =>
  Object.entries(message).every(([field, value]) => value === undefined || (typeof value === 'string' && plain[field]?.test(value)))
