/** Keeps the state of an injected wallet up to date. */
import { type Dispose, withTimeout } from '@portico/kernel'
import type { NetworkId } from '@portico/kernel/chain'
import type { WalletReport, WalletSession } from '@portico/kernel/connector-kit'
import { createWalletSession, type OpenSession } from '@portico/kernel/wallet'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { type Eip155Handle, networkOfChain } from './handle.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { readNetwork, readReport, silentMs } from './wallet-reading.js'
import type { SendRequest } from './wallet-requests.js'

const walletEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const
type WalletEvent = (typeof walletEvents)[number]
// How long a wallet that said it disconnected may take to answer.
const disconnectCheckMs = 3000
// One frame: a burst of events is one poll.
const collapseMs = 16
// Some wallets emit an event before their state changes.
const secondLookMs = 250

/** The payload of the last event of each name. */
export type LastEvents = ReadonlyMap<string, unknown>

/**
 * Opens a session. Every event only triggers a full read of the wallet, so order, number and
 * payload of events do not matter. `missed`: the events since `first` was requested.
 */
export function openSession(
  { provider }: InjectedWallet,
  sendRequest: SendRequest,
  first: WalletReport,
  missed: LastEvents,
  setup: Eip155Setup,
): WalletSession {
  let latest = first
  return createWalletSession(
    {
      network: first.network,
      report: () => latest,
      handle(session) {
        const poll = createPoll(sendRequest, session, setup, report => {
          latest = report
        })
        follow(provider, session.signal, poll, missed)
        return {
          request: sendRequest,
          network: within => readNetwork(sendRequest, within),
          refresh: poll.refresh,
          moveTo: () => false,
        } satisfies Eip155Handle
      },
      // Many wallets lack this method.
      disconnect: within => sendRequest('wallet_revokePermissions', [{ eth_accounts: {} }], within),
    },
    setup,
  )
}

/** What an event says of the state that follows it. */
interface Expected {
  accounts?: string
  network?: NetworkId
}
interface Poll {
  refresh(): Promise<void>
  /** Reads soon, and once more where the wallet is not yet in the expected state. */
  soon(expected?: Expected): void
  /** Reads soon; a wallet that does not answer has disconnected. */
  checkDisconnect(): void
}

/** Reads the wallet, one reading at a time. */
function createPoll(
  sendRequest: SendRequest,
  session: OpenSession,
  setup: Eip155Setup,
  keep: (report: WalletReport) => void,
): Poll {
  const { signal } = session
  let reading: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let disconnectedByWallet = false
  let expected: Expected = {}

  const readOnce = async () => {
    const awaited = expected
    expected = {}
    try {
      const report = await withTimeout(
        within => readReport(sendRequest, within),
        disconnectedByWallet ? disconnectCheckMs : silentMs,
        signal,
      )
      disconnectedByWallet = false
      session.update(() => keep(report))
      const isUnexpected =
        (awaited.network ?? report.network) !== report.network ||
        (awaited.accounts ?? addressesOf(report)) !== addressesOf(report)
      if (isUnexpected) readIn(secondLookMs)
    } catch (error) {
      if (signal.aborted) return
      if (!disconnectedByWallet) return setup.report(error)
      session.end()
    }
  }
  const refresh = (): Promise<void> => {
    again = true
    reading ??= (async () => {
      while (again && !signal.aborted) {
        again = false
        await readOnce()
      }
    })().finally(() => {
      reading = undefined
    })
    return reading
  }
  const readIn = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void refresh()
    }, ms)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  return {
    refresh,
    soon(next) {
      expected = { ...expected, ...next }
      readIn(collapseMs)
    },
    // Wallets emit "disconnect" for a lost node too, so the session ends only when the wallet no
    // longer responds.
    checkDisconnect() {
      disconnectedByWallet = true
      readIn(collapseMs)
    },
  }
}

/** Polls after each event of the wallet, and when the person returns to the page. */
function follow(
  provider: object,
  signal: AbortSignal,
  { soon, checkDisconnect }: Poll,
  missed: LastEvents,
): void {
  const events: Readonly<Record<WalletEvent, (payload: unknown) => void>> = {
    accountsChanged: accounts => soon({ accounts: JSON.stringify(readAccounts(accounts)) }),
    chainChanged(chainId) {
      const id = readChainId(chainId)
      soon(id === undefined ? {} : { network: networkOfChain(id) })
    },
    connect: () => soon(),
    disconnect: checkDisconnect,
  }
  for (const event of walletEvents) {
    signal.addEventListener('abort', listen(provider, event, events[event]))
    if (missed.has(event)) events[event](missed.get(event))
  }
  const onReturn = () => {
    if (!document.hidden) soon()
  }
  globalThis.document?.addEventListener('visibilitychange', onReturn, { signal })
}

const addressesOf = (report: WalletReport): string =>
  JSON.stringify(report.accounts.map(account => account.address))

/**
 * Runs the requests that open a session, and keeps what the wallet emits meanwhile: its accounts
 * may change after it has answered.
 */
export async function keepingEvents<Answer>(
  { provider }: InjectedWallet,
  run: (events: LastEvents) => Promise<Answer>,
): Promise<Answer> {
  const events = new Map<string, unknown>()
  const stops = walletEvents.map(event =>
    listen(provider, event, payload => void events.set(event, payload)),
  )
  try {
    return await run(events)
  } finally {
    for (const stop of stops) stop()
  }
}

/** Adds a listener by whichever event method the provider has; some have none. */
function listen(provider: object, event: string, listener: (payload: unknown) => void): Dispose {
  const call = (...names: readonly string[]) => {
    try {
      const methods = provider as Record<string, unknown>
      const method = names.map(name => methods[name]).find(one => typeof one === 'function')
      if (method) Reflect.apply(method as () => void, provider, [event, listener])
    } catch {
      // A provider without events is polled when the page becomes visible and on each request.
    }
  }
  call('on', 'addListener')
  return () => call('removeListener', 'off')
}
