/** A Bitcoin wallet in the page: connecting, staying in step with it, leaving it. */
import { delay, withTimeout } from '@portico/kernel'
import {
  ChainError,
  type Connector,
  type ConnectRequest,
  createAudience,
  createJoin,
  type NetworkId,
  type WalletLine,
  type WalletReport,
  walletProblem,
} from '@portico/kernel/contracts'
import type { Bip122Setup } from '../options.js'
import type { FoundWallet } from './announcements.js'
import { createPort } from './port.js'
import type { Speaker } from './speaker.js'

// Questions that no person has to answer.
const silentMs = 10_000
const farewellMs = 3_000

/** Loads what the wallet's protocol needs, and nothing of the others'. */
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

export async function createPageConnector(wallet: FoundWallet, setup: Bip122Setup): Promise<Pick<Connector, 'connect' | 'restore'>> {
  const speaker = await speakerOf(wallet, setup)
  const join = createJoin()
  const approve = ({ network }: ConnectRequest, signal: AbortSignal) => join(speaker, network, within => speaker.connect(network, within), signal)

  return {
    async connect(request, signal) {
      const report = await approve(request, signal)
      if (!report.accounts.length) throw new ChainError('WALLET_ANSWER')
      return openLine(speaker, report, setup)
    },
    async restore({ network }, signal) {
      const report = await withTimeout(within => speaker.read(network, within), silentMs, signal)
      return report?.accounts.length ? openLine(speaker, report, setup) : undefined
    },
  }
}

function openLine(speaker: Speaker, first: WalletReport, setup: Bip122Setup): WalletLine {
  const life = new AbortController()
  const { signal: over } = life
  const letGo = () => life.abort()
  const audience = createAudience({ first, whenEmpty: letGo, report: setup.report })
  let { network } = first
  const tell = (report: WalletReport | undefined) => {
    network = report?.network ?? network
    audience.tell(report)
  }
  const refresh = (signal: AbortSignal) => withTimeout(within => speaker.read(network, within), silentMs, signal)
  let lastLook = 0
  /** Answers come in any order: only what was asked last counts. */
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
  const port = createPort({
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
    port,
    report: first,
    watch: audience.watch,
    supports: speaker.supports,
    async disconnect(signal) {
      letGo()
      await withTimeout(async within => speaker.farewell?.(within), farewellMs, signal).catch(error => {
        // A wallet that cannot be told, or that has forgotten this page already, is as disconnected as it gets.
        if (!['unsupported', 'unauthorized'].includes(walletProblem(error).kind)) throw error
      })
    },
  }
}

/** The report of a wallet that has arrived at a network. Some say yes before they are there, hence the second look. */
async function arrival(network: NetworkId, refresh: (signal: AbortSignal) => Promise<WalletReport | undefined>, signal: AbortSignal): Promise<WalletReport> {
  for (const wait of [0, 250, 1_000]) {
    await delay(wait, signal)
    const report = await refresh(signal)
    if (report?.network === network) return report
  }
  throw new ChainError('WALLET_NETWORK')
}
