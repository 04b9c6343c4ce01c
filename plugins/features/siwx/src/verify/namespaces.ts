/** The names of chains and their networks in a sign-in message. */
import type { NetworkId } from '@portico/kernel/chain'

/** The name of each chain in the first line of a message, by namespace (CAIP-2). */
export type ChainNames = Readonly<Record<string, { readonly name: string }>>
/** The last argument of what needs names only. */
export interface NameOptions {
  /** Chains that are not built in: `{ sui: { name: 'Sui' } }`, or their verifiers. */
  readonly verifiers?: ChainNames | undefined
}

/**
 * The chains with a format of their own for addresses and chain ids. All others have the layout of
 * EIP-4361, and name their network in full.
 */
export const names = {
  eip155: { name: 'Ethereum' },
  solana: { name: 'Solana' },
  bip122: { name: 'Bitcoin' },
  polkadot: { name: 'Polkadot' },
} as const satisfies ChainNames
export const hasOwnFormat = (namespace: string): namespace is keyof typeof names =>
  Object.hasOwn(names, namespace)

/** Returns the name of a chain in a message; undefined for an unknown one. `given` comes first. */
export function nameOf(namespace: string, given: ChainNames = {}): string | undefined {
  const own = Object.hasOwn(given, namespace) ? given[namespace]?.name : undefined
  return own ?? (hasOwnFormat(namespace) ? names[namespace].name : undefined)
}
/** One line of at most 64 characters. */
export const isChainName = (name: unknown): boolean =>
  typeof name === 'string' && /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u.test(name)

/** The public networks that Sign-In With Solana has names for. */
export const clusters: Readonly<Record<string, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}
/**
 * Returns how a network is written in a message. It is the reference, or Sign-In With Solana's name
 * for a public cluster. Chains without a format of their own write it in full.
 */
export function chainIdOf(network: NetworkId): string {
  const [namespace = '', reference = ''] = network.split(':')
  if (!hasOwnFormat(namespace)) return network
  return (
    (namespace === 'solana' && Object.keys(clusters).find(name => clusters[name] === reference)) ||
    reference
  )
}
