/**
 * Follows submitted transactions: one poll per hash, and the only place that reports an outcome.
 * Loads while a transaction is pending.
 */
import { nativeBalanceEndpoint, tokenBalancesEndpoint } from '@portico/kernel/backend'
import {
  type TransactionOutcome,
  transactionsCapability,
  type WhenVisible,
} from '@portico/kernel/capabilities'
import {
  connectedAccount,
  forgottenEvent,
  type SentTransaction,
  sessionSlice,
  transactionDiffersEvent,
  transactionRemovedEvent,
  transactionSentEvent,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import { toastsService, visibilityOf } from '@portico/kernel/shell'
import { ModalError } from '@portico/kernel/text'
import {
  type Difference,
  followSent,
  isEntryOf,
  type OutboxEntry,
  outboxEntries,
  type Submission,
} from '@portico/kernel/transactions'
import { announceChange, announceWaiting } from './announce.js'
import { untilForgotten } from './forgetting.js'
import { changeEntry, findEntry, isPending, keepEntry, nameEntry, removeEntry } from './outbox.js'
import { mayChangeSince, type OutboxContext } from './refs.js'
import { wordingOf } from './wording.js'

type Which = Pick<OutboxEntry, 'hash' | 'network'>
/** A hash that this page polls. */
interface Poll {
  readonly outcome: Promise<TransactionOutcome | undefined>
  /** Ends the poll, also where its chain only waits for a reorganization. */
  stop(): void
  /** A reorganization took the outcome back: the next opening of the modal polls the hash anew. */
  isUndone: boolean
}
/** What one page knows beside the outbox. */
interface Following {
  readonly polled: Map<string, Poll>
  /**
   * What was reported in this page, by hash. Another tab may write an outcome first: then it is
   * reported here once, too.
   */
  readonly reported: Map<string, OutboxEntry['status']>
}
// By context: two kernels in one page share nothing.
const followings = /* @__PURE__ */ new WeakMap<AbortSignal, Following>()
const keyOf = ({ hash, network }: Which): string => `${network} ${hash}`

function followingOf(context: OutboxContext): Following {
  const known = followings.get(context.signal)
  if (known) return known
  const own: Following = {
    polled: new Map(),
    reported: new Map(outboxEntries(context).map(entry => [keyOf(entry), entry.status])),
  }
  followings.set(context.signal, own)
  context.on(forgottenEvent, () => {
    for (const { stop } of own.polled.values()) stop()
    own.polled.clear()
    own.reported.clear()
  })
  context.watch(
    read => outboxEntries(read),
    entries => {
      for (const entry of entries) reportOnce(context, own, entry)
    },
  )
  return own
}
/** Reports what another tab has found out. */
function reportOnce(context: OutboxContext, { reported }: Following, entry: OutboxEntry): void {
  const key = keyOf(entry)
  const last = reported.get(key)
  // A bundle was not announced: its transaction has no name.
  if (last === entry.status || entry.isBundle) return
  reported.set(key, entry.status)
  const { hash, network } = entry
  const outcome = outcomeOf(entry)
  if (last === undefined && !outcome) return
  if (outcome) emitOutcome(context, { hash, network }, outcome)
  else if (last && outcomeOf({ status: last })) emitOutcome(context, { hash, network }, undefined)
}
function emitOutcome(
  context: OutboxContext,
  which: Which,
  outcome: TransactionOutcome | undefined,
): void {
  context.invalidate(nativeBalanceEndpoint)
  context.invalidate(tokenBalancesEndpoint)
  if (outcome) context.emit(transactionSettledEvent, { ...which, outcome })
  else context.emit(transactionUndoneEvent, which)
}

type Activity = Pick<
  SentTransaction,
  'operationType' | 'to' | 'transfers' | 'tokens' | 'description' | 'approved'
>
/**
 * What its feature says that a transaction does. An error in it is reported: the transaction is
 * stored and followed all the same.
 */
function activityOf(context: OutboxContext, of: Submission & Pick<OutboxEntry, 'from'>): Activity {
  try {
    return wordingOf(context, of).activity(of)
  } catch (error) {
    context.report(error)
    return {}
  }
}
/** How this page follows what it has just submitted. */
export interface Follow {
  /** Awaited before each poll. Undefined: the caller waits for the outcome. */
  readonly whenVisible: WhenVisible | undefined
  readonly activity?: Activity | undefined
  /** What the wallet answers to the bundle. */
  readonly named?: Promise<{ readonly hash: string }>
}
/**
 * Stores and follows a transaction, and announces what it does. A hash that is stored already, by
 * whichever plugin, is left as it is.
 */
export function record(
  context: OutboxContext,
  account: SentTransaction['account'],
  sent: Omit<OutboxEntry, 'from' | 'status' | 'seen'>,
  how: Follow = { whenVisible: visibilityOf(context) },
): boolean {
  const { hash, network } = sent
  const known = findEntry(context, sent)
  // A wallet may use the id of a bundle again, which EIP-5792 forbids, once the earlier bundle has
  // ended.
  const isReused = sent.isBundle && known && (known.hash !== hash || !isPending(known))
  if (known && !isReused) return false
  if (isReused) changeEntry(context, known, { was: undefined })
  const entry: OutboxEntry = { ...sent, from: account.address, status: 'pending', seen: false }
  followingOf(context).reported.set(keyOf(entry), entry.status)
  keepEntry(context, entry)
  if (!entry.isBundle)
    context.emit(transactionSentEvent, {
      hash,
      network,
      account,
      ...(how.activity ?? activityOf(context, entry)),
    })
  // Also after its wallet has disconnected.
  void follow(context, entry, how)
  return true
}

/**
 * Follows each transaction that is pending, or whose outcome may still change, once a wallet is
 * connected.
 */
export function followAll(context: OutboxContext): void {
  followingOf(context)
  if (!Object.keys(context.state(sessionSlice).connections).length) return
  for (const entry of outboxEntries(context))
    if (!outcomeOf(entry) || (!entry.isBundle && (entry.endedAt ?? 0) > mayChangeSince()))
      void follow(context, entry, { whenVisible: visibilityOf(context) })
}
/** The outcome of a transaction: the one that was reported, or the one that this page waits for. */
export async function outcome(
  context: OutboxContext,
  which: Which,
): Promise<TransactionOutcome | undefined> {
  const entry = findEntry(context, which)
  if (!entry) return undefined
  const poll = followingOf(context).polled.get(keyOf(entry))
  return outcomeOf(entry) ?? (poll?.isUndone ? undefined : poll?.outcome)
}

/** Follows a transaction, once per hash. Never rejects. */
function follow(
  context: OutboxContext,
  entry: OutboxEntry,
  how: Follow,
): Promise<TransactionOutcome | undefined> {
  const { polled } = followingOf(context)
  const key = keyOf(entry)
  const known = polled.get(key)
  if (known && !known.isUndone) return known.outcome
  known?.stop()
  const stopped = new AbortController()
  const outcome = entry.isBundle
    ? followBundle(context, entry, how, stopped.signal)
    : poll(context, entry, how.whenVisible, stopped.signal)
  polled.set(key, { outcome, stop: () => stopped.abort(), isUndone: false })
  return outcome
}
/** Waits until the wallet names the transaction of a bundle, and follows that. */
async function followBundle(
  context: OutboxContext,
  entry: OutboxEntry,
  how: Follow,
  stopped: AbortSignal,
): Promise<TransactionOutcome | undefined> {
  const { polled, reported } = followingOf(context)
  const forgotten = untilForgotten(context)
  // Handled below, once the code has loaded.
  how.named?.catch(() => undefined)
  try {
    const { nameBundle, isBundleOf } = await import('./bundles.js')
    const named = await nameBundle(context, entry, how, stopped)
    if (forgotten.aborted || stopped.aborted) return undefined
    if (!named || 'status' in named) return named
    const { account, hash } = named
    const { network } = entry
    const known = findEntry(context, entry)
    // Another tab has announced the transaction already, and may know its outcome.
    if (known && !isBundleOf(known, entry))
      return await follow(context, known, { whenVisible: how.whenVisible })
    // An open request that found the transaction before the wallet answered has announced it.
    if (nameEntry(context, entry, hash)) {
      reported.set(keyOf({ hash, network }), 'pending')
      context.emit(transactionSentEvent, {
        hash,
        network,
        account,
        ...(how.activity ?? activityOf(context, entry)),
      })
    }
    return await follow(context, findEntry(context, { hash, network }) ?? { ...entry, hash }, {
      whenVisible: how.whenVisible,
    })
  } catch (error) {
    if (!context.signal.aborted) context.report(error)
    return undefined
  } finally {
    polled.delete(keyOf(entry))
  }
}

/**
 * Never rejects. Where the network gives no answer for long, it is polled again when the modal is
 * opened the next time. An outcome is reported only of a transaction that was compared with what
 * was shown.
 */
async function poll(
  context: OutboxContext,
  entry: OutboxEntry,
  whenVisible: WhenVisible | undefined,
  stopped: AbortSignal,
): Promise<TransactionOutcome | undefined> {
  // Reserved: nothing polls a transaction across two networks yet.
  if (entry.arrival) return undefined
  const { network } = entry
  let { hash } = entry
  const { polled, reported } = followingOf(context)
  let key = keyOf(entry)
  const which = () => ({ hash, network })
  const find = () => findEntry(context, which())
  const learn = (outcome: TransactionOutcome | undefined) => {
    if (stopped.aborted) return
    const own = polled.get(key)
    if (own) own.isUndone = !outcome
    become(context, which(), outcome)
  }
  const absent = () => {
    // A full log may have dropped the entry.
    const known = find() ?? entry
    if (!known.isAbsent) announceChange(context, 'absent', known)
    changeEntry(context, which(), { isAbsent: true, isWaiting: undefined, seen: false })
  }
  const waiting = () => announceWaiting(context, which())
  const unread = () =>
    changeEntry(context, which(), { isAbsent: undefined, isWaiting: undefined, isUnread: true })
  const compared = (differs: Difference | undefined) => {
    changeEntry(context, which(), {
      isAbsent: undefined,
      isWaiting: undefined,
      ...(differs && { description: undefined, differs, seen: false }),
    })
    if (!differs) return
    context.emit(transactionDiffersEvent, { ...which(), difference: differs })
    // A full log may have dropped the entry: the person is notified all the same.
    const known = find() ?? { ...entry, hash, differs }
    if (differs.isCancel) return announceChange(context, 'cancelled', known)
    const { dismiss, alert } = context.use(toastsService)
    // A toast that says that the transaction was sent would deny the alert below it.
    dismiss()
    alert(wordingOf(context, known).alert(context, known))
  }
  const isOther = (by: string) =>
    outboxEntries(context).some(
      one => isEntryOf(one, { hash: by, network }) && !isEntryOf(one, which()),
    )
  const renamed = (by: string) => {
    const was = hash
    // Another tab may have renamed it already, and may know its outcome.
    if (find()?.hash !== by) {
      reported.set(keyOf({ hash: by, network }), 'pending')
      changeEntry(context, which(), {
        ...{ hash: by, was, status: 'pending', by: undefined, endedAt: undefined },
        ...{ isAbsent: undefined, isWaiting: undefined, seen: false },
      })
    }
    const followed = polled.get(key)
    polled.delete(key)
    hash = by
    key = keyOf(which())
    if (followed) polled.set(key, followed)
    context.emit(transactionSettledEvent, {
      hash: was,
      network,
      outcome: { status: 'replaced', by },
    })
    const account = connectedAccount(context, network, entry.from)
    if (account)
      context.emit(transactionSentEvent, { hash, network, account, ...activityOf(context, entry) })
  }
  try {
    // Its description did not fit into storage. An entry with an outcome, which a reorganization
    // may have taken back, was compared before it was reported.
    const isDescribed =
      entry.isAdded ||
      entry.description !== undefined ||
      entry.differs ||
      entry.endedAt !== undefined
    if (!isDescribed && context.capability(transactionsCapability, network)?.compare)
      changeEntry(context, which(), { isUnread: true })
    const listener = { absent, waiting, unread, compared, isOther, renamed, changed: learn }
    // The chain goes on to report for as long as the outcome may change.
    const ended = await followSent(context, entry, listener, {
      whenVisible,
      said: outcomeOf(entry),
      stopped,
      replacement: entry.replacement,
    })
    learn(ended)
    return ended
  } catch (error) {
    if (context.signal.aborted || stopped.aborted) return undefined
    polled.delete(key)
    if (!outcomeOf(find() ?? entry)) changeEntry(context, which(), { status: 'unknown' })
    if (!(error instanceof ModalError)) context.report(error)
    return undefined
  }
}

/** What was reported of it. */
function outcomeOf({
  status,
  by = '',
}: Pick<OutboxEntry, 'status' | 'by'>): TransactionOutcome | undefined {
  if (status === 'replaced') return { status, by }
  return status === 'confirmed' || status === 'failed' || status === 'expired'
    ? { status }
    : undefined
}

/** Undefined: no block has it any more. */
function become(
  context: OutboxContext,
  which: Which,
  outcome: TransactionOutcome | undefined,
): void {
  const entry = findEntry(context, which)
  const { status } = outcome ?? { status: 'pending' }
  // Forgotten, reported by another tab already, or without an outcome that could be taken back.
  if (!entry || entry.status === status || (!outcome && isPending(entry))) return
  const { hash, network, differs } = entry
  // A reorganization took the cancel back: what was cancelled may be mined after all.
  const isUncancelled = !outcome && entry.status === 'replaced' && differs?.isCancel
  const facts =
    outcome && outcome.status !== 'replaced'
      ? {
          blockAt: outcome.at,
          ...(outcome.reason !== undefined && { reason: outcome.reason.slice(0, 200) }),
        }
      : {}
  followingOf(context).reported.set(keyOf(entry), status)
  changeEntry(context, entry, {
    ...{ status, isAbsent: undefined, isWaiting: undefined, ...facts },
    // What its feature says of an allowance it says for as long as the allowance stands.
    seen:
      entry.isAllowance === true &&
      outcome !== undefined &&
      (!differs || differs.isCancel === true),
    ...(isUncancelled && { differs: undefined }),
    ...(outcome && { description: undefined, endedAt: Date.now() }),
    ...(outcome?.status === 'replaced' && { by: outcome.by }),
  })
  emitOutcome(context, { hash, network }, outcome)
  // What was sent instead was announced already, and stays.
  if (!differs || isUncancelled)
    announceChange(
      context,
      outcome ? outcome.status : 'undone',
      findEntry(context, which) ?? { ...entry, status },
    )
}

/** The person has seen the outcome. */
export function acknowledge(context: OutboxContext, which: Which): void {
  const entry = findEntry(context, which)
  if (entry && !isPending(entry)) changeEntry(context, which, { seen: true })
}
/** The person does not want to follow it any longer. It may still happen. */
export function remove(context: OutboxContext, which: Which): void {
  const entry = findEntry(context, which)
  if (!entry || !isPending(entry)) return
  const { polled, reported } = followingOf(context)
  polled.get(keyOf(entry))?.stop()
  polled.delete(keyOf(entry))
  reported.delete(keyOf(entry))
  removeEntry(context, entry)
  const { hash, network } = entry
  context.emit(transactionRemovedEvent, { hash, network })
}
