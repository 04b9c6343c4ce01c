import { type AssetId, checkNetworks, type Hex, type NetworkId } from '@portico/kernel/chain'
import { type EvmNetwork, mainnet, namespace } from './networks.js'

export interface Eip155Options {
  /** In the host's order; the first is the default. Default: Ethereum mainnet. */
  readonly networks?: readonly EvmNetwork[]
  /** Timeout of a network request in milliseconds, over all endpoints. Default 10,000. */
  readonly rpcTimeoutMs?: number
}

/** What the lazy modules get from the plugin. */
export interface Eip155Setup {
  readonly networks: readonly [EvmNetwork, ...EvmNetwork[]]
  readonly rpcTimeoutMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/**
 * Completes the options. Throws a KernelError BAD_NETWORKS for networks of another chain, or none.
 */
export function readOptions(
  { networks = [mainnet], rpcTimeoutMs = 10_000 }: Eip155Options,
  { signal, report }: Pick<Eip155Setup, 'signal' | 'report'>,
): Eip155Setup {
  checkNetworks(namespace, networks)
  return { networks, rpcTimeoutMs, signal, report }
}

/** A price contract with the interface of Chainlink's aggregators. */
export interface PriceFeed {
  /** The priced asset: a token, or the native coin of `network`, on any chain. */
  readonly asset: AssetId | 'native'
  readonly network: NetworkId
  readonly symbol: string
  /** `usd`, `eur`, … in lower case. */
  readonly currency: string
  readonly address: Hex
  /** The EVM network of the contract. Default: `network`. */
  readonly on?: NetworkId
  /**
   * Maximum age of a price in seconds. Default 86,400, because many feeds update once a day while
   * nothing moves.
   */
  readonly maxAge?: number
}
export interface PriceFeedsOptions {
  /** The networks of the feeds, with their endpoints. */
  readonly networks: readonly EvmNetwork[]
  readonly feeds: readonly PriceFeed[]
}
