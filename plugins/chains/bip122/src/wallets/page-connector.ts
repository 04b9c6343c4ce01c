/** An injected Bitcoin wallet: connects, follows its state, disconnects. */
import { delay, withTimeout } from '@portico/kernel'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import {
  type Connector,
  type ConnectRequest,
  createReportEmitter,
  createShareInFlight,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import { walletProblem } from '@portico/kernel/wallet'
import type { Bip122Setup } from '../options.js'
import type { FoundWallet } from './announcements.js'
import { createHandle } from './handle.js'
import type { WalletAdapter } from './wallet-adapter.js'

// For requests without a prompt.
const silentMs = 10_000
const disconnectMs = 3_000

/** Loads only the code for the wallet's protocol. */
async function loadAdapter(wallet: FoundWallet, setup: Bip122Setup): Promise<WalletAdapter> {
  switch (wallet.protocol) {
    case 'sats-connect':
    case 'leather':
      return (await import('./sats-connect-adapter.js')).createSatsConnectAdapter(wallet, setup)
    case 'wallet-standard':
      return (await import('./wallet-standard-adapter.js')).createStandardAdapter(wallet, setup)
    default:
      return (await import('./global-object-adapter.js')).createGlobalAdapter(wallet, setup)
  }
}

export async function createPageConnector(
  wallet: FoundWallet,
  setup: Bip122Setup,
): Promise<Pick<Connector, 'connect' | 'restore'>> {
  const adapter = await loadAdapter(wallet, setup)
  const join = createShareInFlight()
  const approve = ({ network }: ConnectRequest, signal: AbortSignal) =>
    join(adapter, network, within => adapter.connect(network, within), signal)

  return {
    async connect(request, signal) {
      const report = await approve(request, signal)
      if (!report.accounts.length) throw new ChainError('WALLET_ANSWER')
      return openSession(adapter, report, setup)
    },
    async restore({ network }, signal) {
      const report = await withTimeout(within => adapter.read(network, within), silentMs, signal)
      return report?.accounts.length ? openSession(adapter, report, setup) : undefined
    },
  }
}

function openSession(
  adapter: WalletAdapter,
  first: WalletReport,
  setup: Bip122Setup,
): WalletSession {
  const life = new AbortController()
  const { signal: over } = life
  const close = () => life.abort()
  const emitter = createReportEmitter({ first, whenEmpty: close, report: setup.report })
  let { network } = first
  const emit = (report: WalletReport | undefined) => {
    network = report?.network ?? network
    emitter.emit(report)
  }
  const refresh = (signal: AbortSignal) =>
    withTimeout(within => adapter.read(network, within), silentMs, signal)
  let lastRead = 0
  /** Responses may arrive in any order; only the newest request counts. */
  const readLatest = async () => {
    const thisRead = ++lastRead
    try {
      const report = await refresh(over)
      if (thisRead === lastRead) emit(report)
    } catch (error) {
      if (!over.aborted) setup.report(error)
    }
  }
  const stop = adapter.listen(change => {
    if (change === 'gone') emit(undefined)
    else void readLatest()
  })
  over.addEventListener('abort', stop)
  setup.signal.addEventListener('abort', close, { signal: over })

  const { signMessage, signPsbt } = adapter
  const handle = createHandle({
    signMessage,
    signPsbt,
    async switchNetwork(next, signal) {
      if (!adapter.switchNetwork) throw new ChainError('WALLET_UNSUPPORTED')
      await adapter.switchNetwork(next, signal)
      lastRead++
      emit(await arrival(next, refresh, signal))
    },
  })
  return {
    handle,
    report: first,
    watch: emitter.watch,
    supports: adapter.supports,
    async disconnect(signal) {
      close()
      await withTimeout(async within => adapter.disconnect?.(within), disconnectMs, signal).catch(
        error => {
          // A wallet that lacks a disconnect method, or has already forgotten this page, counts as
          // disconnected.
          if (!['unsupported', 'unauthorized'].includes(walletProblem(error).kind)) throw error
        },
      )
    },
  }
}

/**
 * Waits until the wallet reports the network. Some wallets confirm before they have switched, so it
 * is polled a second time.
 */
async function arrival(
  network: NetworkId,
  refresh: (signal: AbortSignal) => Promise<WalletReport | undefined>,
  signal: AbortSignal,
): Promise<WalletReport> {
  for (const wait of [0, 250, 1_000]) {
    await delay(wait, signal)
    const report = await refresh(signal)
    if (report?.network === network) return report
  }
  throw new ChainError('WALLET_NETWORK')
}
