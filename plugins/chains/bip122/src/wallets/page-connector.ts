/** An injected Bitcoin wallet: connects, follows its state, disconnects. */
import { delay, withTimeout } from '@portico/kernel'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import {
  type Connector,
  type ConnectRequest,
  createShareInFlight,
  unlessRemoved,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import { createWalletSession, type OpenSession, walletProblem } from '@portico/kernel/wallet'
import type { Bip122Setup } from '../options.js'
import type { FoundWallet } from './announcements.js'
import { createHandle } from './handle.js'
import type { WalletAdapter } from './wallet-adapter.js'

// For requests without a prompt.
const silentMs = 10_000

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
    unlessRemoved(
      both => join(adapter, network, within => adapter.connect(network, within), both),
      wallet.removed,
      signal,
    )

  return {
    async connect(request, signal) {
      const report = await approve(request, signal)
      if (!report.accounts.length) throw new ChainError('WALLET_ANSWER')
      return openSession(adapter, report, wallet, setup)
    },
    async restore({ network }, signal) {
      const report = await withTimeout(within => adapter.read(network, within), silentMs, signal)
      return report?.accounts.length ? openSession(adapter, report, wallet, setup) : undefined
    },
  }
}

function openSession(
  adapter: WalletAdapter,
  first: WalletReport,
  { removed }: FoundWallet,
  setup: Bip122Setup,
): WalletSession {
  let latest = first
  const handleOf = (session: OpenSession) => {
    const refresh = (signal: AbortSignal) =>
      withTimeout(within => adapter.read(latest.network, within), silentMs, signal)
    let lastRead = 0
    const take = (report: WalletReport | undefined) => {
      if (!report) return session.end()
      session.update(() => {
        latest = report
      })
    }
    /** Responses may arrive in any order; only the newest request counts. */
    const readLatest = async () => {
      const thisRead = ++lastRead
      try {
        const report = await refresh(session.signal)
        if (thisRead === lastRead) take(report)
      } catch (error) {
        if (!session.signal.aborted) setup.report(error)
      }
    }
    const stop = adapter.listen(change => {
      if (change === 'gone') session.end()
      else void readLatest()
    })
    session.signal.addEventListener('abort', stop)
    return createHandle({
      signMessage: (request, signal) =>
        unlessRemoved(within => adapter.signMessage(request, within), removed, signal),
      signPsbt: (request, signal) =>
        unlessRemoved(within => adapter.signPsbt(request, within), removed, signal),
      async switchNetwork(next, signal) {
        if (!adapter.switchNetwork) throw new ChainError('WALLET_UNSUPPORTED')
        await adapter.switchNetwork(next, signal)
        lastRead++
        take(await arrival(next, refresh, signal))
      },
    })
  }
  return createWalletSession(
    {
      network: first.network,
      report: () => latest,
      removed,
      handle: handleOf,
      supports: adapter.supports,
      disconnect: signal => adapter.disconnect?.(signal),
      disconnectFailed(error) {
        // A wallet that lacks a disconnect method, or has already forgotten this page, counts as
        // disconnected.
        if (!['unsupported', 'unauthorized'].includes(walletProblem(error).kind)) throw error
      },
    },
    setup,
  )
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
