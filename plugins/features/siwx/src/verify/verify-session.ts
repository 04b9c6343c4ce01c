/** The policy of a sign-in: whether a signed message counts here and now. */
import type { AccountId, NetworkId, SignInFields } from '@portico/kernel/contracts'
import { SiwxError } from './error.js'
import { asciiDomain, parseUrl, timeOf } from './grammar.js'
import type { ParsedMessage } from './message.js'
import { chainIdOf, type Namespace } from './namespaces.js'
import type { NonceState, Nonces } from './nonces.js'
import { addressOn, canonicalAddress, parseMessage } from './parse.js'
import { type Capability, capabilitiesOf, recapOf } from './recap.js'
import type { RpcRequest } from './rpc.js'
import { sameNetwork } from './rules.js'
import { verifySignature } from './verify-signature.js'

/** A signed sign-in as it arrives. */
export interface SignedSession {
  readonly message: string
  /** In the chain's customary encoding: hex (eip155, polkadot), base58 (solana), base64 (bip122). */
  readonly signature: string
  /** The bytes that were really signed, where a wallet put the text into an envelope; a string is base64. */
  readonly signedBytes?: Uint8Array | string | undefined
  /** Where the fields are kept beside the text: both have to say the same. */
  readonly data?: Partial<SignInFields> | undefined
}
interface Expected {
  /** Where people sign in: the host, with its port where it has one of its own. */
  readonly domain: string
  /** The page, of which the origin counts, or a URI of another kind, of which every letter does. The origin of `domain` unless it is given. */
  readonly uri?: string | undefined
  /** Whose message it has to be, in any spelling of the address; one of several. Anybody's unless it is given. */
  readonly address?: string | readonly string[] | undefined
  /** For which network (CAIP-2); one of several. Any unless it is given. */
  readonly network?: NetworkId | readonly NetworkId[] | undefined
  /** Milliseconds since 1970. */
  readonly now?: number | undefined
  /** How far, in milliseconds, the clock of whoever issued the message may be from this one. A minute unless it is given. */
  readonly skew?: number | undefined
  /** Asks the networks of accounts that are contracts. Without it these cannot sign in. */
  readonly rpc?: RpcRequest | undefined
  readonly signal?: AbortSignal | undefined
}
/** What a message has to say, and who remembers the nonces: a store that gives each out for a single sign-in, or the one that the caller gave out. */
export type SessionPolicy = Expected & ({ readonly nonces: Nonces; readonly nonce?: undefined } | { readonly nonce: string; readonly nonces?: undefined })

export interface VerifiedSession {
  /** Who signed in (CAIP-10). */
  readonly account: AccountId
  readonly namespace: Namespace
  readonly network: NetworkId
  /** As the network writes it, whatever the spelling in the message: one account has one. As it stands there where the network is not known here. */
  readonly address: string
  readonly message: ParsedMessage
  /** How it was signed: `eip191`, `eip1271`, `eip6492`, `ed25519`, `sr25519`, `ecdsa`, `bip322`. */
  readonly scheme: string
  /** What was granted with it (ERC-5573). */
  readonly capabilities: readonly Capability[]
}

/**
 * Judges a signed message. Throws a SiwxError that says why it does not count; nothing is taken from `nonces` unless all else is right.
 *
 * Expiry and not-before are exact. The time of issue may be off by `skew`, against this clock and against the moment at which the nonce was given out.
 */
export async function verifySession(session: SignedSession, policy: SessionPolicy): Promise<VerifiedSession> {
  const { now = Date.now(), skew = 60_000, rpc, signal, nonces } = policy
  const message = await parseMessage(session.message)
  const { uri, network, nonce, issuedAt } = complete(message)
  checkData(message, session.data)
  checkPlace(message.scheme, message.domain, uri, policy)
  const address = await readAccount(message, network, policy)
  if (policy.nonce !== undefined && policy.nonce !== nonce) throw new SiwxError('NONCE_OTHER', 'nonce')
  checkTimes(message, now)
  const issued = timeOf(issuedAt) ?? Number.NaN
  if (!(issued <= now + skew)) throw new SiwxError('CLOCK_SKEW', 'issuedAt')
  const recap = recapOf(message)
  // Nobody without a nonce of ours has a node asked.
  if (nonces) checkNonce(await nonces.peek(nonce), issued, skew)
  const { namespace, text } = message
  const { scheme } = await verifySignature(
    { namespace, address: message.address, text, signature: session.signature, signedBytes: session.signedBytes, network },
    { rpc, signal },
  )
  if (nonces) checkNonce(await nonces.take(nonce), issued, skew)
  return { account: `${network}:${address}`, namespace, network, address, message, scheme, capabilities: recap ? capabilitiesOf(recap) : [] }
}

