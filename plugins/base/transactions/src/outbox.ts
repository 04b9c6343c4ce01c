/** The outbox: what storage holds is untrusted (S13), and so is what another tab writes. */
import type { Read } from '@portico/kernel'
import { isNetworkId } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import {
  type ClosedRequest,
  fitLog,
  inFlight,
  isDescription,
  isEntryOf,
  isPlainWord,
  type OutboxEntry,
  type OutboxRequest,
  type OutboxState,
  type OutboxStatus,
  outboxEntries,
  outboxRequests,
  outboxSlice,
  type RequestLog,
  readOpenRequests,
  recentRequests,
  type StoredData,
  type Submission,
} from '@portico/kernel/transactions'
import { ofEarlierVersion } from './earlier-version.js'
import type { OutboxContext } from './refs.js'
import { keptOf } from './wording.js'

/** At most this many entries; those that are pending stay before those that have ended. */
const limit = 60
/** At most this many allowances, the newest: each that is pending is polled. */
const mostAllowances = 100
/** At most this many settled requests, each for a day: no open request guards for longer. */
const mostClosed = 20
const closedForMs = 24 * 60 * 60_000
/** Characters of the id of a bundle: EIP-5792 allows 4,096 bytes, in hex. */
export const longestId = 8_194
const longestData = 2_000
const deepestData = 5
const statuses: readonly OutboxStatus[] = [
  'pending',
  'unknown',
  'confirmed',
  'failed',
  'expired',
  'replaced',
  'sent',
  'bridged',
  'arrived',
  'refunded',
]

type Which = Pick<OutboxEntry, 'hash' | 'network'>
export const isPending = ({ status }: Pick<OutboxEntry, 'status'>): boolean =>
  ['pending', 'unknown', 'sent', 'bridged'].includes(status)

/**
 * Restores the outbox once storage was read. Entries that are unsound are left out. What another
 * tab did not know when it wrote is kept, and written back, so that the last write has all of it.
 * Two tabs do not answer each other forever: a tab that has nothing to add does not write.
 */
export const restoreOutbox = (context: OutboxContext): Promise<void> =>
  context.restore(outboxSlice, (saved, version, fresh) => {
    const found = version === 1 ? ofEarlierVersion(saved) : saved
    const log = readAll(found)
    if (fresh.phase === 'unread') return { phase: 'ready', log }
    const joined = join(log, fresh.log)
    // In a microtask, because the kernel does not write what this function answers: it is no change
    // of this page.
    if (joined.some(one => !log.includes(one)))
      queueMicrotask(() => !context.signal.aborted && write(context))
    return { phase: 'ready', log: joined }
  })
/** Adds what another log has, and says whether that is anything that the outbox has room for. */
export function addLog(context: OutboxContext, log: Log): boolean {
  const known = (context.state(outboxSlice) as Ready).log
  const all = join(log, known)
  const next = fittedLog(context, {
    requests: recentRequests(requestsIn(all)),
    entries: entriesIn(all).toSorted((one, other) => other.at - one.at),
  })
  const open = requestsIn(known).map(request => request.open)
  const isNew = (one: Log[number]) =>
    'open' in one ? !open.includes(one.open) : 'hash' in one && !findEntry(context, one)
  if (!next.some(isNew)) return false
  context.patch(outboxSlice, { log: next })
  return true
}
function join(saved: Log, mine: Log): Log {
  const closed = [
    ...saved,
    ...mine.filter(one => isClosed(one) && !closedIn(saved).includes(one.closed)),
  ].filter(isClosed)
  const isOpen = ({ open }: OutboxRequest) => !closedIn(closed).includes(open)
  // Another tab has settled it: what the wallet answers later does not open it again.
  for (const { open } of requestsIn(mine)) if (closedIn(saved).includes(open)) inFlight.delete(open)
  const isKept = ({ hash, was = hash }: OutboxEntry) =>
    ![hash, was].some(one => closedIn(closed).includes(one))
  return [
    ...joinRequests(requestsIn(saved), requestsIn(mine)).filter(isOpen),
    ...joinEntries(entriesIn(saved).filter(isKept), entriesIn(mine).filter(isKept)),
    ...closed,
  ]
}
/** A request ends only where a tab says so: a tab that never knew of it may write last. */
function joinRequests(
  saved: readonly OutboxRequest[],
  mine: readonly OutboxRequest[],
): readonly OutboxRequest[] {
  const isSame = (one: OutboxRequest) => (other: OutboxRequest) => other.open === one.open
  // The wallet request has failed: from then on the request guards for a day.
  const newest = saved.map(
    one =>
      (one.status === 'asked' &&
        mine.filter(({ status }) => status === 'unknown').find(isSame(one))) ||
      one,
  )
  return [...recentRequests(mine).filter(one => !saved.some(isSame(one))), ...newest]
}
const readEntries = (found: unknown): readonly OutboxEntry[] =>
  Array.isArray(found) ? found.flatMap(readEntry) : []
