import { checkNetworks } from '@portico/kernel/contracts'
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
