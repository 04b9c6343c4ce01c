import type { TransactionComparison, WhenVisible } from '@portico/kernel/capabilities'
import type { Hex } from '@portico/kernel/chain'
import { pollUntil, pollUntilAbsent, RpcRefusal } from '@portico/kernel/rpc'
import { ModalError } from '@portico/kernel/text'
import { type Log, readSentTransactionOf, type SentTransaction } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import { codeOf, hasCode, mayNameOrder } from './account-code.js'
import { type BatchCall, operationCallsIn, safeOrderIn } from './batch-calldata.js'
import { confirmEveryMs, transactionAtNonce } from './confirmation.js'
import { mostNonces } from './find-transaction.js'
import {
  addedTo,
  type Call,
  containsCall,
  type Description,
  givesAway,
  isCall,
  isCancel,
  type Movement,
  mentions,
  movementOf,
  ownCallsIn,
  readDescription,
  spenderOf,
} from './sent-description.js'
import {
  hasFailedInside,
  readReceiptWithLogs,
  succeededOf,
  topicOf,
  transferOf,
} from './sent-logs.js'
import type { WalletProposals } from './wallet-proposals.js'

/** The longest wait for the receipt of a smart account's transaction. */
const receiptMs = 600_000

export async function compareTransaction(
  rpc: Rpc,
  hash: string,
  text: string,
  orders: WalletProposals,
  whenVisible: WhenVisible | undefined,
  signal: AbortSignal,
): Promise<TransactionComparison> {
  const description = readDescription(text, rpc.network.caipNetworkId)
  orders.sentBy(hash, description.from)
  const begun = performance.now()
  const pollOptions = {
    everyMs: confirmEveryMs,
    isPassing: (error: unknown) => error instanceof ModalError,
    whenVisible,
  }

  const readSent = async () =>
    (await rpc.request('eth_getTransactionByHash', [hash], readSentTransactionOf(hash), signal)) ??
    (await orders.statusOf(hash, rpc.network.caipNetworkId, signal))
  const found = await pollUntilAbsent(readSent, pollOptions, signal)
  // `confirm` reports the transaction of the wallet's order, which is compared then.
  if (found && 'status' in found)
    return found.status === 'pending' ? { status: 'waiting' } : unknown
  const transaction = found
  const compare = async (): Promise<TransactionComparison | undefined> => {
    if (!transaction)
      return (await mayNameOrder(rpc, description, signal)) ? unknown : { status: 'absent' }
    const compared = transaction.from === description.from ? compareOwn : compareForeign
    return (
      (await compared(rpc, transaction, description, signal)) ??
      (performance.now() - begun > receiptMs ? unknown : undefined)
    )
  }
  return pollUntil(compare, pollOptions, signal)
}

const same = { status: 'same' } as const
const unknown = { status: 'unknown' } as const

/** Result of a comparison. Undefined: the receipt decides, and is missing yet. */
type Compared = Promise<TransactionComparison | undefined>

/** Compares a transaction that the account itself sent. */
async function compareOwn(
  rpc: Rpc,
  transaction: SentTransaction,
  description: Description,
  signal: AbortSignal,
): Compared {
  const { from, calls } = description
  const isDescribed = calls.some(call => isCall(transaction, call))
  if (isDescribed && calls.length === 1) return same
  if (isDescribed) return compareOneByOne(rpc, transaction, description, signal)
  if (isCancel(transaction, description)) return { status: 'different', isCancel: true }
  const batch = ownCallsIn(transaction)
  if (batch) return compareCalls(batch, description)
  // The account's own code reads the data only in a call to itself (EIP-7702). This very
  // transaction may set that code.
  const isSelfCall = transaction.to === from && transaction.input !== '0x'
  return isSelfCall
    ? compareEffect(rpc, transaction, description, signal)
    : differenceOf(transaction, description)
}

/** Compares a transaction of another account, which may execute a smart account's order. */
async function compareForeign(
  rpc: Rpc,
  transaction: SentTransaction,
  description: Description,
  signal: AbortSignal,
): Compared {
  const { from, calls } = description
  const order = transaction.to === from ? safeOrderIn(transaction.input) : undefined
  if (order && (await codeOf(rpc, description, signal)) === 'contract') {
    const compared = compareCalls(order.calls, description, order.hasRefund)
    return compared === same
      ? compareEnd(rpc, transaction, logs => !hasFailedInside(logs, from), signal)
      : compared
  }
  const operation = operationCallsIn(transaction, from)
  if (operation) {
    const added = addedTo(calls, operation)
    if (!added) return compareCalls(operation, description)
    // The added calls may pay the sender of the operation.
    return added.length
      ? unknown
      : compareEnd(
          rpc,
          transaction,
          logs => logs.some(log => log.address === transaction.to && succeededOf(log, from)),
          signal,
        )
  }
  // A bundle may itself make the account a contract (EIP-7702), so there is no code until it is in
  // a block.
  if (calls.length === 1 && !(await hasCode(rpc, description, signal)))
    return differenceOf(transaction, description)
  return compareEffect(rpc, transaction, description, signal)
}

