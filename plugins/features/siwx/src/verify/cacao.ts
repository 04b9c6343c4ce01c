/**
 * Sign-ins as chain-agnostic objects (CAIP-74), which WalletConnect transports and storages may
 * keep.
 */
import { SiwxError } from './error.js'
import { formatMessage, readMessage, type SignInMessage } from './message.js'
import { chainIdOf, type NameOptions } from './namespaces.js'
import { isRecap, readRecap, recapWords } from './recap.js'

export interface Cacao {
  readonly h: { readonly t: 'caip122' | 'eip4361' }
  readonly p: CacaoPayload
  /** The kind of signature (`eip191`, `eip1271`, …) and the signature. */
  readonly s: { readonly t: string; readonly s: string }
}
export interface CacaoPayload {
  /** The signer: `did:pkh:` and the account (CAIP-10). */
  readonly iss: string
  /** The URI of the message. */
  readonly aud: string
  readonly version: string
  readonly domain: string
  readonly nonce: string
  readonly iat: string
  readonly nbf?: string
  readonly exp?: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}
export interface Signed {
  /** The text that was signed. */
  readonly message: string
  readonly signature: string
  readonly scheme: string
}

/**
 * Converts a signed message to an object. Throws a SiwxError for an invalid message, and for one
 * without a field that an object requires. `verifiers`: those of chains that are not built in.
 */
export function toCacao({ message, signature, scheme }: Signed, options?: NameOptions): Cacao {
  const {
    network,
    address,
    uri,
    version,
    domain,
    nonce,
    issuedAt,
    notBefore,
    expirationTime,
    statement,
    requestId,
    resources,
  } = readMessage(message, options)
  if (
    network === undefined ||
    uri === undefined ||
    version === undefined ||
    nonce === undefined ||
    issuedAt === undefined
  ) {
    throw new SiwxError('FIELD_MISSING')
  }
  const p: CacaoPayload = {
    iss: `did:pkh:${network}:${address}`,
    aud: uri,
    version,
    domain,
    nonce,
    iat: issuedAt,
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...(expirationTime !== undefined && { exp: expirationTime }),
    ...(statement !== undefined && { statement }),
    ...(requestId !== undefined && { requestId }),
    ...(resources !== undefined && { resources }),
  }
  return { h: { t: 'caip122' }, p, s: { t: scheme, s: signature } }
}

/**
 * Formats the message of an object.
 * The signature is not verified: pass the result to `verifySession`.
 *
 * WalletConnect leaves the words of capabilities out of `statement`, although they were signed;
 * they are added here. Throws a SiwxError for an invalid object.
 */
export function fromCacao(cacao: unknown, options?: NameOptions): Signed {
  const { h, p, s } = recordOf(cacao)
  const [header, payload, signed] = [recordOf(h), recordOf(p), recordOf(s)]
  const [, namespace, reference, address] =
    /^did:pkh:([-a-z\d]{3,8}):([-_a-zA-Z\d]{1,32}):([-.%a-zA-Z\d]{1,128})$/.exec(
      textOf(payload, 'iss'),
    ) ?? []
  if (
    (header.t !== 'caip122' && header.t !== 'eip4361') ||
    namespace === undefined ||
    reference === undefined ||
    address === undefined
  )
    throw malformed()
  const { resources } = payload
  if (
    resources !== undefined &&
    resources !== null &&
    !(Array.isArray(resources) && resources.every(each => typeof each === 'string'))
  )
    throw malformed()
  const statement = withWords(optional(payload, 'statement'), resources ?? [])
  const texts = {
    statement,
    expirationTime: optional(payload, 'exp'),
    notBefore: optional(payload, 'nbf'),
    requestId: optional(payload, 'requestId'),
  }
  const message: SignInMessage = {
    namespace,
    domain: textOf(payload, 'domain'),
    address,
    uri: textOf(payload, 'aud'),
    version: textOf(payload, 'version'),
    chainId: chainIdOf(`${namespace}:${reference}`),
    nonce: textOf(payload, 'nonce'),
    issuedAt: textOf(payload, 'iat'),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...(resources?.length && { resources }),
  }
  return {
    message: formatMessage(message, options),
    signature: textOf(signed, 's'),
    scheme: textOf(signed, 't'),
  }
}

const malformed = () => new SiwxError('CACAO_MALFORMED')
function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw malformed()
  return value as Record<string, unknown>
}
function optional(record: Record<string, unknown>, key: string): string | undefined {
  const value = record[key]
  if (value !== undefined && value !== null && typeof value !== 'string') throw malformed()
  return value ?? undefined
}
function textOf(record: Record<string, unknown>, key: string): string {
  const text = optional(record, key)
  if (text === undefined) throw malformed()
  return text
}
function withWords(
  statement: string | undefined,
  resources: readonly string[],
): string | undefined {
  const last = resources.at(-1)
  if (last === undefined || !isRecap(last)) return statement
  const words = recapWords(readRecap(last))
  return statement?.endsWith(words) ? statement : [statement, words].filter(Boolean).join(' ')
}
