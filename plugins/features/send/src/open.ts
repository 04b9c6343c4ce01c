/** Payments whose outcome is unknown, as the sent log keeps them. */
import type { Read } from '@portico/kernel'
import {
  allDigits,
  displayAmountIn,
  displayText,
  guardingRequests,
  isPlainWord,
  type Message,
  message,
  type NetworkId,
  type OpenRequest,
  preferencesSlice,
  readOpenRequests,
  shortenAddress,
  textSlice,
} from '@portico/kernel/contracts'
import { sentSlice } from './refs.js'

/** What was asked for. */
export interface Payment {
  readonly to: string
  readonly name?: string
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
}
export type OpenPayment = OpenRequest<Payment>

/** Begins the id of every sentence about an open payment. */
export const openId = 'send.open.'
// A slice is read on each change of an open modal: what did not change is the same array.
const known = /* @__PURE__ */ new WeakMap<object, readonly OpenPayment[]>()
const none: readonly OpenPayment[] = []

/** Newest first. */
export function openPayments({ state }: Read): readonly OpenPayment[] {
  const { found } = state(sentSlice)
  if (!Array.isArray(found)) return none
  const payments = known.get(found) ?? readOpenRequests(found, readPayment)
  known.set(found, payments)
  return payments
}
/** Whether an earlier payment of this account may have been sent: then another one takes an explicit choice. */
export const isGuarded = (read: Read, network: NetworkId, from: string): boolean => guardingRequests(openPayments(read), network, from).length > 0

export function readPayment(found: unknown): Payment | undefined {
  const { to, name, symbol, decimals, amount } = Object(found) as Readonly<Record<keyof Payment, unknown>>
  if (!isPlainWord(to) || typeof decimals !== 'number' || (decimals & 255) !== decimals || typeof amount !== 'bigint' || amount < 0n) return undefined
  const called = displayText(name)
  return { to, ...(called && { name: called }), symbol: displayText(symbol, 16) ?? '?', decimals, amount }
}

/** The amount and symbol of a payment, in the words of the language on screen. Hidden where the person hides amounts. */
function figuresOf(read: Read, { amount, decimals, symbol }: Pick<Payment, 'amount' | 'decimals' | 'symbol'>) {
  const figure = displayAmountIn(read.state(textSlice).language, allDigits)(amount, decimals)
  return { amount: read.state(preferencesSlice).hidesAmounts ? '••••' : figure, symbol }
}

/** What the person is told of a payment that other owners have to sign. */
export const waitingSentence = (read: Read, { to, name, ...figures }: Pick<Payment, 'to' | 'name' | 'amount' | 'decimals' | 'symbol'>): Message =>
  message(
    'send.open.waiting',
    'The other owners of your wallet have to sign your payment of {amount} {symbol} to {recipient}. Do not send it again: both together pay twice.',
    { ...figuresOf(read, figures), recipient: name ?? shortenAddress(to) },
  )
/** What the person is told of a payment whose outcome is unknown. */
export function openSentence(read: Read, { status, wallet, subject, description }: OpenPayment): Message {
  const values = { wallet, ...figuresOf(read, subject), recipient: subject.name ?? shortenAddress(subject.to) }
  if (status === 'asked')
    return message(
      'send.open.asked',
      '{wallet} may still ask you to send {amount} {symbol} to {recipient}. Decline it there before you send again: both together pay twice.',
      values,
    )
  if (description === undefined)
    return message(
      'send.open.unwatched',
      '{wallet} may have sent {amount} {symbol} to {recipient}. Check {wallet} before you send again: both together pay twice.',
      values,
    )
  return message(
    'send.open.unknown',
    '{wallet} may have sent {amount} {symbol} to {recipient}. We are watching your account. Check {wallet} before you send again: both together pay twice.',
    values,
  )
}
