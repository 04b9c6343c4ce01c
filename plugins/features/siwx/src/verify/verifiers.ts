/** The verifiers of chains: four are built in, and a server adds others by their namespace. */
import type { NetworkId } from '@portico/kernel/chain'
import { SiwxError } from './error.js'
import { type ChainNames, isChainName, names } from './namespaces.js'
import type { Verdict } from './verdict.js'

/** What a verifier gets besides address, text and signature. */
export interface SignatureDetails {
  readonly network?: NetworkId | undefined
  /**
   * The bytes that were signed, where a wallet put the text into an envelope. A string is base64.
   */
  readonly signedBytes?: Uint8Array | string | undefined
  /** Queries a node of the network, where the policy has `rpc`. */
  readonly ask?: ((method: string, params: readonly unknown[]) => Promise<unknown>) | undefined
  readonly signal?: AbortSignal | undefined
}
/** Verifies sign-ins on one chain. */
export interface Verifier {
  /** The name of the chain in the first line of a message, as the chain plugin gives it: `Sui`. */
  readonly name: string
  /**
   * Verifies that this address signed this text. `true`, or how it was signed, accepts it. Anything
   * else and a thrown error refuse it. The signature is untrusted text.
   */
  verify(
    address: string,
    text: string,
    signature: string,
    details: SignatureDetails,
  ): boolean | Verdict | Promise<boolean | Verdict>
  /**
   * Returns the one spelling that all spellings of an address share, undefined for an invalid
   * address. Default: each address has one spelling, and `verify` refuses an invalid one.
   */
  canonicalAddress?(address: string): string | undefined | Promise<string | undefined>
  /**
   * Returns an address as this network (CAIP-2) writes it, undefined for an address of another
   * network. Default: its canonical spelling.
   */
  addressOn?(network: NetworkId, address: string): string | undefined | Promise<string | undefined>
}
/** By the namespace (CAIP-2): `{ sui: … }`. */
export type Verifiers = Readonly<Record<string, Verifier>>
/** The last argument of each function that needs a verifier. */
export interface VerifierOptions {
  /** Of chains that are not built in, or in place of those that are. */
  readonly verifiers?: Verifiers | undefined
}

const referenceOf = (network: NetworkId): string => network.slice(network.indexOf(':') + 1)
const unchanged = (_: NetworkId, address: string): string => address
const builtIn: Verifiers = {
  eip155: {
    name: names.eip155.name,
    verify: async (address, text, signature, { ask }) =>
      (await import('./chains/ethereum.js')).judge(address, text, signature, ask),
    canonicalAddress: async address =>
      (await import('./chains/ethereum-address.js')).canonicalAddress(address),
    addressOn: unchanged,
  },
  solana: {
    name: names.solana.name,
    verify: async (address, text, signature, { signedBytes }) =>
      (await import('@portico/signatures/solana')).judge(address, text, signature, signedBytes),
    canonicalAddress: async address =>
      (await import('@portico/signatures/solana')).canonicalAddress(address),
    addressOn: unchanged,
  },
  bip122: {
    name: names.bip122.name,
    verify: async (address, text, signature) =>
      (await import('@portico/signatures/bitcoin')).judge(address, text, signature),
    canonicalAddress: async address =>
      (await import('@portico/signatures/bitcoin-address')).canonicalAddress(address),
    addressOn: async (network, address) =>
      (await import('./chains/bitcoin-networks.js')).addressOn(referenceOf(network), address),
  },
  polkadot: {
    name: names.polkadot.name,
    verify: async (address, text, signature) =>
      (await import('@portico/signatures/substrate')).judge(address, text, signature),
    canonicalAddress: async address =>
      (await import('@portico/signatures/substrate-address')).canonicalAddress(address),
    addressOn: async (network, address) =>
      (await import('./chains/substrate-networks.js')).addressOn(referenceOf(network), address),
  },
}

/** Returns all verifiers by namespace. Throws a SiwxError for an invalid one of the caller's. */
export function allVerifiers(given: Verifiers = {}): Verifiers {
  for (const [namespace, verifier] of Object.entries(given))
    if (!/^[-a-z\d]{3,8}$/.test(namespace) || !isVerifier(verifier) || isTaken(given, namespace))
      throw new SiwxError('VERIFIER_MALFORMED', namespace)
  return { ...builtIn, ...given }
}
const isVerifier = (given: Verifier | undefined): boolean =>
  typeof given?.verify === 'function' && isChainName(given.name)
/** True when another chain has the same name, so that a message would be of either. */
const isTaken = (given: ChainNames, namespace: string): boolean =>
  Object.entries({ ...builtIn, ...given }).some(
    ([other, chain]) => other !== namespace && chain?.name === given[namespace]?.name,
  )

/** Returns the verifier of a chain. Throws a SiwxError for a chain without one. */
export function verifierOf(namespace: string, given: Verifiers | undefined): Verifier {
  const all = allVerifiers(given)
  const found = Object.hasOwn(all, namespace) ? all[namespace] : undefined
  if (!found) throw new SiwxError('NAMESPACE_UNKNOWN')
  return found
}