/** A transaction can succeed although the order within it failed. Then nothing is proved. */
async function compareEnd(
  rpc: Rpc,
  { hash }: SentTransaction,
  isDone: (logs: readonly Log[]) => boolean,
  signal: AbortSignal,
): Compared {
  const [receipt, logs] = await rpc.request(
    'eth_getTransactionReceipt',
    [hash],
    readReceiptWithLogs(hash),
    signal,
  )
  if (!receipt) return undefined
  return !receipt.succeeded || isDone(logs) ? same : unknown
}

/**
 * Compares the calls that an account executes. `paysMore`: the account also pays an amount that is
 * not in these calls.
 */
function compareCalls(
  sent: readonly BatchCall[],
  { from, calls }: Description,
  paysMore = false,
): TransactionComparison {
  const added = addedTo(calls, sent)
  if (added) {
    const loss = added.find(one => givesAway(one, from))
    if (!loss) return added.length || paysMore ? unknown : same
    return differenceFrom(
      calls.find(call => movementOf(call).token === assetOf(loss)) ?? (calls.at(-1) as Call),
      loss,
    )
  }
  const changed = calls.findIndex((call, at) => !sent[at] || !isCall(sent[at], call))
  const at = changed < 0 ? 0 : changed
  const wanted = calls[at] as Call
  const losses = calls.length === 1 ? sent.filter(one => givesAway(one, from)) : []
  const actual =
    losses.find(one => assetOf(one) === movementOf(wanted).token) ?? losses[0] ?? sent[at]
  return actual ? differenceFrom(wanted, actual) : { status: 'different' }
}

/**
 * The wallet sent a bundle's calls one by one and reported this transaction. The other calls must
 * be among the account's earlier transactions.
 */
async function compareOneByOne(
  rpc: Rpc,
  named: SentTransaction,
  description: Description,
  signal: AbortSignal,
): Promise<TransactionComparison> {
  const missing = [...description.calls]
  const others: SentTransaction[] = []
  let last: SentTransaction | undefined = named
  let hasReadAll = false
  for (let looks = 0n; last && looks < mostNonces; looks++) {
    const { from, nonce, ...sent }: SentTransaction = last
    const at = missing.findIndex(call => isCall(sent, call))
    if (at < 0) others.push(last)
    else missing.splice(at, 1)
    if (!missing.length) return same
    hasReadAll = nonce <= description.nonce
    if (hasReadAll) break
    // A node without the state of the blocks between cannot decide.
    const hash = await transactionAtNonce(
      rpc,
      { from, nonce: nonce - 1n },
      signal,
      description.block,
    ).catch(error => {
      if (error instanceof RpcRefusal) return undefined
      throw error
    })
    last =
      hash &&
      ((await rpc.request(
        'eth_getTransactionByHash',
        [hash],
        readSentTransactionOf(hash),
        signal,
      )) ??
        undefined)
    if (!last) return unknown
  }
  const [other] = others
  return other && hasReadAll ? differenceOf(other, description, missing[0]) : unknown
}

/**
 * Compares the effect of a smart account's transaction. Another account may send it (an ERC-4337
 * bundler, a relayer), to another contract, with the order inside its data, so sender, recipient
 * and data legitimately differ. Never proves that nothing else was done.
 */
