/** What was sent from here: storage is a stranger (S13), and so is another tab. */
import type { Read } from '@portico/kernel'
import { displayText, fitLog, isDescription, isNetworkId, isPlainWord, message, type NetworkId } from '@portico/kernel/contracts'
import { type OpenPayment, openPayments } from './open.js'
import { type SendContext, sentSlice } from './refs.js'
import type { SentTransfer } from './send.js'

export const sentAmountMessage = /* @__PURE__ */ message('send.toast.sent', 'Sent {amount} {symbol}')

const limit = 40
const statuses = ['pending', 'unknown', 'confirmed', 'failed', 'expired', 'replaced'] as const
// A slice is read on each change of an open modal: what did not change is the same array.
const read = /* @__PURE__ */ new WeakMap<object, readonly SentTransfer[]>()
const none: readonly SentTransfer[] = []

/** Newest first; what is unsound in storage is left out. */
export function sentTransfers(kernel: Read): readonly SentTransfer[] {
  const { found } = kernel.state(sentSlice)
  if (!Array.isArray(found)) return none
  const known = read.get(found)
  if (known) return known
  const transfers = found
    .slice(0, 3 * limit)
    .flatMap(readSent)
    .slice(0, limit)
  read.set(found, transfers)
  return transfers
}
/** Also by the hash that it had before its wallet paid a higher fee. */
export const isOf = (transfer: SentTransfer, { hash, network }: Pick<SentTransfer, 'hash' | 'network'>): boolean =>
  (transfer.hash === hash || transfer.was === hash) && transfer.network === network
/** What the account has to say of them: those under way, and those whose end nobody has seen yet. */
export const unseen = (kernel: Read): readonly SentTransfer[] => sentTransfers(kernel).filter(({ seen }) => !seen)

export type SentState = SentTransfer['status'] | 'different' | 'cancelled' | 'absent' | 'waiting' | 'unread'
/** What is said of a transfer: the status, unless the transaction is another one, or none that the network knows. */
export function stateOf({ status, differs, isAbsent, isWaiting, isUnread }: SentTransfer): SentState {
  if (differs) return differs.isCancel ? 'cancelled' : 'different'
  if (isUnread && status === 'confirmed') return 'unread'
  const isUnderWay = status === 'pending' || status === 'unknown'
  return isUnderWay && isWaiting ? 'waiting' : isUnderWay && isAbsent ? 'absent' : status
}
/** Transfers that other owners of the account have to sign first. */
export const waitingTransfers = (kernel: Read, network: NetworkId, from: string): readonly SentTransfer[] =>
  sentTransfers(kernel).filter(sent => stateOf(sent) === 'waiting' && sent.network === network && sent.from === from)

/** Whether the recipient who was shown has been paid. */
export const hasPaid = (transfer: SentTransfer): boolean => stateOf(transfer) === 'confirmed'

/** The recipients of transfers that were sent here and confirmed, on this network: nobody else gets an address in among them (threat S17). Newest first. */
export function recents(kernel: Read, network: NetworkId | undefined): readonly SentTransfer[] {
  const seen = new Set<string>()
  return sentTransfers(kernel).filter(transfer => {
    if (transfer.network !== network || !hasPaid(transfer) || transfer.to === transfer.from || seen.has(transfer.to)) return false
    seen.add(transfer.to)
    return true
  })
}

export function keep(context: SendContext, transfer: SentTransfer): void {
  write(context, openPayments(context), [transfer, ...sentTransfers(context).filter(other => !isOf(other, transfer))].slice(0, limit))
}
/** Changes nothing where it is no longer known. */
export function change(
  context: SendContext,
  which: Pick<SentTransfer, 'hash' | 'network'>,
  to: {
    readonly [Key in 'hash' | 'was' | 'status' | 'by' | 'endedAt' | 'seen' | 'description' | 'isAbsent' | 'isWaiting' | 'isUnread' | 'differs']?:
      | SentTransfer[Key]
      | undefined
  },
): void {
  const known = sentTransfers(context)
  if (!known.some(transfer => isOf(transfer, which))) return
  write(
    context,
    openPayments(context),
    known.map(transfer => (isOf(transfer, which) ? { ...transfer, ...to } : transfer)),
  )
}
/** Open requests stand before what was sent, in one slice: both survive a reload together. */
export function keepOpen(context: SendContext, requests: readonly OpenPayment[]): void {
  write(context, requests, sentTransfers(context))
}
function write(context: SendContext, open: readonly OpenPayment[], sent: readonly unknown[]): void {
  context.update(sentSlice, state => {
    state.found = fitLog(open, sent)
  })
}

function readSent(found: unknown): readonly SentTransfer[] {
  const { hash, was, network, from, to, name, symbol, decimals, amount, at, status, by, endedAt, seen, description, isAbsent, isWaiting, isUnread, differs } =
    Object(found) as Readonly<Record<string, unknown>>
  const called = displayText(name)
  const isSound =
    [hash, from, to].every(word => isPlainWord(word)) &&
    isNetworkId(network) &&
    typeof decimals === 'number' &&
    (decimals & 255) === decimals &&
    typeof amount === 'bigint' &&
    amount >= 0n &&
    Number.isFinite(at) &&
    statuses.some(one => one === status)
  if (!isSound) return []
  return [
    {
      hash: hash as string,
      ...(isPlainWord(was) && { was }),
      network: network as NetworkId,
      from: from as string,
      to: to as string,
      ...(called && { name: called }),
      symbol: displayText(symbol, 16) ?? '?',
      decimals: decimals as number,
      amount: amount as bigint,
      at: at as number,
      status: status as SentTransfer['status'],
      ...(isPlainWord(by) && { by }),
      ...(Number.isFinite(endedAt) && { endedAt: endedAt as number }),
      seen: seen === true,
      ...(isDescription(description) && { description }),
      ...(isAbsent === true && { isAbsent }),
      ...(isWaiting === true && { isWaiting }),
      ...(isUnread === true && { isUnread }),
      ...(differs !== undefined && { differs: readDifference(differs) }),
    },
  ]
}
function readDifference(found: unknown): NonNullable<SentTransfer['differs']> {
  const { from, to, amount, spender, isCancel } = Object(found) as Readonly<Record<string, unknown>>
  return {
    ...(isPlainWord(from) && { from }),
    ...(isPlainWord(to) && { to }),
    ...(typeof amount === 'bigint' && amount >= 0n && { amount }),
    ...(isPlainWord(spender) && { spender }),
    ...(isCancel === true && { isCancel }),
  }
}
