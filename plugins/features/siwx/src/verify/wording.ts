/** How a sign-in is worded, and whether its fields are fit for it. Says what is wrong in place of throwing: a page that words a message has no use for the sentences of a verifier. */
import type { SignInFields } from '@portico/kernel/contracts'
import type { SiwxErrorCode } from './error.js'
import { isDomain, isNonce, isRequestId, isScheme, isStatement, isTime, isUri } from './grammar.js'
import { chainIdOf, isNamespace, type Namespace, rules } from './namespaces.js'

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
export const lines: readonly (readonly [field: Line, label: string, required: boolean])[] = [
  ['uri', 'URI', true],
  ['version', 'Version', true],
  ['chainId', 'Chain ID', true],
  ['nonce', 'Nonce', true],
  ['issuedAt', 'Issued At', true],
  ['expirationTime', 'Expiration Time', false],
  ['notBefore', 'Not Before', false],
  ['requestId', 'Request ID', false],
]
export const resourcesLabel = 'Resources:'
export const looksLikeLine = (text: string): boolean => text === resourcesLabel || lines.some(([, label]) => text.startsWith(`${label}: `))

// A message of this size asks for more than anybody reads; what is longer is not looked at.
export const longestMessage = 32_768
const mostResources = 64
const longestResource = 16_384

/** Why a message cannot be worded, and by which field. */
export interface Problem {
  readonly code: SiwxErrorCode
  readonly field?: string
}

/** Fields as the text will write them; undefined where sign-in on their chain is not known here. */
export function fieldsWritten({ chainId, resources, ...fields }: SignInFields): SignInMessage | undefined {
  const namespace = chainId.split(':', 1)[0] ?? ''
  return isNamespace(namespace) ? { ...fields, namespace, chainId: chainIdOf(chainId), ...(resources?.length && { resources }) } : undefined
}

/** The text of a message, or what keeps it from being one. */
export function word(message: SignInMessage): string | Problem {
  const problem = problemOf(message)
  if (problem) return problem
  const { namespace, scheme, domain, address, statement, resources } = message
  const head = `${scheme === undefined ? '' : `${scheme}://`}${domain} wants you to sign in with your ${rules[namespace].name} account:\n${address}`
  const fields = lines.flatMap(([field, label]) => (message[field] === undefined ? [] : [`${label}: ${message[field]}`]))
  const tail = [...fields, ...(resources ? [resourcesLabel, ...resources.map(resource => `- ${resource}`)] : [])].join('\n')
  const text =
    namespace === 'solana' ? [head, statement, tail].filter(Boolean).join('\n\n') : `${head}\n\n${statement === undefined ? '' : `${statement}\n`}\n${tail}`
  return text.length > longestMessage ? { code: 'MESSAGE_TOO_LONG' } : text
}

/** Whether a field's text is sound, for those that stand in a line of their own. */
const sound: Readonly<Record<Exclude<Line, 'chainId'> | 'statement', (text: string) => boolean>> = {
  statement: isStatement,
  uri: text => isUri(text),
  version: text => text === '1',
  nonce: isNonce,
  issuedAt: isTime,
  expirationTime: isTime,
  notBefore: isTime,
  requestId: isRequestId,
}

/** What is not as the standard has it; undefined where all is. */
export function problemOf(message: SignInMessage): Problem | undefined {
  const { namespace, scheme, domain, address, statement, chainId, resources = [] } = message
  const own = rules[namespace]
  const empty = (['domain', 'address'] as const).find(field => !message[field])
  if (empty) return { code: 'FIELD_MISSING', field: empty }
  if (!isDomain(domain)) return { code: 'DOMAIN_MALFORMED', field: 'domain' }
  if (!own.address.test(address)) return { code: 'ADDRESS_MALFORMED', field: 'address' }
  const unsound =
    scheme !== undefined && (namespace === 'solana' || !isScheme(scheme))
      ? 'scheme'
      : chainId !== undefined && !own.chainId.test(chainId)
        ? 'chainId'
        : // On Solana nothing but its words tells a statement from the lines that follow it.
          statement !== undefined && namespace === 'solana' && looksLikeLine(statement)
          ? 'statement'
          : (Object.keys(sound) as (keyof typeof sound)[]).find(field => message[field] !== undefined && !sound[field](message[field]))
  if (unsound) return { code: 'FIELD_MALFORMED', field: unsound }
  if (resources.length > mostResources || resources.some(resource => !isUri(resource, longestResource))) return { code: 'FIELD_MALFORMED', field: 'resources' }
  const missing = namespace !== 'solana' && lines.find(([field, , required]) => required && message[field] === undefined)
  return missing ? { code: 'FIELD_MISSING', field: missing[0] } : undefined
}
