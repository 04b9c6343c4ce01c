import { KernelError } from '@portico/kernel'
import { type EvmNetwork, mainnet, namespace } from './networks.js'

export interface Eip155Options {
  /** In the host's order; the first is the default. Ethereum's main network when nothing is said. */
  readonly networks?: readonly [EvmNetwork, ...EvmNetwork[]]
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

/** Completes the options. Throws a KernelError BAD_PLUGIN for networks of another chain, or none. */
export function readOptions(
  { networks = [mainnet], rpcTimeoutMs = 10_000 }: Eip155Options,
  { signal, report }: Pick<Eip155Setup, 'signal' | 'report'>,
): Eip155Setup {
  if (networks[0] && networks.every(network => network.chainNamespace === namespace)) return { networks, rpcTimeoutMs, signal, report }
  throw new KernelError(
    'BAD_PLUGIN',
    'eip155({ networks }) wants at least one network, and of its own only.',
    undefined,
    'describe networks by defineEvmNetwork.',
  )
}
