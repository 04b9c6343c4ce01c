/** Staying in step with a wallet in the page. */
import { type Dispose, withTimeout } from '@portico/kernel'
import { createAudience, type NetworkId, type WalletLine, type WalletReport } from '@portico/kernel/contracts'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'
import { type Eip155Port, networkOfChain } from './port.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { readNetwork, readReport, silentMs } from './wallet-reading.js'
import type { Ask } from './wallet-requests.js'

// A wallet that says goodbye, or is told so, gets no longer than that.
const farewellMs = 3000
// One frame: a burst of events is one reading.
const collapseMs = 16
// Some wallets tell what changed before it did.
const secondLookMs = 250

/** Every event is only a reason to read everything again: so their order, number and payload do not matter. */
export function openLine({ provider }: InjectedWallet, ask: Ask, first: WalletReport, setup: Eip155Setup): WalletLine {
  const life = new AbortController()
  const audience = createAudience({ first, whenEmpty: () => life.abort(), report: setup.report })
  const { signal } = life
  let reading: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let hungUp = false
  let expected: { accounts?: string; network?: NetworkId } = {}

  const readOnce = async () => {
    const hoped = expected
    expected = {}
    try {
      const report = await withTimeout(within => readReport(ask, within), hungUp ? farewellMs : silentMs, signal)
      hungUp = false
      audience.tell(report)
      const surprised = (hoped.network ?? report.network) !== report.network || (hoped.accounts ?? addressesOf(report)) !== addressesOf(report)
      if (surprised) soon(secondLookMs)
    } catch (error) {
      if (signal.aborted) return
      if (!hungUp) return setup.report(error)
      audience.tell(undefined)
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
  // Wallets say "disconnect" for a lost node too: only one that has no answer any more has hung up.
  const onDisconnect = () => {
    hungUp = true
    soon()
  }
  const events: readonly (readonly [string, (payload: unknown) => void])[] = [
    ['accountsChanged', onAccounts],
    ['chainChanged', onChain],
    ['connect', () => soon()],
    ['disconnect', onDisconnect],
  ]
  for (const [event, listener] of events) signal.addEventListener('abort', listen(provider, event, listener))
  const onReturn = () => {
    if (!document.hidden) soon()
  }
  globalThis.document?.addEventListener('visibilitychange', onReturn, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  setup.signal.addEventListener('abort', () => life.abort(), { signal })

  const port: Eip155Port = { request: ask, network: within => readNetwork(ask, within), refresh, moveTo: () => false }
  return {
    port,
    report: first,
    watch: audience.watch,
    async disconnect(within) {
      life.abort()
      // Where the wallet can be told. Many cannot, and none may keep the person connected.
      await withTimeout(one => ask('wallet_revokePermissions', [{ eth_accounts: {} }], one), farewellMs, within).catch(() => undefined)
    },
  }
}

const addressesOf = (report: WalletReport): string => JSON.stringify(report.accounts.map(account => account.address))

/** Listens on a provider, whichever of the usual names it has for that; some have none. */
function listen(provider: object, event: string, listener: (payload: unknown) => void): Dispose {
  const call = (...names: readonly string[]) => {
    try {
      const methods = provider as Record<string, unknown>
      const method = names.map(name => methods[name]).find(one => typeof one === 'function')
      if (method) Reflect.apply(method as () => void, provider, [event, listener])
    } catch {
      // A provider that cannot tell of changes is read again when the page is shown and when it is asked.
    }
  }
  call('on', 'addListener')
  return () => call('removeListener', 'off')
}
