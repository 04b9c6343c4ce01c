/**
 * Transfers and open payments, as the outbox keeps them. What is stored of a payment is untrusted
 * (S13).
 */
import type { Read } from '@portico/kernel'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { preferencesSlice } from '@portico/kernel/shell'
import {
  allDigits,
  displayAmountIn,
  displaySymbol,
  displayText,
  type Message,
  message,
  shortenAddress,
  textSlice,
} from '@portico/kernel/text'
import {
  guardingRequests,
  isPlainWord,
  type OutboxEntry,
  type OutboxRequest,
  outboxEntries,
  outboxRequests,
  type StoredData,
  transactionState,
} from '@portico/kernel/transactions'
import type { OpenPayment, Payment, SentTransfer } from './send.js'

/** The kind of transaction that Send submits. */
export const sendKind = 'send'
/** Begins the id of every sentence about an open payment. */
export const openId = 'send.open.'

/** Parses a stored payment; undefined for invalid data. */
export function readPayment(data: StoredData): Payment | undefined {
  const { to, name, symbol, asset, decimals, amount } = Object(data) as Readonly<
    Record<keyof Payment, unknown>
  >
  if (
    !isPlainWord(to) ||
    typeof decimals !== 'number' ||
    (decimals & 255) !== decimals ||
    typeof amount !== 'bigint' ||
    amount < 0n
  )
    return undefined
  const called = displayText(name)
  return {
    to,
    ...(called && { name: called }),
    symbol: displaySymbol(symbol),
    ...(isPlainWord(asset) && { asset: asset as Token['asset'] }),
    decimals,
    amount,
  }
}

// Memoised by entry, so that an unchanged transfer stays the same object.
const transfers = /* @__PURE__ */ new WeakMap<OutboxEntry, readonly SentTransfer[]>()
const payments = /* @__PURE__ */ new WeakMap<OutboxRequest, readonly OpenPayment[]>()
function parsed<From extends object, To>(
  known: WeakMap<From, readonly To[]>,
  from: From,
  parse: () => readonly To[],
): readonly To[] {
  const found = known.get(from) ?? parse()
  known.set(from, found)
  return found
}
export function transferOf(entry: OutboxEntry): SentTransfer | undefined {
  const [transfer] = parsed(transfers, entry, () => {
    const { kind: _, data, ...sent } = entry
    const payment = readPayment(data)
    return payment ? [{ ...sent, ...payment }] : []
  })
  return transfer
}
/** Newest first. Empty before the outbox is restored. */
export const sentTransfers = (read: Read): readonly SentTransfer[] =>
  outboxEntries(read, sendKind).flatMap(entry => transferOf(entry) ?? [])
/** Payments whose outcome is unknown, newest first. */
export const openPayments = (read: Read): readonly OpenPayment[] =>
  outboxRequests(read, sendKind).flatMap(request =>
    parsed(payments, request, () => {
      const subject = readPayment(request.subject.data)
      return subject ? [{ ...request, subject }] : []
    }),
  )
/**
 * Whether an earlier payment of this account may have been sent: then another one takes an explicit
 * choice.
 */
export const isGuarded = (read: Read, network: NetworkId, from: string): boolean =>
  guardingRequests(openPayments(read), network, from).length > 0

/** Transfers that other owners of the account have to sign first. */
export const waitingTransfers = (
  read: Read,
  network: NetworkId,
  from: string,
): readonly SentTransfer[] =>
  sentTransfers(read).filter(
    sent => transactionState(sent) === 'waiting' && sent.network === network && sent.from === from,
  )

/** True when the recipient that was shown has been paid. */
export const hasPaid = (transfer: SentTransfer): boolean =>
  transactionState(transfer) === 'confirmed'

/**
 * Returns the recipients of transfers that were sent from here and confirmed, on this network,
 * newest first. A third party cannot add an address to them (threat S17).
 */
export function recents(read: Read, network: NetworkId | undefined): readonly SentTransfer[] {
  const seen = new Set<string>()
  return sentTransfers(read).filter(transfer => {
    if (
      transfer.network !== network ||
      !hasPaid(transfer) ||
      transfer.to === transfer.from ||
      seen.has(transfer.to)
    )
      return false
    seen.add(transfer.to)
    return true
  })
}

/**
 * The amount and symbol of a payment, in the words of the language on screen. Hidden where the
 * person hides amounts.
 */
export function figuresOf(
  read: Read,
  { amount, decimals, symbol }: Pick<Payment, 'amount' | 'decimals' | 'symbol'>,
  digits?: number,
) {
  const figure = displayAmountIn(read.state(textSlice).language, digits)(amount, decimals)
  return { amount: read.state(preferencesSlice).hidesAmounts ? '••••' : figure, symbol }
}

/** The message about a payment that other owners have to sign. */
export const waitingSentence = (
  read: Read,
  { to, name, ...figures }: Pick<Payment, 'to' | 'name' | 'amount' | 'decimals' | 'symbol'>,
): Message =>
  message(
    'send.open.waiting',
    'The other owners of your wallet have to sign your payment of {amount} {symbol} to {recipient}. Do not send it again, or you pay twice.',
    { ...figuresOf(read, figures, allDigits), recipient: name ?? shortenAddress(to) },
  )
/** Returns the message about the newest payment that this account may have made. */
export function openProblem(read: Read, network: NetworkId, from: string): Message | undefined {
  const [open] = guardingRequests(openPayments(read), network, from)
  return open && openSentence(read, open)
}
/** Returns the message about a payment whose outcome is unknown. */
export function openSentence(
  read: Read,
  { status, wallet, subject, description }: OpenPayment,
): Message {
  const values = {
    wallet,
    ...figuresOf(read, subject, allDigits),
    recipient: subject.name ?? shortenAddress(subject.to),
  }
  if (status === 'asked')
    return message(
      'send.open.asked',
      '{wallet} may still ask you to send {amount} {symbol} to {recipient}. Decline it there before you send again, or you pay twice.',
      values,
    )
  if (description === undefined)
    return message(
      'send.open.unwatched',
      '{wallet} may have sent {amount} {symbol} to {recipient}. Check {wallet} before you send again, or you may pay twice.',
      values,
    )
  return message(
    'send.open.unknown',
    '{wallet} may have sent {amount} {symbol} to {recipient}. We are watching your account. Check {wallet} before you send again, or you may pay twice.',
    values,
  )
}