/**
 * No transaction is lost because two tabs write at once, one of which may run an earlier version.
 */
function joinEntries(
  saved: readonly OutboxEntry[],
  known: readonly OutboxEntry[],
): readonly OutboxEntry[] {
  const joined = saved.map(one => {
    const mine = known.find(other => isEntryOf(other, one))
    return mine ? joinEntry(one, mine) : one
  })
  // A bundle and its transaction may be two entries there, and one here.
  const newest = joined.filter(
    (one, at) =>
      joined.findIndex(({ hash, network }) => hash === one.hash && network === one.network) === at,
  )
  const own = known.filter(mine => !saved.some(one => isEntryOf(one, mine) || isEntryOf(mine, one)))
  return own.length
    ? limited(
        [...newest, ...own].sort((one, other) => other.at - one.at),
        isAllowance,
      )
    : newest
}
/**
 * The entry that another tab saved, with what only this page knows. Answers `saved` itself where
 * that is nothing.
 */
function joinEntry(saved: OutboxEntry, mine: OutboxEntry): OutboxEntry {
  // A tab that took an outcome back has kept the time of the outcome.
  const isTakenBack = isPending(saved) && saved.endedAt !== undefined
  // A tab that does not know the outcome yet, or the new hash, may write last.
  if (mine.hash !== saved.hash) return mine
  if (!isPending(mine) && isPending(saved) && !isTakenBack) return mine
  const findings = {
    // A cancel that a reorganization took back differs no more.
    ...(mine.differs &&
      !saved.differs &&
      !(mine.differs.isCancel && isTakenBack) && { differs: mine.differs }),
    ...(mine.isUnread && !saved.isUnread && { isUnread: true as const }),
    ...(mine.seen && !saved.seen && mine.status === saved.status && { seen: true }),
  }
  if (!Object.keys(findings).length) return saved
  const { description, ...others } = saved
  return {
    ...others,
    ...(description !== undefined && !findings.differs && { description }),
    ...findings,
  }
}
const isAllowance = ({ isAllowance }: OutboxEntry): boolean => isAllowance === true
/**
 * `stays`: those that are not counted among the others; there are at most `mostAllowances` of them.
 */
function limited(
  all: readonly OutboxEntry[],
  stays: (entry: OutboxEntry) => boolean,
): readonly OutboxEntry[] {
  const surplus = all.filter(stays).slice(mostAllowances)
  const entries = surplus.length ? all.filter(one => !surplus.includes(one)) : all
  const [pending, ended] = [isPending, (one: OutboxEntry) => !isPending(one)].map(isSuch =>
    entries.filter(one => isSuch(one) && !stays(one)).slice(0, limit),
  )
  const room = limit - (pending?.length ?? 0)
  return entries.filter(
    one => stays(one) || pending?.includes(one) || ended?.slice(0, room).includes(one),
  )
}

type Ready = Extract<OutboxState, { phase: 'ready' }>
export type Log = Ready['log']
export const readAll = (found: unknown): Log => [
  ...readOpenRequests(found, readSubmission),
  ...limited(readEntries(found), isAllowance),
  ...readClosed(found),
]
const isClosed = (one: Log[number]): one is ClosedRequest => 'closed' in one
const closedIn = (log: Log): readonly string[] =>
  log.flatMap(one => ('closed' in one ? one.closed : []))
const requestsIn = (log: Log): readonly OutboxRequest[] =>
  log.flatMap(one => ('open' in one ? one : []))
const entriesIn = (log: Log): readonly OutboxEntry[] =>
  log.flatMap(one => ('hash' in one ? one : []))
