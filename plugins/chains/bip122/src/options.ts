import type { BitcoinNetwork } from './networks.js'

export interface Bip122Options {
  /** In the host's order; the first is the default. Bitcoin's main network when nothing is said. */
  readonly networks?: readonly [BitcoinNetwork, ...BitcoinNetwork[]]
  /** Milliseconds after which one endpoint is given up and the next one asked. Default 10,000. */
  readonly endpointTimeoutMs?: number
  /** Milliseconds between two looks for a transaction that is not in a block yet. Default 10,000. */
  readonly confirmationPollMs?: number
}

/** What the lazy halves get of the plugin. */
export interface Bip122Setup {
  readonly networks: readonly BitcoinNetwork[]
  readonly endpointTimeoutMs: number
  readonly confirmationPollMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}
