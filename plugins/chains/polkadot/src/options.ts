import { checkNetworks } from '@portico/kernel/chain'
import { namespace, polkadotRelay, type SubstrateNetwork } from './networks.js'

export interface PolkadotOptions {
  /** In the host's order; the first is the default. Default: Polkadot's relay chain. */
  readonly networks?: readonly SubstrateNetwork[]
  /** The page's name in wallet prompts. Default: the page's host name. */
  readonly appName?: string
  /** Timeout of a network request in milliseconds, over all endpoints. Default 10,000. */
  readonly rpcTimeoutMs?: number
  /**
   * Milliseconds between two polls for a transaction that is not final yet. Default 6,000, the
   * block time.
   */
  readonly confirmationPollMs?: number
}

/** What the lazy modules get from the plugin. */
export interface PolkadotSetup {
  readonly networks: readonly [SubstrateNetwork, ...SubstrateNetwork[]]
  readonly appName: string
  readonly rpcTimeoutMs: number
  readonly confirmationPollMs: number
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/**
 * Completes the options. Throws a KernelError BAD_NETWORKS for no network, and for one of another
 * namespace.
 */
export function readOptions(
  options: PolkadotOptions,
  { signal, report }: Pick<PolkadotSetup, 'signal' | 'report'>,
): PolkadotSetup {
  const {
    networks = [polkadotRelay],
    appName = globalThis.location?.hostname ?? 'Portico',
    rpcTimeoutMs = 10_000,
    confirmationPollMs = 6_000,
  } = options
  checkNetworks(namespace, networks)
  return { networks, appName, rpcTimeoutMs, confirmationPollMs, signal, report }
}
