/**
 * The past of the active account: its pages, and what was sent from here. Loaded with the tab, or
 * with the first transaction.
 */
import { anySignal, delay, latest, type TypeOf } from '@portico/kernel'
import { type HistoryQuery, historyPageEndpoint } from '@portico/kernel/backend'
import {
  type ActivityEntry,
  type ActivityPage,
  activityCapability,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import {
  disconnectedEvent,
  type SentTransaction,
  type transactionDiffersEvent,
  transactionRemovedEvent,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import { toastsService, trackedEvent, visibilityOf } from '@portico/kernel/shell'
import {
  isEntryOf,
  type OutboxEntry,
  outboxEntries,
  outboxService,
  type TransactionWording,
  transactionKindsSlot,
} from '@portico/kernel/transactions'
import { HistoryError } from './errors.js'
import type { History, HistoryState } from './history.js'
import { createPages, isUnlisted } from './pages.js'
import { filterSlice, type HistoryContext, historySlice, sentSlice } from './refs.js'
import { keyOf, soundPage } from './rules.js'
import { activityPlaces, subjectKey, subjectOf } from './select.js'

type Subject = NonNullable<ReturnType<typeof subjectOf>>
type Settled = TypeOf<typeof transactionSettledEvent>
type Differing = TypeOf<typeof transactionDiffersEvent>

/** Transactions of this session that are kept. */
const mostSent = 50

export function createController(context: HistoryContext) {
  const question = latest(context.signal)
  let isReported = false
  const following = new Map<string, AbortController>()
  /** The transactions whose outcome this controller has reported. */
  const reported = new Set<string>()
  const now = () => context.state(historySlice)
  const set = (change: Partial<HistoryState>) => context.patch(historySlice, change)
  const put = (next: string | undefined, change: Partial<HistoryState>) =>
    context.update(historySlice, state => {
      delete state.next
      Object.assign(state, change, next && { next })
    })

  const pages = createPages({
    async ask({ account, network }, cursor, signal) {
      const { value } = await context.call(
        historyPageEndpoint,
        { account, network, ...(cursor && { cursor }) },
        signal,
      )
      const sound = soundPage(value)
      if (!sound) throw new ChainError('CHAIN_ANSWER')
      return sound
    },
    show: (entries, hasMore) => put(hasMore ? 'more' : undefined, { entries }),
    undone: hash => change(hash, 'pending'),
  })
  const failed = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return
    if (isUnlisted(error)) return set({ phase: 'none', loading: false })
    set({ phase: 'unavailable', loading: false })
    context.emit(trackedEvent, { name: 'ERROR_FETCH_TRANSACTIONS' })
    if (isReported) return
    isReported = true
    context.use(toastsService).fail(new HistoryError('HISTORY', { cause: error }))
  }
  /** Runs a request with the loading state, and reports its failure. */
  const during = async (signal: AbortSignal, work: () => Promise<void>) => {
    set({ loading: true })
    try {
      await work()
      if (signal.aborted) return
      isReported = false
      set({ phase: 'known', loading: false })
    } catch (error) {
      failed(error, signal)
    } finally {
      // A cancelled request that no newer one replaces ends the loading state.
      if (signal.aborted && question.isNewest(signal)) set({ loading: false })
    }
  }
  const askNewest = async ({ places }: Subject, signal: AbortSignal) => {
    const { missing, error } = await pages.newest(places, signal)
    if (signal.aborted) return
    set({ missing })
    if (missing.length) throw error
  }

  let isRestored = false
  /** Lists what an earlier page submitted and is still pending. */
  const restorePending = async () => {
    await context.find(outboxService)?.restore()
    for (const entry of outboxEntries(context).toReversed()) {
      const activity = await activityOf(entry)
      // The chain's list has settled transactions, without the host's descriptions.
      const isListed = (one: OutboxEntry) =>
        isOpen(one) || (activity.description !== undefined && one.status !== 'replaced')
      if (!isListed(entry)) continue
      // In the meantime its outcome may have been reported, or its hash may have changed.
      const now = outboxEntries(context).find(one => isEntryOf(one, entry))
      if (!now || !isListed(now) || statusOf(now.hash)) continue
      const { hash, network, from, at, status } = now
      list({ hash, network, account: { address: from }, ...activity }, at, shownStatus(status))
    }
  }
  const isOpen = ({ status }: Pick<OutboxEntry, 'status'>) =>
    status === 'pending' || status === 'unknown'
  const shownStatus = (status: OutboxEntry['status']): ActivityEntry['metadata']['status'] =>
    isOpen({ status }) ? 'pending' : status === 'confirmed' ? status : 'failed'
  const activityOf = async (
    entry: OutboxEntry,
  ): Promise<ReturnType<TransactionWording['activity']>> => {
    const wording = await context
      .items(transactionKindsSlot)
      .find(({ id }) => id === entry.kind)
      ?.wording()
    return wording?.isSound(entry.data) ? wording.activity(entry) : {}
  }
  const list = (
    sent: Omit<SentTransaction, 'account'> & {
      readonly account: Pick<SentTransaction['account'], 'address'>
    },
    at: number,
    status: ActivityEntry['metadata']['status'] = 'pending',
  ) => {
    const { hash, network, account, operationType = 'execute', to = '', transfers = [] } = sent
    const { description, approved } = sent
    const metadata = {
      minedAt: new Date(at).toISOString(),
      chain: network,
      operationType,
      status,
      sentFrom: account.address,
      sentTo: to,
      hash,
    }
    const entry = {
      id: hash,
      metadata,
      transfers,
      ...(description && { description }),
      ...(approved && { approved }),
    }
    const mine = { subject: subjectKey(network, account), entry }
    context.update(
      sentSlice,
      state => void Object.assign(state, { list: [mine, ...state.list].slice(0, mostSent) }),
    )
  }

  const service: History = {
    async refresh(given) {
      if (!isRestored) restorePending().catch(context.report)
      isRestored = true
      const signal = question.start(given)
      // Several changes at once cause one request.
      await delay(0, signal).catch(() => undefined)
      if (signal.aborted) return
      const subject = subjectOf(context)
      if (!subject) return context.reset(historySlice)
      if (subject.key !== now().subject) {
        pages.reset()
        put(undefined, {
          subject: subject.key,
          entries: [],
          phase: 'loading',
          missing: [],
        })
      }
      await during(signal, () => askNewest(subject, signal))
    },
    async more(given) {
      const subject = subjectOf(context)
      if (!subject || subject.key !== now().subject || now().loading || !now().next) return
      context.emit(trackedEvent, { name: 'LOAD_MORE_TRANSACTIONS' })
      const signal = question.start(given)
      await during(signal, () => pages.next(signal))
    },
    pastValue: async entry => (await import('./past-values.js')).pastValueOf(context, entry),
    async filter(choice) {
      const of = activityPlaces(context)[0]?.key
      if (of) context.patch(filterSlice, { of, choice })
    },
  }

  const change = (hash: string, status: ActivityEntry['metadata']['status'] | undefined) =>
    context.update(sentSlice, state => {
      const at = state.list.findIndex(({ entry }) => entry.id === hash || keyOf(entry) === hash)
      const found = state.list[at]
      if (!found) return
      if (status === 'pending') delete found.entry.ending
      if (status) Object.assign(found.entry.metadata, { status })
      else state.list.splice(at, 1)
    })
  /**
   * What took its place stands in the list under its own hash. A transaction of the outbox that was
   * cancelled, or replaced by another one, stays with that outcome.
   */
  const replaced = (hash: string, network: NetworkId) => {
    const known = outboxEntries(context).find(one => isEntryOf(one, { hash, network }))
    const ending = known?.differs?.isCancel ? 'cancelled' : 'replaced'
    // A replacement with a higher fee has another hash.
    if (known?.status !== 'replaced') return change(hash, undefined)
    context.update(sentSlice, state => {
      const found = state.list.find(({ entry }) => entry.id === hash)?.entry
      if (found) Object.assign(found, { ending })
    })
    change(hash, 'failed')
  }
  const statusOf = (hash: string) =>
    context.state(sentSlice).list.find(({ entry }) => entry.id === hash)?.entry.metadata.status
  const isPending = (hash: string) => statusOf(hash) === 'pending'

  // A reorganisation makes the transaction pending again, after any reported outcome.
  context.on(transactionUndoneEvent, ({ hash }) => {
    context.invalidate(historyPageEndpoint)
    change(hash, 'pending')
  })
  context.on(transactionRemovedEvent, ({ hash }) => change(hash, undefined))
  context.on(disconnectedEvent, () => {
    for (const one of following.values()) one.abort()
    following.clear()
    question.stop()
    isRestored = false
    pages.reset()
    context.reset(historySlice)
    context.reset(sentSlice)
    context.reset(filterSlice)
  })

  return {
    service,
    /** From the chain itself. */
    async ask(
      { account, network, cursor }: HistoryQuery,
      signal: AbortSignal,
    ): Promise<ActivityPage> {
      const chain = context.capability(activityCapability, network)
      if (!chain) throw new ChainError('CHAIN_UNAVAILABLE')
      const { entries, next } = await chain.page(
        account,
        network,
        cursor?.slice('chain '.length),
        signal,
      )
      return { entries, ...(next && { next: `chain ${next}` }) }
    },
    /** Lists a sent transaction on top until its outcome is known. */
    async follow(sent: SentTransaction) {
      const { hash, network } = sent
      if (following.has(hash) || statusOf(hash)) return
      list(sent, Date.now())
      // The outbox polls it, and reports its outcome.
      if (outboxEntries(context).some(entry => isEntryOf(entry, { hash, network }))) return
      const own = new AbortController()
      following.set(hash, own)
      const learn = (outcome: TransactionOutcome | undefined) => {
        if (outcome && isPending(hash))
          context.emit(transactionSettledEvent, { hash, network, outcome })
        else if (!outcome && statusOf(hash) && !isPending(hash))
          context.emit(transactionUndoneEvent, { hash, network })
      }
      try {
        const signal = anySignal([own.signal, context.signal])
        const outcome = await context
          .capability(transactionsCapability, network)
          ?.confirm?.(hash, network, { signal, changed: learn, whenVisible: visibilityOf(context) })
        if (!outcome) return
        // No other answer was faster, so a reorganisation is followed here.
        if (isPending(hash)) reported.add(hash)
        learn(outcome)
      } catch (error) {
        if (!own.signal.aborted && !context.signal.aborted) context.report(error)
      }
    },
    /** Keeps the entry, without the recipient and amounts that the person confirmed. */
    differ({ hash, difference: { from, to, isCancel } }: Differing) {
      // A cancelled entry keeps its details beside its outcome.
      if (isCancel) return
      context.update(sentSlice, state => {
        const entry = state.list.find(one => one.entry.id === hash)?.entry
        if (!entry) return
        Object.assign(entry.metadata, {
          operationType: 'execute',
          sentTo: to ?? '',
          ...(from && { sentFrom: from }),
        })
        entry.transfers = []
        delete entry.description
      })
    },
    settle({ hash, network, outcome }: Settled) {
      if (!reported.has(hash)) following.get(hash)?.abort()
      context.invalidate(historyPageEndpoint)
      if (!isPending(hash)) return
      if (outcome.status === 'replaced') return replaced(hash, network)
      change(hash, outcome.status === 'confirmed' ? 'confirmed' : 'failed')
    },
  }
}
