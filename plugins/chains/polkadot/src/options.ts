import { checkNetworks } from '@portico/kernel/contracts'
import { namespace, polkadotRelay, type SubstrateNetwork } from './networks.js'

export interface PolkadotOptions {
  /** In the host's order; the first is the default. Polkadot's relay chain when nothing is said. */
  readonly networks?: readonly SubstrateNetwork[]
  /** What wallets call this page when they ask the person. The page's host name when nothing is said. */
  readonly appName?: string
  /** Milliseconds after which a question to a network is given up, all endpoints together. Default 10,000. */
  readonly rpcTimeoutMs?: number
  /** Milliseconds between two looks for a transaction that is not final yet. Default 6,000, the time of a block. */
  readonly confirmationPollMs?: number
}

/** What the lazy halves get of the plugin. */
export interface PolkadotSetup {
  readonly networks: readonly [SubstrateNetwork, ...SubstrateNetwork[]]
  readonly appName: string
  readonly rpcTimeoutMs: number
  readonly confirmationPollMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/** Fills in what the host left out. Throws a KernelError BAD_NETWORKS for no network, and for one of another namespace. */
export function readOptions(options: PolkadotOptions, { signal, report }: Pick<PolkadotSetup, 'signal' | 'report'>): PolkadotSetup {
  const { networks = [polkadotRelay], appName = globalThis.location?.hostname ?? 'Portico', rpcTimeoutMs = 10_000, confirmationPollMs = 6_000 } = options
  checkNetworks(namespace, networks)
  return { networks, appName, rpcTimeoutMs, confirmationPollMs, signal, report }
}