const readClosed = (found: unknown): readonly ClosedRequest[] =>
  (Array.isArray(found) ? found : []).flatMap(one => {
    const { closed, at } = Object(one) as Readonly<Record<keyof ClosedRequest, unknown>>
    return isPlainWord(closed, longestId) &&
      typeof at === 'number' &&
      Math.abs(Date.now() - at) < closedForMs
      ? { closed, at, seen: true }
      : []
  })

export const findEntry = (read: Read, which: Which): OutboxEntry | undefined =>
  outboxEntries(read).find(one => isEntryOf(one, which))
export function keepEntry(context: OutboxContext, entry: OutboxEntry): void {
  const others = outboxEntries(context).filter(other => !isEntryOf(other, entry))
  // By time: what is found late may be older than what came after it.
  write(context, { entries: [entry, ...others].sort((one, other) => other.at - one.at) })
}
export type EntryChange = {
  readonly [Key in Exclude<keyof OutboxEntry, 'network' | 'from' | 'kind' | 'data' | 'at'>]?:
    | OutboxEntry[Key]
    | undefined
}
/** Changes an entry; nothing where it is no longer known. Undefined removes a field. */
export function changeEntry(context: OutboxContext, which: Which, change: EntryChange): void {
  const known = outboxEntries(context)
  if (!known.some(one => isEntryOf(one, which))) return
  write(context, {
    entries: known.flatMap(one => (isEntryOf(one, which) ? readEntry({ ...one, ...change }) : one)),
  })
}
/**
 * Gives a bundle the hash of its transaction. False where an entry has this hash already: that one
 * stays, and the bundle is dropped.
 */
export function nameEntry(context: OutboxContext, bundle: OutboxEntry, hash: string): boolean {
  const { hash: was, network } = bundle
  const known = findEntry(context, { hash, network })
  if (!known || isEntryOf(known, bundle)) {
    changeEntry(context, bundle, { hash, was, isBundle: undefined, isWaiting: undefined })
    return true
  }
  write(context, {
    entries: outboxEntries(context).flatMap(one => {
      if (one === known) return { ...one, was }
      return isEntryOf(one, bundle) ? [] : one
    }),
  })
  return false
}
/** Removes an entry, so that no other tab brings it back. */
export function removeEntry(context: OutboxContext, entry: OutboxEntry): void {
  write(context, {
    entries: outboxEntries(context).filter(one => !isEntryOf(one, entry)),
    closed: [{ closed: entry.hash, at: Date.now(), seen: true }],
  })
}
/** The open requests; of one kind, where it is given. */
export const requestLog = (context: OutboxContext, kind?: string): RequestLog<Submission> => ({
  read: () => outboxRequests(context, kind),
  write(requests) {
    const known = outboxRequests(context)
    const others = kind === undefined ? [] : known.filter(({ subject }) => subject.kind !== kind)
    const next = [...requests, ...others].sort((one, other) => other.at - one.at)
    const closed = known.filter(({ open }) => !next.some(one => one.open === open))
    write(context, {
      requests: next,
      closed: closed.map(({ open }) => ({ closed: open, at: Date.now(), seen: true })),
    })
  },
})
/** Removes open requests that are too old to guard. */
export function removeOldRequests(context: OutboxContext): void {
  const { phase, log } = context.state(outboxSlice)
  if (phase === 'ready' && requestsIn(log).length > outboxRequests(context).length) write(context)
}
interface Change {
  readonly requests?: readonly OutboxRequest[]
  readonly entries?: readonly OutboxEntry[]
  /** In addition to those that are closed already. */
  readonly closed?: readonly ClosedRequest[]
}
function write(context: OutboxContext, change: Change = {}): void {
  const { log } = context.state(outboxSlice)
  const fitted = fittedLog(context, change)
  // Nothing is written over nothing: a page without transactions leaves no trace in storage.
  if (fitted.length || log.length) context.patch(outboxSlice, { log: fitted })
}
/** The log with a change, as far as it has room. */
function fittedLog(
  context: OutboxContext,
  { requests = outboxRequests(context), entries = outboxEntries(context), closed = [] }: Change,
) {
  const { log } = context.state(outboxSlice)
  // The host may add a transaction again that the person removed.
  const isStillGone = ({ closed }: ClosedRequest) => !entries.some(({ hash }) => hash === closed)
  const ended = readClosed([...closed, ...log])
    .filter(isStillGone)
    .slice(0, mostClosed)
  const kept = keptOf(context, entries)
  const stays = (one: OutboxEntry) => kept.includes(one)
  const isOver = (one: OutboxEntry | ClosedRequest) =>
    'closed' in one || !(isPending(one) || stays(one))
  return fitLog<OutboxRequest, OutboxEntry | ClosedRequest>(
    requests,
    [...limited(entries, stays), ...ended],
    isOver,
  )
}

