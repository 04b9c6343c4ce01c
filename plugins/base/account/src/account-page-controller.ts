/**
 * The account's page: which tab, and what the network says of the account. Loaded with the view.
 */
import { anySignal, delay, KernelError, latest } from '@portico/kernel'
import { type Account, accountPartsSlot } from '@portico/kernel/account'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { type Balance, type Names, namesCapability } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import {
  activeAccount,
  activeNamespace,
  connectionService,
  disconnectedEvent,
  sessionSlice,
} from '@portico/kernel/session'
import { shellSlice, trackedEvent } from '@portico/kernel/shell'
import { displayText } from '@portico/kernel/text'
import type { AccountPage, AccountPageState, BalancePhase, Profile } from './account-page.js'
import { type AccountContext, accountPageSlice } from './refs.js'
import { listKey, subjectOf, usedKey } from './select.js'

/** Rows that appear within so many milliseconds are requested in one batch. */
const togetherMs = 150

type Subject = NonNullable<ReturnType<typeof subjectOf>>

export function create(context: AccountContext): AccountPage {
  const question = latest(context.signal)
  /** Aborts with the last disconnect. */
  let session = new AbortController()
  const rests = new Map<NetworkId, number>()
  let pause: Promise<void> | undefined
  const now = () => context.state(accountPageSlice)
  const set = (change: Partial<AccountPageState>) => context.patch(accountPageSlice, change)

  /**
   * A handler that failed rests; a call during the pause starts no new pause. Kept by the monotonic
   * clock: a system clock that is set makes no rest longer.
   */
  const retryAt = (network: NetworkId, error: unknown) => {
    const left = (rests.get(network) ?? 0) - performance.now()
    if (codeOf(error) === 'COOLING_DOWN' && left > 0) return Date.now() + left
    rests.set(network, performance.now() + nativeBalanceEndpoint.coolDown)
    return Date.now() + nativeBalanceEndpoint.coolDown
  }
  const askBalance = async ({ account, network }: Subject, signal: AbortSignal) => {
    // A feature shows more than that in its place.
    if (context.items(accountPartsSlot).some(part => part.place === 'balance')) return
    set({ balance: { name: 'loading', ...lastOf(now().balance) } })
    try {
      const { value: balance, at } = await context.call(
        nativeBalanceEndpoint,
        { account, network },
        signal,
      )
      if (!signal.aborted) set({ balance: { name: 'known', last: { balance, at } } })
    } catch (error) {
      if (signal.aborted) return
      set({
        balance:
          codeOf(error) === 'NOT_HANDLED'
            ? { name: 'none' }
            : { name: 'unavailable', ...lastOf(now().balance), retryAt: retryAt(network, error) },
      })
    }
  }
  const askName = async ({ account, network }: Subject, signal: AbortSignal) => {
    for (const { value } of context.capabilities(namesCapability, network)) {
      try {
        const profile = profileOf(await value.reverse?.(account.address, network, signal))
        if (signal.aborted) return
        if (profile) return set({ profile })
      } catch (error) {
        if (signal.aborted) return
        context.report(error)
      }
    }
  }
  /** Opened for one namespace where a wallet is connected: that is the one to work in. */
  const workWhereOpened = () => {
    const { namespace } = context.state(shellSlice)
    const there =
      namespace && namespace !== activeNamespace(context)
        ? activeAccount(context, namespace)
        : undefined
    if (there) context.use(connectionService).activate(there.connection, there.address)
  }
  context.watch(read => read.state(shellSlice).namespace, workWhereOpened)
  workWhereOpened()
  context.on(disconnectedEvent, () => {
    question.stop()
    session.abort()
    session = new AbortController()
    context.reset(accountPageSlice)
  })
  /**
   * What is in use now is what its kind stands for; another kind of the same wallet is a choice.
   */
  let before: Account | undefined
  const use = (account: Account | undefined) => {
    if (account) set({ used: { ...now().used, [usedKey(account)]: account.address } })
    if (account && before?.connection === account.connection && before.type !== account.type)
      context.emit(trackedEvent, {
        name: 'SET_PREFERRED_ACCOUNT_TYPE',
        properties: { accountType: account.type },
      })
    before = account
  }
  context.watch(read => activeAccount(read), use)
  use(activeAccount(context))

  return {
    async selectTab(id) {
      set({ currentTab: id })
      if (id === 'activity') context.emit(trackedEvent, { name: 'CLICK_TRANSACTIONS' })
    },
    async refresh(given) {
      const signal = question.start(given)
      // A burst of changes is one question.
      await delay(0, signal).catch(() => undefined)
      if (signal.aborted) return
      const subject = subjectOf(context)
      if (!subject) return context.reset(accountPageSlice)
      if (subject.key !== now().subject) {
        context.update(accountPageSlice, state => {
          state.subject = subject.key
          state.balance = { name: 'loading' }
          delete state.profile
        })
      }
      await Promise.all([askBalance(subject, signal), askName(subject, signal)])
      // Given up: what was known before is known still.
      const { last } = lastOf(now().balance)
      if (question.isNewest(signal) && now().balance.name === 'loading' && last)
        set({ balance: { name: 'known', last } })
    },
    async readBalance(account, given) {
      const key = listKey(context, account)
      const { network } = context.state(sessionSlice).connections[account.connection] ?? {}
      if (!network) return
      const signal = anySignal([context.signal, session.signal, given])
      const list = (balance: Balance | undefined) =>
        signal.aborted || set({ listed: { ...now().listed, [key]: balance } })
      try {
        pause ??= delay(togetherMs, context.signal).finally(() => {
          pause = undefined
        })
        await pause
        signal.throwIfAborted()
        const { value } = await context.call(nativeBalanceEndpoint, { account, network }, signal)
        list(value)
      } catch {
        // The row has no figure. The account's own page says why.
        list(now().listed?.[key])
      }
    },
  }
}

const codeOf = (error: unknown) => (error instanceof KernelError ? error.code : undefined)
const lastOf = (balance: BalancePhase) =>
  'last' in balance && balance.last ? { last: balance.last } : {}

/** A name from outside, fit to be shown in one line. */
function profileOf(found: Awaited<ReturnType<NonNullable<Names['reverse']>>>): Profile | undefined {
  const name = displayText(found?.name)
  return name === undefined
    ? undefined
    : { name, ...(found?.imageUrl && { imageUrl: found.imageUrl }) }
}