/** What a sign-in cannot do without, also where the text of a wallet may. */
function complete({ uri, version, network, nonce, issuedAt }: ParsedMessage) {
  const missing = Object.entries({ uri, version, chainId: network, nonce, issuedAt }).find(([, value]) => value === undefined)
  if (missing || uri === undefined || network === undefined || nonce === undefined || issuedAt === undefined) throw new SiwxError('FIELD_MISSING', missing?.[0])
  return { uri, network, nonce, issuedAt }
}

function checkData(message: ParsedMessage, data: Partial<SignInFields> | undefined): void {
  if (!data) return
  const { chainId, resources = [], ...fields } = data
  const differs = Object.entries(fields).find(([field, value]) => value !== undefined && value !== message[field as keyof typeof fields])
  if (differs) throw new SiwxError('MESSAGE_ALTERED', differs[0])
  if (chainId !== undefined && chainIdOf(chainId) !== chainIdOf(message.network ?? chainId)) throw new SiwxError('MESSAGE_ALTERED', 'chainId')
  const written = message.resources ?? []
  if (resources.length && (resources.length !== written.length || resources.some((each, at) => each !== written[at]))) {
    throw new SiwxError('MESSAGE_ALTERED', 'resources')
  }
}

function checkPlace(scheme: string | undefined, domain: string, uri: string, policy: Expected): void {
  const wanted = asciiDomain(policy.domain)
  if (wanted === undefined || domain.toLowerCase() !== wanted) throw new SiwxError('DOMAIN_OTHER', 'domain')
  // Browsers take these for safe without a certificate.
  const schemes = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(wanted) ? ['https', 'http'] : ['https']
  if (scheme !== undefined && !schemes.includes(scheme)) throw new SiwxError('DOMAIN_OTHER', 'scheme')
  const pages = policy.uri === undefined ? schemes.map(each => `${each}://${wanted}`) : [policy.uri]
  if (!pages.some(page => page === uri || (originOf(page) !== undefined && originOf(page) === originOf(uri)))) throw new SiwxError('URI_OTHER', 'uri')
}
function originOf(uri: string): string | undefined {
  const url = /^https?:\/\/[^@]*$/i.test(uri.split(/[?#]/, 1)[0] ?? '') ? parseUrl(uri) : undefined
  return url?.origin
}

/** Whose message it is, as the network writes the account. */
async function readAccount({ namespace, address }: ParsedMessage, network: NetworkId, policy: Expected): Promise<string> {
  const own = await addressOn(network, address)
  if (own === undefined) throw new SiwxError('ADDRESS_MALFORMED', 'address')
  const networks = typeof policy.network === 'string' ? [policy.network] : policy.network
  if (networks && !networks.some(each => sameNetwork(network, each))) throw new SiwxError('NETWORK_OTHER', 'chainId')
  const addresses = typeof policy.address === 'string' ? [policy.address] : policy.address
  if (!addresses || addresses.includes(address)) return own
  const canonical = await canonicalAddress(namespace, address)
  const others = await Promise.all(addresses.map(each => canonicalAddress(namespace, each)))
  if (canonical === undefined || !others.includes(canonical)) throw new SiwxError('ADDRESS_OTHER', 'address')
  return own
}

function checkNonce(state: NonceState, issued: number, skew: number): void {
  if (typeof state === 'string') throw new SiwxError(state === 'used' ? 'NONCE_USED' : 'NONCE_UNKNOWN', 'nonce')
  // Nobody can word a message before its nonce is there.
  if (!(issued >= state - skew)) throw new SiwxError('CLOCK_SKEW', 'issuedAt')
}

function checkTimes({ expirationTime, notBefore }: ParsedMessage, now: number): void {
  if (expirationTime !== undefined && !((timeOf(expirationTime) ?? 0) > now)) throw new SiwxError('EXPIRED', 'expirationTime')
  if (notBefore !== undefined && !((timeOf(notBefore) ?? Number.NaN) <= now)) throw new SiwxError('NOT_YET_VALID', 'notBefore')
}
