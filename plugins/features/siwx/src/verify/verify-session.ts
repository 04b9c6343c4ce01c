/** The policy of a sign-in: whether a signed message is valid here and now. */
import type { SignInFields } from '@portico/kernel/capabilities'
import type { AccountId, NetworkId } from '@portico/kernel/chain'
import { SiwxError } from './error.js'
import { asciiDomain, parseUrl, timeOf } from './grammar.js'
import type { ParsedMessage } from './message.js'
import { chainIdOf } from './namespaces.js'
import type { NonceState, Nonces } from './nonces.js'
import { addressOn, canonicalAddress, parseMessage } from './parse.js'
import { type Capability, capabilitiesOf, recapOf } from './recap.js'
import type { RpcRequest } from './rpc.js'
import { sameNetwork } from './rules.js'
import { allVerifiers, type Verifiers } from './verifiers.js'
import { verifySignature } from './verify-signature.js'

/** A signed sign-in as it arrives. */
export interface SignedSession {
  readonly message: string
  /**
   * In the chain's customary encoding: hex (eip155, polkadot), base58 (solana), base64 (bip122).
   */
  readonly signature: string
  /**
   * The bytes that were signed, where a wallet put the text into an envelope. A string is base64.
   */
  readonly signedBytes?: Uint8Array | string | undefined
  /** The fields, where they are kept beside the text: both must match. */
  readonly data?: Partial<SignInFields> | undefined
}
interface Expected {
  /** The host of the page, with its port where it has a special one. */
  readonly domain: string
  /**
   * The page, of which the origin is compared, or another kind of URI, which is compared whole.
   * Default: the origin of `domain`.
   */
  readonly uri?: string | undefined
  /** The accepted address, in any spelling, or several. Default: any. */
  readonly address?: string | readonly string[] | undefined
  /** The accepted network (CAIP-2), or several. Default: any. */
  readonly network?: NetworkId | readonly NetworkId[] | undefined
  /** Milliseconds since 1970. */
  readonly now?: number | undefined
  /**
   * Milliseconds by which the clock of the message's issuer may differ from this one. Default: a
   * minute.
   */
  readonly skew?: number | undefined
  /** Queries the networks of contract accounts. Without it contract accounts cannot sign in. */
  readonly rpc?: RpcRequest | undefined
  /** Verifiers of chains that are not built in: `{ sui: { name: 'Sui', verify } }`. */
  readonly verifiers?: Verifiers | undefined
  readonly signal?: AbortSignal | undefined
}
/**
 * The requirements on a message, and the source of nonces.
 * The source is a store that issues each for a single sign-in, or the nonce that the caller issued.
 */
export type SessionPolicy = Expected &
  (
    | { readonly nonces: Nonces; readonly nonce?: undefined }
    | { readonly nonce: string; readonly nonces?: undefined }
  )

export interface VerifiedSession {
  /** The account that signed in (CAIP-10). */
  readonly account: AccountId
  readonly namespace: string
  readonly network: NetworkId
  /**
   * The address as the network writes it, so that an account has one address.
   * The spelling in the message may differ. Unchanged where the network is unknown here.
   */
  readonly address: string
  readonly message: ParsedMessage
  /**
   * The kind of signature: `eip191`, `eip1271`, `eip6492`, `ed25519`, `sr25519`, `ecdsa`, `bip322`,
   * or what your verifier says.
   */
  readonly scheme: string
  /** The capabilities that were granted with it (ERC-5573). */
  readonly capabilities: readonly Capability[]
}

/**
 * Verifies a signed message.
 * Throws a SiwxError with the reason for a rejection; a nonce of `nonces` is used only when
 * everything else is valid.
 *
 * Expiry and not-before are exact. The time of issue may be off by `skew`, against this clock and
 * against the time at which the nonce was issued.
 */
export async function verifySession(
  session: SignedSession,
  policy: SessionPolicy,
): Promise<VerifiedSession> {
  const { now = Date.now(), skew = 60_000, rpc, signal, nonces, verifiers } = policy
  allVerifiers(verifiers)
  const message = await parseMessage(session.message, { verifiers })
  const { uri, network, nonce, issuedAt } = complete(message)
  checkData(message, session.data)
  checkPlace(message.scheme, message.domain, uri, policy)
  const address = await readAccount(message, network, policy)
  if (policy.nonce !== undefined && policy.nonce !== nonce)
    throw new SiwxError('NONCE_OTHER', 'nonce')
  checkTimes(message, now)
  const issued = timeOf(issuedAt) ?? Number.NaN
  if (!(issued <= now + skew)) throw new SiwxError('CLOCK_SKEW', 'issuedAt')
  const recap = recapOf(message)
  // The nonce is checked first, so that a request without a valid nonce causes no query to a node.
  if (nonces) checkNonce(await nonces.peek(nonce), issued, skew)
  const { namespace, text } = message
  const { scheme } = await verifySignature(
    {
      namespace,
      address: message.address,
      text,
      signature: session.signature,
      signedBytes: session.signedBytes,
      network,
    },
    { rpc, signal, verifiers },
  )
  if (nonces) checkNonce(await nonces.take(nonce), issued, skew)
  return {
    account: `${network}:${address}`,
    namespace,
    network,
    address,
    message,
    scheme,
    capabilities: recap ? capabilitiesOf(recap) : [],
  }
}

