/**
 * Reads the outbox. Not in `outbox.ts`, because a page needs it only once something was submitted.
 */
import type { Read } from '../../refs.js'
import { recentRequests } from './open-requests.js'
import {
  type OutboxEntry,
  type OutboxRequest,
  outboxSlice,
  type TransactionState,
} from './outbox.js'

/**
 * Submitted transactions, newest first; of one kind, where it is given. None before storage is
 * parsed.
 */
export function outboxEntries({ state }: Read, kind?: string): readonly OutboxEntry[] {
  const { phase, log } = state(outboxSlice)
  return phase === 'unread'
    ? []
    : log.flatMap(one => ('hash' in one && (kind === undefined || one.kind === kind) ? one : []))
}
/**
 * Open requests, newest first; of one kind, where it is given. Those that are too old are left out.
 * None before storage is parsed.
 */
export function outboxRequests({ state }: Read, kind?: string): readonly OutboxRequest[] {
  const { phase, log } = state(outboxSlice)
  if (phase === 'unread') return []
  return recentRequests(log.flatMap(one => ('open' in one ? one : []))).filter(
    ({ subject }) => kind === undefined || subject.kind === kind,
  )
}
/** Whether an entry has this hash, or had it before its wallet paid a higher fee. */
export const isEntryOf = (
  { hash, was, network }: Pick<OutboxEntry, 'hash' | 'was' | 'network'>,
  which: Pick<OutboxEntry, 'hash' | 'network'>,
): boolean => network === which.network && (hash === which.hash || was === which.hash)

/**
 * What to show of a transaction: its status, unless the network has another one, or does not know
 * it.
 */
export function transactionState({
  status,
  differs,
  isAbsent,
  isWaiting,
  isUnread,
}: Pick<
  OutboxEntry,
  'status' | 'differs' | 'isAbsent' | 'isWaiting' | 'isUnread'
>): TransactionState {
  if (differs) return differs.isCancel ? 'cancelled' : 'different'
  if (isUnread && status === 'confirmed') return 'unread'
  const isOpen = status === 'pending' || status === 'unknown'
  return isOpen && isWaiting ? 'waiting' : isOpen && isAbsent ? 'absent' : status
}
