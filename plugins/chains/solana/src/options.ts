import { checkNetworks } from '@portico/kernel/chain'
import { namespace, type SolanaNetwork, solanaMainnet } from './networks.js'

export interface SolanaOptions {
  /** In the host's order; the first is the default. Default: Solana mainnet. */
  readonly networks?: readonly SolanaNetwork[]
  /** Timeout of a network request in milliseconds, over all endpoints. Default 10,000. */
  readonly rpcTimeoutMs?: number
  /** Milliseconds between two polls for an unconfirmed transaction. Default 1,000. */
  readonly confirmationPollMs?: number
  /**
   * Lists the wallet apps of an Android phone (Mobile Wallet Adapter), in Chrome. Needs
   * `ws://localhost:*` in the page's `connect-src`, and Chrome may prompt the person once whether
   * the page may connect to apps on the device. Default false.
   */
  readonly mobileWalletAdapter?: boolean
}

/** What the lazy modules get from the plugin. */
export interface SolanaSetup {
  readonly networks: readonly [SolanaNetwork, ...SolanaNetwork[]]
  readonly rpcTimeoutMs: number
  readonly confirmationPollMs: number
  readonly mobileWalletAdapter: boolean
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal
  report(error: unknown): void
}

/**
 * Completes the options. Throws a KernelError BAD_NETWORKS for networks of another chain, or none.
 */
export function readOptions(
  {
    networks = [solanaMainnet],
    rpcTimeoutMs = 10_000,
    confirmationPollMs = 1_000,
    mobileWalletAdapter = false,
  }: SolanaOptions,
  { signal, report }: Pick<SolanaSetup, 'signal' | 'report'>,
): SolanaSetup {
  checkNetworks(namespace, networks)
  return { networks, rpcTimeoutMs, confirmationPollMs, mobileWalletAdapter, signal, report }
}
