import { checkNetworks } from '@portico/kernel/contracts'
import { namespace, polkadotRelay, type SubstrateNetwork } from './networks.js'

export interface PolkadotOptions {
  /** In the host's order; the first is the default. Polkadot's relay chain when nothing is said. */
  readonly networks?: readonly [SubstrateNetwork, ...SubstrateNetwork[]]
  /** What wallets call this page when they ask the person. The page's host name when nothing is said. */
  readonly appName?: string
  /** Milliseconds after which one endpoint is given up and the next one asked. Default 10,000. */
  readonly endpointTimeoutMs?: number
  /** Milliseconds between two looks for a transaction that is not final yet. Default 6,000, the time of a block. */
  readonly confirmationPollMs?: number
}

/** What the lazy halves get of the plugin. */
export interface PolkadotSetup {
  readonly networks: readonly [SubstrateNetwork, ...SubstrateNetwork[]]
  readonly appName: string
  readonly endpointTimeoutMs: number
  readonly confirmationPollMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/** Fills in what the host left out. Throws a KernelError BAD_NETWORKS for no network, and for one of another namespace. */
export function readOptions(options: PolkadotOptions, { signal, report }: Pick<PolkadotSetup, 'signal' | 'report'>): PolkadotSetup {
  const { networks = [polkadotRelay], appName = globalThis.location?.hostname ?? 'Portico', endpointTimeoutMs = 10_000, confirmationPollMs = 6_000 } = options
  checkNetworks(namespace, networks)
  return { networks, appName, endpointTimeoutMs, confirmationPollMs, signal, report }
}