function readEntry(found: unknown): readonly OutboxEntry[] {
  const fields = Object(found) as Readonly<Record<keyof OutboxEntry, unknown>>
  const {
    hash,
    was,
    isAdded,
    network,
    from,
    at,
    status,
    by,
    isBundle,
    isPart,
    blockAt,
    reason,
    endedAt,
    seen,
    description,
    isAbsent,
    isWaiting,
    isUnread,
    differs,
    replacement,
    arrival,
  } = fields
  const submission = readSubmission(found)
  if (
    !submission ||
    !isPlainWord(hash, isBundle === true ? longestId : undefined) ||
    !isPlainWord(from) ||
    !isNetworkId(network) ||
    !Number.isFinite(at) ||
    !statuses.some(one => one === status)
  )
    return []
  const second = readArrival(arrival)
  return [
    {
      hash,
      ...(isPlainWord(was, longestId) && { was }),
      ...(isAdded === true && { isAdded }),
      network,
      from,
      ...submission,
      at: at as number,
      status: status as OutboxStatus,
      ...(isPlainWord(by) && { by }),
      ...(isBundle === true && { isBundle }),
      ...(isPart === true && { isPart }),
      ...(Number.isFinite(blockAt) && { blockAt: blockAt as number }),
      ...(typeof reason === 'string' && { reason: displayText(reason, 200) ?? '' }),
      ...(Number.isFinite(endedAt) && { endedAt: endedAt as number }),
      seen: seen === true,
      ...(isDescription(description) && { description }),
      ...(isAbsent === true && { isAbsent }),
      ...(isWaiting === true && { isWaiting }),
      ...(isUnread === true && { isUnread }),
      ...(differs !== undefined && { differs: readDifference(differs) }),
      ...(isPlainWord(replacement) && { replacement }),
      ...(second && { arrival: second }),
    },
  ]
}
function readArrival(found: unknown): OutboxEntry['arrival'] {
  const { network, hash } = Object(found) as Readonly<Record<string, unknown>>
  return isNetworkId(network) ? { network, ...(isPlainWord(hash) && { hash }) } : undefined
}
function readDifference(found: unknown): NonNullable<OutboxEntry['differs']> {
  const { from, to, amount, spender, isCancel } = Object(found) as Readonly<Record<string, unknown>>
  return {
    ...(isPlainWord(from) && { from }),
    ...(isPlainWord(to) && { to }),
    ...(typeof amount === 'bigint' && amount >= 0n && { amount }),
    ...(isPlainWord(spender) && { spender }),
    ...(isCancel === true && { isCancel }),
  }
}
/** Undefined for what is not plain data, or too long. Features parse `data` themselves. */
export function readSubmission(found: unknown): Submission | undefined {
  const { kind, data, isAllowance } = Object(found) as Readonly<Record<keyof Submission, unknown>>
  if (!isPlainWord(kind, 40)) return undefined
  const known = readData(data, 0)
  return known === undefined || lengthOf(known) > longestData
    ? undefined
    : { kind, data: known, ...(isAllowance === true && { isAllowance }) }
}
const lengthOf = (data: StoredData): number =>
  JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).length
function readData(found: unknown, depth: number): StoredData | undefined {
  if (found === null || ['string', 'bigint', 'boolean'].includes(typeof found))
    return found as StoredData
  if (typeof found === 'number') return Number.isFinite(found) ? found : undefined
  if (typeof found !== 'object' || depth >= deepestData) return undefined
  if (Array.isArray(found)) {
    const list = found.map(one => readData(one, depth + 1))
    return list.some(one => one === undefined) ? undefined : (list as StoredData[])
  }
  const fields = Object.entries(found).filter(([, value]) => value !== undefined)
  const known = fields.map(([name, value]) => [name, readData(value, depth + 1)] as const)
  return known.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(known) as StoredData)
}
