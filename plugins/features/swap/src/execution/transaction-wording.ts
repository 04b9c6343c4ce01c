/** The texts of a swap: toasts, the alert, the row in the account. */
import type { Read } from '@portico/kernel'
import { absentMessage, differsMessage } from '@portico/kernel/capabilities'
import type { Alert } from '@portico/kernel/shell'
import { type Message, message, withValues } from '@portico/kernel/text'
import type {
  OutboxEntry,
  Submission,
  TransactionChange,
  TransactionState,
  TransactionToast,
  TransactionWording,
} from '@portico/kernel/transactions'
import { SwapError } from '../errors.js'
import { recordedIn } from '../quoting/format-amount.js'
import type { SwapRequest } from '../swap.js'
import { readSwap, swappedToMessage, swappingMessage, unusedIn } from './sent-swaps.js'

const nothing: SwapRequest = { kind: 'swap', sold: '?', bought: '' }
const swapIn = ({ data }: Pick<Submission, 'data'>): SwapRequest => readSwap(data) ?? nothing

// The reasons of Uniswap's TransferHelper, which other contracts use, too; and of OpenZeppelin's
// Pausable.
const saysHeld = /\b(STF|TF|ST)\b|paused/i
/**
 * Of a swap that the network did not carry out: whether its block was too late, or one of its
 * tokens could not be moved.
 */
export function failureOf(
  entry: Pick<OutboxEntry, 'data' | 'blockAt' | 'reason'>,
): 'late' | 'held' | undefined {
  const { deadline } = swapIn(entry)
  if (entry.blockAt !== undefined && deadline !== undefined && entry.blockAt > deadline)
    return 'late'
  return saysHeld.test(entry.reason ?? '') ? 'held' : undefined
}

function figuresOf(read: Read, { sold, bought }: Pick<SwapRequest, 'sold' | 'bought'>) {
  const recorded = recordedIn(read)
  return { from: recorded(sold), to: recorded(bought) }
}
/**
 * Builds the progress message of a swap, which may appear on any page. Hides amounts when the
 * person hides them.
 */
const swapping = (read: Read, swap: Pick<SwapRequest, 'sold' | 'bought'>): Message =>
  withValues(swappingMessage, figuresOf(read, swap))

const revertedMessages = (): { readonly [Failure in 'late' | 'held' | 'moved']: Message } => ({
  late: message(
    'swap.error.late',
    'Your swap reached the network too late and was not carried out. You still have your tokens.',
  ),
  held: message(
    'swap.error.held',
    'The network did not carry out your swap: one of its tokens could not be moved and may be paused. You still have your tokens.',
  ),
  moved: message(
    'swap.error.reverted',
    'The network did not carry out your swap: the price moved too far. You still have your tokens.',
  ),
})
function toast(
  read: Read,
  change: TransactionChange,
  of: Submission & Partial<OutboxEntry>,
): TransactionToast | undefined {
  const swap = swapIn(of)
  const fail = (error: SwapError): TransactionToast => ({ kind: 'failure', error })
  if (change === 'absent') return fail(new SwapError('SWAP_ABSENT', { sentence: absentMessage }))
  if (change === 'cancelled')
    return fail(
      new SwapError('SWAP_CANCELLED', {
        sentence: message('swap.error.cancelled', 'Your wallet cancelled this. Nothing was sent.'),
      }),
    )
  if (change === 'notSent')
    return fail(
      new SwapError('SWAP_NOT_SENT', {
        sentence: message(
          'swap.error.notSent',
          'Your wallet did not send the swap. You can swap again.',
        ),
      }),
    )
  // The form shows the outcome of an approval.
  if (swap.kind !== 'swap') return undefined
  if (change === 'started' || change === 'undone')
    return { kind: 'progress', message: swapping(read, swap) }
  if (change === 'confirmed')
    return {
      kind: 'success',
      message: of.isUnread
        ? message(
            'swap.status.unread',
            'Your swap is confirmed, but could not be compared with what you saw. Look at it in the explorer.',
          )
        : withValues(swappedToMessage, figuresOf(read, swap)),
    }
  if (change === 'failed')
    return fail(
      new SwapError('SWAP_REVERTED', { sentence: revertedMessages()[failureOf(of) ?? 'moved'] }),
    )
  if (change === 'expired')
    return fail(
      new SwapError('SWAP_DROPPED', {
        sentence: message(
          'swap.error.dropped',
          'The network did not include your swap in time. You still have your tokens.',
        ),
      }),
    )
  return fail(
    new SwapError('SWAP_REPLACED', {
      sentence: message('swap.error.replaced', 'Another transaction replaced your swap.'),
    }),
  )
}

