/** What addresses and chain ids look like in a sign-in message, and which networks they mean. */
import type { NetworkId } from '@portico/kernel/contracts'
import { chainIdOf, clusters, type Namespace } from './namespaces.js'

interface Rules {
  /** What an address looks like. Its checksum is looked at elsewhere: that takes hashes. */
  readonly address: RegExp
  /** What may follow `Chain ID: `. */
  readonly chainId: RegExp
}
const base58 = '1-9A-HJ-NP-Za-km-z'
export const rules: Readonly<Record<Namespace, Rules>> = {
  eip155: { address: /^0x[\dA-Fa-f]{40}$/, chainId: /^(?:0|[1-9]\d{0,31})$/ },
  solana: {
    address: new RegExp(`^[${base58}]{32,44}$`),
    chainId: new RegExp(`^(?:(?:solana:)?(?:mainnet|testnet|devnet)|localnet|[${base58}]{32})$`),
  },
  bip122: { address: new RegExp(`^(?:[${base58}]{25,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$`), chainId: /^[\da-f]{32}$/ },
  polkadot: { address: new RegExp(`^[${base58}]{40,60}$`), chainId: /^[\da-f]{32}$/ },
}
const localnet: NetworkId = 'solana:localnet'

/** The network (CAIP-2) that a written chain id means. `chainId` has passed `rules`: on Solana alone it has a colon or the name of a cluster. */
export function networkWritten(namespace: Namespace, chainId: string): NetworkId {
  const cluster = chainId.replace('solana:', '')
  return `${namespace}:${clusters[cluster] ?? cluster}`
}
/** Whether a message for one network counts on another. `localnet` is every cluster that is none of the public ones. */
export function sameNetwork(written: NetworkId, wanted: NetworkId): boolean {
  return written === wanted || (written === localnet && wanted.startsWith('solana:') && chainIdOf(wanted) === wanted.slice(7))
}
