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
import type { Speaker } from './speaker.js'

// For requests without a prompt.
const silentMs = 10_000
const farewellMs = 3_000

/** Loads only the code for the wallet's protocol. */
async function speakerOf(wallet: FoundWallet, setup: Bip122Setup): Promise<Speaker> {
  switch (wallet.protocol) {
    case 'sats-connect':
    case 'leather':
      return (await import('./sats-speaker.js')).createSatsSpeaker(wallet, setup)
    case 'wallet-standard':
      return (await import('./standard-speaker.js')).createStandardSpeaker(wallet, setup)
    default:
      return (await import('./global-speaker.js')).createGlobalSpeaker(wallet, setup)
  }
}

export async function createPageConnector(
  wallet: FoundWallet,
  setup: Bip122Setup,
): Promise<Pick<Connector, 'connect' | 'restore'>> {
  const speaker = await speakerOf(wallet, setup)
  const join = createShareInFlight()
  const approve = ({ network }: ConnectRequest, signal: AbortSignal) =>
    join(speaker, network, within => speaker.connect(network, within), signal)

  return {
    async connect(request, signal) {
      const report = await approve(request, signal)
      if (!report.accounts.length) throw new ChainError('WALLET_ANSWER')
      return openSession(speaker, report, setup)
    },
    async restore({ network }, signal) {
      const report = await withTimeout(within => speaker.read(network, within), silentMs, signal)
      return report?.accounts.length ? openSession(speaker, report, setup) : undefined
    },
  }
}

function openSession(speaker: Speaker, first: WalletReport, setup: Bip122Setup): WalletSession {
  const life = new AbortController()
  const { signal: over } = life
  const letGo = () => life.abort()
  const emitter = createReportEmitter({ first, whenEmpty: letGo, report: setup.report })
  let { network } = first
  const tell = (report: WalletReport | undefined) => {
    network = report?.network ?? network
    emitter.emit(report)
  }
  const refresh = (signal: AbortSignal) =>
    withTimeout(within => speaker.read(network, within), silentMs, signal)
  let lastLook = 0
  /** Responses may arrive in any order; only the newest request counts. */
  const look = async () => {
    const mine = ++lastLook
    try {
      const report = await refresh(over)
      if (mine === lastLook) tell(report)
    } catch (error) {
      if (!over.aborted) setup.report(error)
    }
  }
  const stop = speaker.listen(news => {
    if (news === 'gone') tell(undefined)
    else void look()
  })
  over.addEventListener('abort', stop)
  setup.signal.addEventListener('abort', letGo, { signal: over })

  const { signMessage, signPsbt } = speaker
  const handle = createHandle({
    signMessage,
    signPsbt,
    async switchNetwork(next, signal) {
      if (!speaker.switchNetwork) throw new ChainError('WALLET_UNSUPPORTED')
      await speaker.switchNetwork(next, signal)
      lastLook++
      tell(await arrival(next, refresh, signal))
    },
  })
  return {
    handle,
    report: first,
    watch: emitter.watch,
    supports: speaker.supports,
    async disconnect(signal) {
      letGo()
      await withTimeout(async within => speaker.farewell?.(within), farewellMs, signal).catch(
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