const notSwappedMessage = /* @__PURE__ */ message('swap.notice.failed', '{from} not swapped')
const titles = (): {
  readonly [State in TransactionState]?: Message<'from' | 'to'> | Message<'from'>
} => ({
  unknown: message('swap.notice.unknown', '{from} for {to}: no answer yet'),
  waiting: message('swap.notice.waiting', '{from}: waiting for other owners'),
  absent: message('swap.notice.absent', '{from} for {to}: not known to the network'),
  confirmed: swappedToMessage,
  unread: message('swap.notice.unread', '{from} for {to}: confirmed, not compared'),
  replaced: message('swap.notice.replaced', '{from} for {to}: replaced by another transaction'),
  cancelled: message('swap.notice.cancelled', '{from} for {to}: cancelled, nothing sent'),
  failed: notSwappedMessage,
  expired: notSwappedMessage,
})
function title(read: Read, state: TransactionState | 'open', of: Submission): Message {
  const swap = swapIn(of)
  const { from, to } = figuresOf(read, swap)
  if (state === 'open')
    return swap.kind === 'swap'
      ? message('swap.notice.open', '{from}: may have been swapped', { from })
      : message('swap.notice.openApproval', '{from}: may have been allowed', { from })
  // An approval buys nothing.
  if (state === 'different')
    return message('swap.notice.different', 'Not what you confirmed: {sold}', {
      sold: to ? `${from} → ${to}` : from,
    })
  return withValues(titles()[state] ?? swappingMessage, { from, to })
}

/** Loaded with the first swap, or while one is pending. */
export const wording: TransactionWording = {
  isSound: data => readSwap(data) !== undefined,
  activity({ data }) {
    const { kind, approval, sold } = swapIn({ data })
    if (kind === 'swap') return { operationType: 'trade' }
    return { operationType: approval?.units === '0' ? 'revoke' : 'approve', approved: sold }
  },
  toast,
  alert: differenceOf,
  title,
  detail(_, entry) {
    if (entry.isWaiting)
      return message('swap.notice.waitingDetail', 'They have to sign it in your wallet')
    return entry.status === 'pending' && !entry.isAbsent
      ? message('swap.notice.pendingDetail', 'The network confirms it soon')
      : undefined
  },
  kept: unusedIn,
}

/** Describes a transaction that differs from what was shown. Stays until it is closed. */
function differenceOf(read: Read, entry: OutboxEntry): Alert {
  const swap = swapIn(entry)
  const { differs = {} } = entry
  const { kind } = swap
  const { from: sold, to: bought } = figuresOf(read, swap)
  const title = differsMessage
  const values = {
    sold: bought ? `${sold} → ${bought}` : sold,
    from: differs.from ?? '',
    to: differs.to ?? '',
    spender: differs.spender ?? '',
  }
  const alert = (detail: Alert['detail']): Alert => ({
    kind: 'failure',
    title,
    ...(detail && { detail }),
  })
  if (differs.from !== undefined)
    return alert(
      message(
        'swap.differs.sender',
        'You confirmed {sold}. Your wallet sent a transaction from {from} instead. Look at it in the explorer.',
        values,
      ),
    )
  if (differs.spender !== undefined && (kind === 'swap' || differs.to !== undefined))
    return alert(
      message(
        'swap.differs.approval',
        'You confirmed {sold}. Your wallet sent an approval instead: {spender} may take your tokens. Revoke it.',
        values,
      ),
    )
  if (differs.spender !== undefined)
    return alert(
      message(
        'swap.differs.spender',
        'You confirmed an approval of {sold}. Your wallet sent another one: {spender} may take your tokens. Revoke it in Swap.',
        values,
      ),
    )
  if (differs.to !== undefined)
    return alert(
      message(
        'swap.differs.recipient',
        'You confirmed {sold}. Your wallet sent a transaction to {to} instead. Look at it in the explorer.',
        values,
      ),
    )
  return alert(
    message(
      'swap.differs.unknown',
      'You confirmed {sold}. Your wallet sent something else. Look at it in the explorer.',
      values,
    ),
  )
}
