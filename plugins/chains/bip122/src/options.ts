import { checkNetworks } from '@portico/kernel/chain'
import { type BitcoinNetwork, bitcoin, namespace } from './networks.js'

export interface Bip122Options {
  /** In the host's order; the first is the default. Default: Bitcoin mainnet. */
  readonly networks?: readonly BitcoinNetwork[]
  /** Timeout of a request in milliseconds, over all endpoints. Default 10,000. */
  readonly rpcTimeoutMs?: number
  /**
   * Milliseconds between two polls for a transaction that is not in a block yet. Default 10,000.
   */
  readonly confirmationPollMs?: number
}

/** What the lazy modules get from the plugin. */
export interface Bip122Setup {
  readonly networks: readonly [BitcoinNetwork, ...BitcoinNetwork[]]
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
  options: Bip122Options,
  { signal, report }: Pick<Bip122Setup, 'signal' | 'report'>,
): Bip122Setup {
  const { networks = [bitcoin], rpcTimeoutMs = 10_000, confirmationPollMs = 10_000 } = options
  checkNetworks(namespace, networks)
  return { networks, rpcTimeoutMs, confirmationPollMs, signal, report }
}
