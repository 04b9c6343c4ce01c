/** A wallet in the page: asking it, and staying in step with it. Loads no SDK. */
import { type Dispose, withTimeout } from '@portico/kernel'
import { ChainError, type Connector, message, type NetworkId, type WalletLine, type WalletReport, walletProblem } from '@portico/kernel/contracts'
import type { InjectedWallet } from '../announcements.js'
import type { Eip155Setup } from '../options.js'
import { abortable } from './abortable.js'
import { type Eip155Port, networkOfChain } from './port.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { createAudience, reportedAccounts } from './wallet-line.js'

// Questions that no person has to answer; some wallets need their own server first.
const silentMs = 10_000
const farewellMs = 3000
// One frame: a burst of events is one reading.
const collapseMs = 16
// Some wallets tell what changed before it did.
const secondLookMs = 250

type RawRequest = (method: string, params: readonly unknown[]) => Promise<unknown>
type Ask = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>

export function createInjectedConnector(wallet: InjectedWallet, setup: Eip155Setup): Pick<Connector, 'connect' | 'restore'> {
  const raw = rawRequest(wallet)
  const ask = asker(raw, setup)
  const approve = approvals(raw, setup)

  return {
    async connect(_request, signal) {
      const accounts = readAccounts(await approve(signal))
      if (!accounts?.length) throw new ChainError('WALLET_ANSWER')
      const network = await withTimeout(within => readNetwork(ask, within), silentMs, signal)
      signal.throwIfAborted()
      return openLine(wallet, ask, { accounts: reportedAccounts(accounts), network }, setup)
    },
    async restore(_request, signal) {
      const report = await withTimeout(within => readReport(ask, within), silentMs, signal)
      return report.accounts.length ? openLine(wallet, ask, report, setup) : undefined
    },
  }
}

/** Asks the wallet by the function that was taken when it was met. */
function rawRequest({ provider, request }: InjectedWallet): RawRequest {
  const { apply } = Reflect
  // The wallet gets a copy of its own: some write on what they are given (ids, defaults), and nothing they do may change what we compare with.
  return async (method, params) => apply(request, provider, [params.length ? { method, params: structuredClone(params) } : { method }])
}

function asker(raw: RawRequest, { report }: Eip155Setup): Ask {
  return async (method, params, signal) => {
    signal.throwIfAborted()
    const answer = raw(method, params)
    answer.then(
      () => {
        if (signal.aborted) report(late(method))
      },
      () => undefined,
    )
    return abortable(answer, signal)
  }
}

const late = (method: string) =>
  new ChainError('WALLET_ANSWER', message('wallet.error.late', 'The wallet answered {method} after that was given up.', { method }))

/**
 * Asks for the person's approval. While a request is open and somebody waits for it, a second one joins it. After it was given up the wallet is asked again,
 * which opens its window again; a wallet that says "already pending" then still means the first request, and its answer counts.
 */
function approvals(raw: RawRequest, { report }: Eip155Setup): (signal: AbortSignal) => Promise<unknown> {
  let open: { readonly answer: Promise<unknown>; waiting: number } | undefined

  const again = (earlier: Promise<unknown>): Promise<unknown> => {
    const now = raw('eth_requestAccounts', []).catch(error => {
      if (walletProblem(error).kind === 'pending') return earlier
      throw error
    })
    return Promise.race([earlier.catch(() => now), now])
  }
  return async signal => {
    signal.throwIfAborted()
    if (!open?.waiting) {
      const answer = open ? again(open.answer) : raw('eth_requestAccounts', [])
      const mine = { answer, waiting: 0 }
      open = mine
      const close = () => {
        if (open === mine) open = undefined
      }
      answer.then(() => {
        close()
        if (!mine.waiting && !open?.waiting) report(late('eth_requestAccounts'))
      }, close)
    }
    const joined = open
    joined.waiting++
    try {
      return await abortable(joined.answer, signal)
    } finally {
      joined.waiting--
    }
  }
}

async function readNetwork(ask: Ask, signal: AbortSignal): Promise<NetworkId> {
  const chainId = readChainId(await ask('eth_chainId', [], signal))
  if (chainId === undefined) throw new ChainError('WALLET_ANSWER')
  return networkOfChain(chainId)
}

async function readReport(ask: Ask, signal: AbortSignal): Promise<WalletReport> {
  const none = (error: unknown) => {
    if (walletProblem(error).kind === 'unauthorized') return []
    throw error
  }
  const [answer, network] = await Promise.all([ask('eth_accounts', [], signal).catch(none), readNetwork(ask, signal)])
  const accounts = readAccounts(answer)
  if (!accounts) throw new ChainError('WALLET_ANSWER')
  return { accounts: reportedAccounts(accounts), network }
}

/** Every event is only a reason to read everything again: so their order, number and payload do not matter. */
function openLine({ provider }: InjectedWallet, ask: Ask, first: WalletReport, setup: Eip155Setup): WalletLine {
  const audience = createAudience(first, setup)
  const life = new AbortController()
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
