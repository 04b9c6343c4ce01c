/** The names of the four chains and their networks in a sign-in message. */
import type { NetworkId } from '@portico/kernel/chain'

export type Namespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'

/** As in the first line. */
export const names: Readonly<Record<Namespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
export const isNamespace = (name: string): name is Namespace => Object.hasOwn(names, name)

/** The public networks that Sign-In With Solana has names for. */
export const clusters: Readonly<Record<string, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}
/**
 * Returns how a network is written in a message. It is the reference, or Sign-In With Solana's name
 * for a public cluster.
 */
export function chainIdOf(network: NetworkId): string {
  const reference = network.slice(network.indexOf(':') + 1)
  return (
    (network.startsWith('solana:') &&
      Object.keys(clusters).find(name => clusters[name] === reference)) ||
    reference
  )
}
