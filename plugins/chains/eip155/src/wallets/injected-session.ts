/** Keeps the state of an injected wallet up to date. */
import { type Dispose, withTimeout } from '@portico/kernel'
import type { NetworkId } from '@portico/kernel/chain'
import {
  createReportEmitter,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { type Eip155Handle, networkOfChain } from './handle.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { readNetwork, readReport, silentMs } from './wallet-reading.js'
import type { SendRequest } from './wallet-requests.js'

// How long a disconnect may take, in either direction.
const farewellMs = 3000
// One frame: a burst of events is one poll.
const collapseMs = 16
// Some wallets emit an event before their state changes.
const secondLookMs = 250

/**
 * Opens a session. Every event only triggers a full read of the wallet, so order, number and
 * payload of events do not matter.
 */
export function openSession(
  { provider }: InjectedWallet,
  sendRequest: SendRequest,
  first: WalletReport,
  setup: Eip155Setup,
): WalletSession {
  const life = new AbortController()
  const emitter = createReportEmitter({
    first,
    whenEmpty: () => life.abort(),
    report: setup.report,
  })
  const { signal } = life
  let reading: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let disconnectedByWallet = false
  let expected: { accounts?: string; network?: NetworkId } = {}

  const readOnce = async () => {
    const hoped = expected
    expected = {}
    try {
      const report = await withTimeout(
        within => readReport(sendRequest, within),
        disconnectedByWallet ? farewellMs : silentMs,
        signal,
      )
      disconnectedByWallet = false
      emitter.emit(report)
      const surprised =
        (hoped.network ?? report.network) !== report.network ||
        (hoped.accounts ?? addressesOf(report)) !== addressesOf(report)
      if (surprised) soon(secondLookMs)
    } catch (error) {
      if (signal.aborted) return
      if (!disconnectedByWallet) return setup.report(error)
      emitter.emit(undefined)
      life.abort()
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
  const soon = (ms = collapseMs) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void refresh()
    }, ms)
  }

  const onAccounts = (accounts: unknown) => {
    expected.accounts = JSON.stringify(readAccounts(accounts))
    soon()
  }
  const onChain = (chainId: unknown) => {
    const id = readChainId(chainId)
    if (id !== undefined) expected.network = networkOfChain(id)
    soon()
  }
  // Wallets emit "disconnect" for a lost node too, so the session ends only when the wallet no
  // longer responds.
  const onDisconnect = () => {
    disconnectedByWallet = true
    soon()
  }
  const events: readonly (readonly [string, (payload: unknown) => void])[] = [
    ['accountsChanged', onAccounts],
    ['chainChanged', onChain],
    ['connect', () => soon()],
    ['disconnect', onDisconnect],
  ]
  for (const [event, listener] of events)
    signal.addEventListener('abort', listen(provider, event, listener))
  const onReturn = () => {
    if (!document.hidden) soon()
  }
  globalThis.document?.addEventListener('visibilitychange', onReturn, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  setup.signal.addEventListener('abort', () => life.abort(), { signal })

  const handle: Eip155Handle = {
    request: sendRequest,
    network: within => readNetwork(sendRequest, within),
    refresh,
    moveTo: () => false,
  }
  return {
    handle,
    report: first,
    watch: emitter.watch,
    async disconnect(within) {
      life.abort()
      // Many wallets lack this method, and no failure of it may keep the person connected.
      await withTimeout(
        one => sendRequest('wallet_revokePermissions', [{ eth_accounts: {} }], one),
        farewellMs,
        within,
      ).catch(() => undefined)
    },
  }
}

const addressesOf = (report: WalletReport): string =>
  JSON.stringify(report.accounts.map(account => account.address))

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
