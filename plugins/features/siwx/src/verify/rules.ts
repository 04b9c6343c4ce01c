/** The format of addresses and chain ids in a sign-in message, and the networks that they mean. */
import type { NetworkId } from '@portico/kernel/chain'
import { chainIdOf, clusters, hasOwnFormat, type names } from './namespaces.js'

interface Rules {
  /** The format of an address, without its checksum, which needs hashes. */
  readonly address: RegExp
  /** The format of the text after `Chain ID: `. */
  readonly chainId: RegExp
}
const base58 = '1-9A-HJ-NP-Za-km-z'
const rules: Readonly<Record<keyof typeof names, Rules>> = {
  eip155: { address: /^0x[\dA-Fa-f]{40}$/, chainId: /^(?:0|[1-9]\d{0,31})$/ },
  solana: {
    address: new RegExp(`^[${base58}]{32,44}$`),
    chainId: new RegExp(`^(?:(?:solana:)?(?:mainnet|testnet|devnet)|localnet|[${base58}]{32})$`),
  },
  bip122: {
    address: new RegExp(`^(?:[${base58}]{25,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$`),
    chainId: /^[\da-f]{32}$/,
  },
  polkadot: { address: new RegExp(`^[${base58}]{40,60}$`), chainId: /^[\da-f]{32}$/ },
}
/** Chains without a format of their own: visible ASCII, and a network of this chain (CAIP-2). */
export const rulesOf = (namespace: string): Rules =>
  hasOwnFormat(namespace)
    ? rules[namespace]
    : {
        address: /^[\x21-\x7e]{1,128}$/,
        chainId: new RegExp(`^${namespace}:[-_a-zA-Z\\d]{1,32}$`),
      }

const localnet: NetworkId = 'solana:localnet'

/**
 * Returns the network (CAIP-2) of a written chain id.
 * `chainId` has passed its rules: before a colon stands the namespace. Only on Solana can it be the
 * name of a cluster.
 */
export function networkWritten(namespace: string, chainId: string): NetworkId {
  const reference = chainId.slice(chainId.indexOf(':') + 1)
  return `${namespace}:${(namespace === 'solana' && clusters[reference]) || reference}`
}
/**
 * True when a message for one network is valid on another. `localnet` is every cluster that is not
 * public.
 */
export function sameNetwork(written: NetworkId, wanted: NetworkId): boolean {
  return (
    written === wanted ||
    (written === localnet && wanted.startsWith('solana:') && chainIdOf(wanted) === wanted.slice(7))
  )
}
