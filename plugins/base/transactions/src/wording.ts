/** What people read of a transaction: the words of its feature, or general ones. */
import type { Read } from '@portico/kernel'
import { differsMessage } from '@portico/kernel/capabilities'
import { type Message, message } from '@portico/kernel/text'
import {
  type OutboxEntry,
  type Submission,
  type TransactionChange,
  type TransactionKind,
  type TransactionState,
  type TransactionWording,
  transactionKindsSlot,
} from '@portico/kernel/transactions'
import { TransactionError, type TransactionErrorCode } from './errors.js'

const errors: { readonly [Change in TransactionChange]?: TransactionErrorCode } = {
  failed: 'TRANSACTION_FAILED',
  expired: 'TRANSACTION_FAILED',
  replaced: 'TRANSACTION_REPLACED',
  undone: 'TRANSACTION_UNDONE',
  absent: 'TRANSACTION_ABSENT',
  cancelled: 'TRANSACTION_CANCELLED',
  notSent: 'TRANSACTION_NOT_SENT',
}
export const confirmedMessage = /* @__PURE__ */ message(
  'transactions.notice.confirmed',
  'Transaction confirmed',
)
export const unreadMessage = /* @__PURE__ */ message(
  'transactions.notice.unread',
  'Transaction confirmed, not compared',
)
export const failedMessage = /* @__PURE__ */ message(
  'transactions.notice.failed',
  'Transaction not carried out',
)
const titles = (): { readonly [State in TransactionState | 'open']?: Message } => ({
  open: message('transactions.notice.open', 'A transaction may have been sent'),
  unknown: message('transactions.notice.unknown', 'A transaction without a result yet'),
  waiting: message('transactions.notice.waiting', 'A transaction waits for other owners'),
  absent: message('transactions.notice.absent', 'A transaction that the network does not know'),
  different: message('transactions.notice.different', 'Not the transaction that you confirmed'),
  confirmed: confirmedMessage,
  unread: unreadMessage,
  replaced: message('transactions.notice.replaced', 'Transaction replaced by another one'),
  cancelled: message('transactions.notice.cancelled', 'Transaction cancelled'),
  failed: failedMessage,
  expired: failedMessage,
})
const pendingMessage = /* @__PURE__ */ message('transactions.notice.pending', 'Transaction pending')

/**
 * Of transactions whose kind no plugin describes: a host's own, or those of a feature that is no
 * longer included.
 */
export const generalWording = (): TransactionWording => ({
  isSound: () => true,
  activity: () => ({}),
  toast(_, change, { isUnread }) {
    if (change === 'started')
      return { kind: 'success', message: message('transactions.toast.started', 'Transaction sent') }
    const code = errors[change]
    if (code) return { kind: 'failure', error: new TransactionError(code) }
    return isUnread
      ? {
          kind: 'success',
          message: message(
            'transactions.toast.unread',
            'Your transaction is confirmed, but could not be compared with what you saw. Look at it in the explorer.',
          ),
        }
      : { kind: 'success', message: confirmedMessage }
  },
  alert: () => ({
    kind: 'failure',
    title: differsMessage,
    detail: message('transactions.differs', 'Look at the transaction in the explorer.'),
  }),
  title: (_, state) => titles()[state] ?? pendingMessage,
  detail: () => message('transactions.notice.detail', 'See its progress'),
})

// By the item of the slot: two kernels in one page share nothing.
const loaded = /* @__PURE__ */ new WeakMap<TransactionKind, TransactionWording>()
export const kindOf = ({ items }: Pick<Read, 'items'>, kind: string): TransactionKind | undefined =>
  items(transactionKindsSlot).find(({ id }) => id === kind)
/**
 * The wording of a transaction; a general one where no plugin has its kind, its data is unsound, or
 * before `loadWording`.
 */
export function wordingOf(read: Read, { kind, data }: Submission): TransactionWording {
  const item = kindOf(read, kind)
  const own = item && loaded.get(item)
  return own?.isSound(data) ? own : generalWording()
}
/**
 * The entries that their features keep although they have ended. Where the feature is not loaded,
 * every allowance: it may be unused.
 */
export function keptOf(read: Read, entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return [...new Set(entries.map(({ kind }) => kind))].flatMap(kind => {
    const item = kindOf(read, kind)
    const wording = item && loaded.get(item)
    const mine = entries.filter(one => one.kind === kind)
    return wording ? (wording.kept?.(mine) ?? []) : mine.filter(({ isAllowance }) => isAllowance)
  })
}
/** Whether the feature of this kind can read the data. True where no plugin has the kind. */
export function isSoundFor(read: Read, { kind, data }: Submission): boolean {
  const item = kindOf(read, kind)
  return (item && loaded.get(item)?.isSound(data)) ?? true
}
/** Loads the wording of a kind. Reports a failure, and leaves the general words. */
export async function loadWording(
  read: Read,
  kind: string,
  report: (error: unknown) => void,
): Promise<void> {
  const item = kindOf(read, kind)
  if (!item || loaded.has(item)) return
  await item.wording().then(wording => void loaded.set(item, wording), report)
}