async function compareEffect(
  rpc: Rpc,
  transaction: SentTransaction,
  description: Description,
  signal: AbortSignal,
): Compared {
  const { from: account, calls } = description
  const isOwn = transaction.from === account
  const missing = calls.filter(call => !containsCall(transaction.input, call))
  // If the data contains some calls of a bundle in plain form, it would contain the others too.
  // What the account sends itself is readable as well.
  const isReadable =
    isOwn ||
    (missing.length > 0 &&
      calls.some(call => !missing.includes(call) && (call.value > 0n || call.size >= 4)))
  const transfers = calls.map(movementOf).filter(({ token }) => token)
  if (!transfers.length) {
    if (!missing.length) return unknown
    if (isReadable) return differenceOf(transaction, description, missing[0])
    if (mentions(transaction, account)) return unknown
  }
  const [receipt, logs] = await rpc.request(
    'eth_getTransactionReceipt',
    [transaction.hash],
    readReceiptWithLogs(transaction.hash),
    signal,
  )
  if (!receipt) return undefined
  // Nothing was moved, and `confirm` reports the failure.
  if (!receipt.succeeded || hasFailedInside(logs, account)) return unknown
  const unpaid = transfers.filter(wanted => !isPaid(movedIn(logs, wanted, account), wanted))
  const [other] = unpaid.flatMap(
    wanted => otherPayment(movedIn(logs, wanted, account), wanted) ?? [],
  )
  if (other) return other
  // A call that the token's logs prove may be missing from the data.
  const unread = missing.filter(call => unpaid.length || !movementOf(call).token)
  if (!unread.length) return unknown
  if (isReadable) return differenceOf(transaction, description, unread[0])
  const isInvolved =
    mentions(transaction, account) ||
    logs.some(log => log.address === account || log.topics.includes(topicOf(account)))
  return isInvolved ? unknown : differenceOf(transaction, description)
}
/**
 * Returns what the account paid of a token instead: another amount to the recipient, or else the
 * largest payment.
 */
function otherPayment(
  moved: readonly Movement[],
  wanted: Movement,
): TransactionComparison | undefined {
  const largest = moved.reduce<Movement | undefined>(
    (most, one) => (most && most.amount >= one.amount ? most : one),
    undefined,
  )
  const other = moved.find(({ to }) => to === wanted.to) ?? largest
  return other && different(wanted, other)
}

const movedIn = (logs: readonly Log[], { token }: Movement, account: Hex): readonly Movement[] =>
  logs.flatMap(log => transferOf(log, token as Hex, account) ?? [])
/**
 * Returns true when the recipient got the amount. A token with a transfer fee emits further
 * Transfer logs, to itself or to the zero address, which add up to the amount.
 * A fee is at most half of the amount.
 */
function isPaid(moved: readonly Movement[], wanted: Movement): boolean {
  const total = (list: readonly Movement[]) => list.reduce((sum, { amount }) => sum + amount, 0n)
  const paid = moved.filter(({ to }) => to === wanted.to)
  const fee = moved.filter(({ to }) => to === wanted.token || to === zeroAddress)
  return (
    paid.some(({ amount }) => amount === wanted.amount) ||
    (total([...paid, ...fee]) === wanted.amount && total(paid) * 2n >= wanted.amount)
  )
}
const zeroAddress = `0x${'0'.repeat(40)}`

/** Describes how another transaction differs from `call`. */
function differenceOf(
  transaction: SentTransaction,
  { from, calls }: Description,
  call = calls.at(-1) as Call,
): TransactionComparison & { readonly status: 'different' } {
  // The recipients of a smart account's call to itself are in its calldata.
  const isReadable = transaction.to !== from || transaction.input === '0x'
  if (transaction.from === from)
    return isReadable ? differenceFrom(call, transaction) : { status: 'different' }
  const moved = isReadable
    ? different(movementOf(call), movementOf({ ...transaction, data: transaction.input }))
    : { status: 'different' as const }
  return { ...moved, from: transaction.from }
}
/**
 * Describes how a call of the account differs from the described one. Where it grants an allowance,
 * the amounts are not comparable.
 */
function differenceFrom(
  wanted: Call,
  actual: Pick<SentTransaction, 'to' | 'value' | 'input'>,
): TransactionComparison & { readonly status: 'different' } {
  const spender = spenderOf(actual)
  if (spender)
    return {
      status: 'different',
      ...(actual.to && actual.to !== wanted.to && { to: actual.to }),
      spender,
    }
  // Coins sent to another contract are a payment, even if the data decodes as another call.
  const arePaid = actual.value > 0n && actual.to !== wanted.to
  return different(
    movementOf(wanted),
    movementOf({ ...actual, data: arePaid ? '0x' : actual.input }),
  )
}
const assetOf = (call: BatchCall) => movementOf({ ...call, data: call.input }).token
/** Amounts of two assets have no common unit, so the amount is omitted where the asset differs. */
function different(
  wanted: Movement,
  { token, to, amount }: Movement,
): TransactionComparison & { readonly status: 'different' } {
  return {
    status: 'different',
    ...(to && to !== wanted.to && { to }),
    ...(token === wanted.token && amount !== wanted.amount && { amount }),
  }
}
