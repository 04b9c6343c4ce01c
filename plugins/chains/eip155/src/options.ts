import { type AssetId, checkNetworks, type Hex, type NetworkId } from '@portico/kernel/contracts'
import { type EvmNetwork, mainnet, namespace } from './networks.js'

export interface Eip155Options {
  /** In the host's order; the first is the default. Ethereum's main network when nothing is said. */
  readonly networks?: readonly EvmNetwork[]
  /** Milliseconds after which a question to a network is given up, all endpoints together. Default 10,000. */
  readonly rpcTimeoutMs?: number
}

/** What the lazy halves get of the plugin. */
export interface Eip155Setup {
  readonly networks: readonly [EvmNetwork, ...EvmNetwork[]]
  readonly rpcTimeoutMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/** Completes the options. Throws a KernelError BAD_NETWORKS for networks of another chain, or none. */
export function readOptions(
  { networks = [mainnet], rpcTimeoutMs = 10_000 }: Eip155Options,
  { signal, report }: Pick<Eip155Setup, 'signal' | 'report'>,
): Eip155Setup {
  checkNetworks(namespace, networks)
  return { networks, rpcTimeoutMs, signal, report }
}

/** A contract that says what something is worth, by the interface of Chainlink's aggregators. */
export interface PriceFeed {
  /** What it is the price of: a token, or the native coin of `network`, on any chain. */
  readonly asset: AssetId | 'native'
  readonly network: NetworkId
  readonly symbol: string
  /** `usd`, `eur`, … in small letters. */
  readonly currency: string
  readonly address: Hex
  /** The EVM network that the contract is on. Default: `network`. */
  readonly on?: NetworkId
  /** Older answers are no price. Seconds. Default 86,400: many feeds speak once a day where nothing moves. */
  readonly maxAge?: number
}
export interface PriceFeedsOptions {
  /** Where the feeds are, with the endpoints that are asked. */
  readonly networks: readonly EvmNetwork[]
  readonly feeds: readonly PriceFeed[]
}