/**
 * Checks the fields that a sign-in requires, even where a wallet may leave them out of the text.
 */
function complete({ uri, version, network, nonce, issuedAt }: ParsedMessage) {
  const missing = Object.entries({ uri, version, chainId: network, nonce, issuedAt }).find(
    ([, value]) => value === undefined,
  )
  if (
    missing ||
    uri === undefined ||
    network === undefined ||
    nonce === undefined ||
    issuedAt === undefined
  )
    throw new SiwxError('FIELD_MISSING', missing?.[0])
  return { uri, network, nonce, issuedAt }
}

function checkData(message: ParsedMessage, data: Partial<SignInFields> | undefined): void {
  if (!data) return
  const { chainId, resources = [], ...fields } = data
  const differs = Object.entries(fields).find(
    ([field, value]) => value !== undefined && value !== message[field as keyof typeof fields],
  )
  if (differs) throw new SiwxError('MESSAGE_ALTERED', differs[0])
  if (chainId !== undefined && chainIdOf(chainId) !== chainIdOf(message.network ?? chainId))
    throw new SiwxError('MESSAGE_ALTERED', 'chainId')
  const written = message.resources ?? []
  if (
    resources.length &&
    (resources.length !== written.length || resources.some((each, at) => each !== written[at]))
  ) {
    throw new SiwxError('MESSAGE_ALTERED', 'resources')
  }
}

function checkPlace(
  scheme: string | undefined,
  domain: string,
  uri: string,
  policy: Expected,
): void {
  const wanted = asciiDomain(policy.domain)
  if (wanted === undefined || domain.toLowerCase() !== wanted)
    throw new SiwxError('DOMAIN_OTHER', 'domain')
  // Browsers treat these hosts as secure without a certificate, also names below localhost.
  const schemes = /^(?:(?:[a-z\d-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(wanted)
    ? ['https', 'http']
    : ['https']
  if (scheme !== undefined && !schemes.includes(scheme))
    throw new SiwxError('DOMAIN_OTHER', 'scheme')
  const pages = policy.uri === undefined ? schemes.map(each => `${each}://${wanted}`) : [policy.uri]
  if (
    !pages.some(
      page => page === uri || (originOf(page) !== undefined && originOf(page) === originOf(uri)),
    )
  )
    throw new SiwxError('URI_OTHER', 'uri')
}
function originOf(uri: string): string | undefined {
  const url = /^https?:\/\/[^@]*$/i.test(uri.split(/[?#]/, 1)[0] ?? '') ? parseUrl(uri) : undefined
  return url?.origin
}

/** Returns the account of the message, as the network writes it. */
async function readAccount(
  { namespace, address }: ParsedMessage,
  network: NetworkId,
  policy: Expected,
): Promise<string> {
  const own = await addressOn(network, address, policy)
  if (own === undefined) throw new SiwxError('ADDRESS_MALFORMED', 'address')
  const networks = typeof policy.network === 'string' ? [policy.network] : policy.network
  if (networks && !networks.some(each => sameNetwork(network, each)))
    throw new SiwxError('NETWORK_OTHER', 'chainId')
  const addresses = typeof policy.address === 'string' ? [policy.address] : policy.address
  if (!addresses || addresses.includes(address)) return own
  const canonical = await canonicalAddress(namespace, address, policy)
  const others = await Promise.all(addresses.map(each => canonicalAddress(namespace, each, policy)))
  if (canonical === undefined || !others.includes(canonical))
    throw new SiwxError('ADDRESS_OTHER', 'address')
  return own
}

function checkNonce(state: NonceState, issued: number, skew: number): void {
  if (typeof state === 'string')
    throw new SiwxError(state === 'used' ? 'NONCE_USED' : 'NONCE_UNKNOWN', 'nonce')
  // A message cannot be older than its nonce.
  if (!(issued >= state - skew)) throw new SiwxError('CLOCK_SKEW', 'issuedAt')
}

function checkTimes({ expirationTime, notBefore }: ParsedMessage, now: number): void {
  if (expirationTime !== undefined && !((timeOf(expirationTime) ?? 0) > now))
    throw new SiwxError('EXPIRED', 'expirationTime')
  if (notBefore !== undefined && !((timeOf(notBefore) ?? Number.NaN) <= now))
    throw new SiwxError('NOT_YET_VALID', 'notBefore')
}
