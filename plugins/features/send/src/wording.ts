/** The texts of a transfer: toasts, the alert, the row in the account, the receipt. */
import type { Read } from '@portico/kernel'
import { differsMessage } from '@portico/kernel/capabilities'
import { networkOf, type Token } from '@portico/kernel/chain'
import { activeNetwork, type SentTransaction } from '@portico/kernel/session'
import type { Alert } from '@portico/kernel/shell'
import {
  allDigits,
  displayAmountIn,
  displayText,
  formatAmount,
  type Message,
  message,
  shortenAddress,
  textSlice,
  withValues,
} from '@portico/kernel/text'
import type {
  OutboxEntry,
  StoredData,
  TransactionChange,
  TransactionState,
  TransactionWording,
} from '@portico/kernel/transactions'
import { SendError, type SendErrorCode } from './errors.js'
import type { Payment } from './send.js'
import { figuresOf, readPayment } from './sent-transfers.js'

const sentAmountMessage = /* @__PURE__ */ message('send.toast.sent', 'Sent {amount} {symbol}')
const notSentMessage = /* @__PURE__ */ message('send.notice.failed', '{amount} {symbol} not sent')

const errors: { readonly [Change in TransactionChange]?: SendErrorCode } = {
  failed: 'SEND_REVERTED',
  expired: 'SEND_REVERTED',
  replaced: 'SEND_REPLACED',
  undone: 'SEND_UNDONE',
  absent: 'SEND_ABSENT',
  cancelled: 'SEND_CANCELLED',
  notSent: 'SEND_NOT_SENT',
}
const titles = (): {
  readonly [State in TransactionState | 'open']?: Message<'amount' | 'symbol'>
} => ({
  open: message('send.notice.open', '{amount} {symbol}: may have been sent'),
  unknown: message('send.notice.unknown', '{amount} {symbol}: no answer yet'),
  waiting: message('send.notice.waiting', '{amount} {symbol}: waiting for other owners'),
  absent: message('send.notice.absent', '{amount} {symbol}: not known to the network'),
  different: message('send.notice.different', 'Not what you confirmed: {amount} {symbol}'),
  confirmed: sentAmountMessage,
  unread: message('send.notice.unread', '{amount} {symbol}: confirmed, not compared'),
  replaced: message('send.notice.replaced', '{amount} {symbol}: replaced by another transaction'),
  cancelled: message('send.notice.cancelled', '{amount} {symbol}: cancelled, nothing sent'),
  failed: notSentMessage,
  expired: notSentMessage,
})
const pendingMessage = /* @__PURE__ */ message('send.notice.pending', 'Sending {amount} {symbol}')
const nothing: Payment = { to: '', symbol: '?', decimals: 0, amount: 0n }
const paymentIn = (data: StoredData): Payment => readPayment(data) ?? nothing

/** Builds the activity of a payment, for plugins that list transactions. */
export function activityOf(
  { to, amount, decimals, symbol, asset }: Payment,
  from: string,
  token: Pick<Token, 'name' | 'imageUrl'> = { name: symbol },
): Pick<SentTransaction, 'operationType' | 'to' | 'transfers'> {
  return {
    operationType: 'send',
    to,
    transfers: [
      {
        direction: to === from ? 'self' : 'out',
        fungible_info: {
          name: token.name,
          symbol,
          ...(asset && { asset }),
          ...(token.imageUrl && { icon: { url: token.imageUrl } }),
        },
        quantity: { numeric: formatAmount(amount, decimals) },
      },
    ],
  }
}

/** Loaded with the first review, or while a transfer is pending. */
export const wording: TransactionWording = {
  isSound: data => readPayment(data) !== undefined,
  activity: ({ data, from }) => activityOf(paymentIn(data), from),
  toast(read, change, entry) {
    if (change === 'started')
      return { kind: 'success', message: message('send.toast.started', 'Transaction started') }
    const code = errors[change]
    if (code) return { kind: 'failure', error: new SendError(code) }
    return { kind: 'success', message: arrivalOf(read, entry) }
  },
  alert: differenceOf,
  title: (read, state, { data }) =>
    withValues(titles()[state] ?? pendingMessage, figuresOf(read, paymentIn(data))),
  detail(_, { data }) {
    const { name, to } = paymentIn(data)
    return message('send.notice.to', 'to {recipient}', { recipient: name ?? shortenAddress(to) })
  },
}

/**
 * What is said of a transfer that arrived. It may come long after, over any page, so it is hidden
 * with all amounts.
 */
export function arrivalOf(
  read: Read,
  {
    data,
    network,
    isUnread,
  }: Pick<OutboxEntry, 'data' | 'network'> & { readonly isUnread?: true | undefined },
): Message {
  if (isUnread)
    return message(
      'send.toast.unread',
      'Your payment is confirmed, but could not be compared with what you saw. Look at it in the explorer.',
    )
  const values = figuresOf(read, paymentIn(data))
  const where =
    network === activeNetwork(read) ? undefined : displayText(networkOf(read, network)?.name)
  return where
    ? message('send.toast.sentOn', 'Sent {amount} {symbol} on {network}', {
        ...values,
        network: where,
      })
    : withValues(sentAmountMessage, values)
}

/**
 * Describes a transaction that differs from what was shown. Shows every figure, even when the
 * person hides amounts, because the money is spent.
 */
function differenceOf(read: Read, { data, differs = {} }: OutboxEntry): Alert {
  const { amount, decimals, symbol, to } = paymentIn(data)
  const figure = (units: bigint) =>
    displayAmountIn(read.state(textSlice).language, allDigits)(units, decimals)
  const values = { amount: figure(amount), symbol, to, realTo: differs.to ?? to }
  const alert = (detail: Message): Alert => ({ kind: 'failure', title: differsMessage, detail })
  if (differs.from !== undefined)
    return alert(
      message(
        'send.differs.sender',
        'You confirmed {amount} {symbol} to {to}. Your wallet paid from {realFrom} to {realTo} instead.',
        {
          ...values,
          realFrom: differs.from,
        },
      ),
    )
  if (differs.spender !== undefined)
    return alert(
      message(
        'send.differs.spender',
        'You confirmed {amount} {symbol} to {to}. Your wallet sent an approval instead: {spender} may take your tokens. Revoke it.',
        {
          ...values,
          spender: differs.spender,
        },
      ),
    )
  if (differs.amount !== undefined)
    return alert(
      message(
        'send.differs.detail',
        'You confirmed {amount} {symbol} to {to}. Your wallet sent {realAmount} {symbol} to {realTo} instead.',
        {
          ...values,
          realAmount: figure(differs.amount),
        },
      ),
    )
  // The amount may belong to another token.
  if (differs.to !== undefined)
    return alert(
      message(
        'send.differs.recipient',
        'You confirmed {amount} {symbol} to {to}. Your wallet sent to {realTo} instead.',
        values,
      ),
    )
  return alert(
    message(
      'send.differs.unknown',
      'You confirmed {amount} {symbol} to {to}. Your wallet sent something else. Look at it in the explorer.',
      values,
    ),
  )
}
