/** What the four chains call themselves and their networks in a sign-in message. */
import type { NetworkId } from '@portico/kernel/contracts'

export type Namespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'

interface Rules {
  /** As it stands in the first line. */
  readonly name: string
  /** What an address looks like. Its checksum is looked at elsewhere: that takes hashes. */
  readonly address: RegExp
  /** What may follow `Chain ID: `. */
  readonly chainId: RegExp
}
const base58 = '1-9A-HJ-NP-Za-km-z'
export const rules: Readonly<Record<Namespace, Rules>> = {
  eip155: { name: 'Ethereum', address: /^0x[\dA-Fa-f]{40}$/, chainId: /^(?:0|[1-9]\d{0,31})$/ },
  solana: {
    name: 'Solana',
    address: new RegExp(`^[${base58}]{32,44}$`),
    chainId: new RegExp(`^(?:(?:solana:)?(?:mainnet|testnet|devnet)|localnet|[${base58}]{32})$`),
  },
  bip122: { name: 'Bitcoin', address: new RegExp(`^(?:[${base58}]{25,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$`), chainId: /^[\da-f]{32}$/ },
  polkadot: { name: 'Polkadot', address: new RegExp(`^[${base58}]{40,60}$`), chainId: /^[\da-f]{32}$/ },
}
const clusters: Readonly<Record<string, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}
const localnet: NetworkId = 'solana:localnet'

export const isNamespace = (name: string): name is Namespace => Object.hasOwn(rules, name)
export const namespaceNamed = (name: string): Namespace | undefined => (Object.keys(rules) as Namespace[]).find(each => rules[each].name === name)

/** The network (CAIP-2) that a written chain id means. */
export function networkWritten(namespace: Namespace, chainId: string): NetworkId {
  const cluster = namespace === 'solana' ? chainId.replace(/^solana:/, '') : chainId
  return `${namespace}:${(namespace === 'solana' && clusters[cluster]) || cluster}`
}
/** How a network is written: by its reference, the public clusters of Solana by the names that Sign-In With Solana has for them. */
export function chainIdOf(network: NetworkId): string {
  const reference = network.slice(network.indexOf(':') + 1)
  return (network.startsWith('solana:') && Object.keys(clusters).find(name => clusters[name] === reference)) || reference
}
/** Whether a message for one network counts on another. `localnet` is every cluster that is none of the public ones. */
export function sameNetwork(written: NetworkId, wanted: NetworkId): boolean {
  return written === wanted || (written === localnet && wanted.startsWith('solana:') && chainIdOf(wanted) === wanted.slice(7))
}
