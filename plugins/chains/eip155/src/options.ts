import type { EvmNetwork } from './networks.js'

export interface Eip155Options {
  /** In the host's order; the first is the default. Ethereum's main network when nothing is said. */
  readonly networks?: readonly [EvmNetwork, ...EvmNetwork[]]
  /** Milliseconds after which a question to a network is given up, all endpoints together. Default 10,000. */
  readonly rpcTimeoutMs?: number
}

/** What the lazy halves get of the plugin. */
export interface Eip155Setup {
  readonly networks: readonly EvmNetwork[]
  readonly rpcTimeoutMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}
