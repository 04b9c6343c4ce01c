/**
 * Finds a transaction that a wallet may have sent, and compares a sent one with its description.
 * Loaded when something is sent.
 */
import type { Account } from '@portico/kernel/account'
import type {
  FoundTransaction,
  TransactionComparison,
  WhenVisible,
} from '@portico/kernel/capabilities'
import { ChainError, type Eip155Transaction, type Hex } from '@portico/kernel/chain'
import { pollUntil, pollUntilAbsent } from '@portico/kernel/rpc'
import { ModalError } from '@portico/kernel/text'
import { encodeAddress, wordAt } from '@portico/signatures/abi'
import { RpcRefusal } from '../errors.js'
import {
  type Log,
  readBlock,
  readCallResult,
  readCount,
  readLogs,
  readPendingTransactions,
  readReceiptOf,
  readSentTransactionOf,
  readWord,
  type SentTransaction,
} from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import { readAccounts } from '../wallets/wallet-answers.js'
import { type BatchCall, operationCallsIn, safeOrderIn } from './batch-calldata.js'
import { confirmEveryMs, transactionAtNonce } from './confirmation.js'
import {
  addedTo,
  approvalOf,
  type Call,
  containsCall,
  type Description,
  givesAway,
  isCall,
  isCancel,
  type Movement,
  movementOf,
  ownCallsIn,
  readDescription,
  spenderOf,
  writeDescription,
} from './sent-description.js'
import type { WalletOrders } from './wallet-orders.js'

export async function describeTransactions(
  rpc: Rpc,
  from: Account,
  transactions: readonly Eip155Transaction[],
  signal: AbortSignal,
): Promise<string> {
  const [address] = readAccounts([from.address]) ?? []
  if (!address) throw new ChainError('WALLET_UNSUPPORTED')
  const [latest, pending, { number: block }] = await Promise.all([
    countOf(rpc, address, 'latest', signal),
    countOf(rpc, address, 'pending', signal),
    rpc.ask('eth_getBlockByNumber', ['latest', false], readBlock, signal),
  ])
  const { caipNetworkId: network } = rpc.network
  // Nodes differ in their state, and some report no pending transactions.
  const nonce = pending > latest ? pending : latest
  return writeDescription(transactions, {
    network,
    from: address,
    nonce,
    block,
    isSmart: from.type === 'smartAccount',
  })
}

// At most ten requests each, for what the account sent after the request. Ours is among the first.
const mostNonces = 8n

/**
 * Searches what the account sent since the description. Never returns `impossible`: another
 * transaction with the next nonce proves nothing, because a wallet that still shows the request
 * will use the nonce after that one.
 */
export async function findTransaction(
  rpc: Rpc,
  text: string,
  signal: AbortSignal,
  known: readonly string[] = [],
): Promise<FoundTransaction> {
  const description = readDescription(text, rpc.network.caipNetworkId)
  try {
    // A smart account has no nonce of its own. One of EIP-7702 has, and others may send for it too.
    const own = description.isSmart ? undefined : await findByNonce(rpc, description, known, signal)
    const hash =
      own ??
      ((await hasCode(rpc, description, signal))
        ? await findByLogs(rpc, description, known, signal)
        : undefined)
    return hash ? { status: 'found', hash } : { status: 'open' }
  } catch (error) {
    // The node lacks the state of the blocks between, or refuses a log search over so many, so it
    // cannot decide.
    if (error instanceof RpcRefusal) return { status: 'open' }
    throw error
  }
}

async function findByNonce(
  rpc: Rpc,
  description: Description,
  known: readonly string[],
  signal: AbortSignal,
): Promise<Hex | undefined> {
  // A lower nonce was used before the request, so an equal earlier payment is not the transaction
  // searched for.
  const { from, nonce: first, calls, block } = description
  // The last call is the purpose of those that the wallet sent one by one.
  const last = calls.at(-1) as Call
  const isAsked = async (hash: Hex) => {
    if (known.includes(hash)) return false
    const transaction = await rpc.ask(
      'eth_getTransactionByHash',
      [hash],
      readSentTransactionOf(hash),
      signal,
    )
    if (transaction?.from !== from) return false
    const own = ownCallsIn(transaction)
    const isBundle =
      calls.length > 1 && transaction.to === from && !own && containsAll(transaction, description)
    const sent: readonly Pick<SentTransaction, 'to' | 'value' | 'input'>[] = own ?? [transaction]
    return addedTo(calls, sent) !== undefined || isBundle || isCall(transaction, last)
  }
  const used = await countOf(rpc, from, 'latest', signal)
  for (let nonce = first; nonce < used && nonce < first + mostNonces; nonce++) {
    const hash = await transactionAtNonce(rpc, { from, nonce }, signal, block)
    if (hash && (await isAsked(hash))) return hash
  }
  const pending = (await pendingTransactions(rpc, signal)).filter(
    one => one.from === from && one.nonce >= first,
  )
  for (const { hash } of pending.slice(0, Number(mostNonces))) if (await isAsked(hash)) return hash
  return undefined
}

/**
 * Another account pays for and sends a smart account's transaction, so its own nonce proves
 * nothing. A token logs a transfer or an approval; the native coin does not. For a bundle, the
 * other calls must be contained in the same transaction.
 */
async function findByLogs(
  rpc: Rpc,
  description: Description,
  known: readonly string[],
  signal: AbortSignal,
): Promise<Hex | undefined> {
  const { from, calls, block } = description
  const [sought] = calls.flatMap(logOf)
  if (!sought) return undefined
  const { token, amount } = sought
  const topics = [sought.topic, topicOf(from), topicOf(sought.to)]
  const filter = {
    address: token,
    fromBlock: `0x${(block + 1n).toString(16)}`,
    toBlock: 'latest',
    topics,
  }
  const logs = await rpc.ask('eth_getLogs', [filter], readLogs, signal)
  const isSought = (log: Log) =>
    log.address === token &&
    readWord(log.data) === amount &&
    topics.every((topic, at) => log.topics[at] === topic)
  for (const { transaction: hash } of logs.filter(isSought)) {
    if (!hash || known.includes(hash)) continue
    if (calls.length === 1) return hash
    const transaction = await rpc.ask(
      'eth_getTransactionByHash',
      [hash],
      readSentTransactionOf(hash),
      signal,
    )
    if (transaction && containsAll(transaction, description)) return hash
  }
  return undefined
}
/** Finds the Transfer or Approval log that a described token call emits. */
function logOf(call: Call) {
  const { token, to, amount } = movementOf(call)
  if (token && to) return { token, topic: transferTopic, to, amount }
  const approval = approvalOf(call)
  return approval && call.to
    ? { token: call.to, topic: approvalTopic, to: approval.address, amount: approval.amount }
    : []
}

async function pendingTransactions(rpc: Rpc, signal: AbortSignal) {
  try {
    return await rpc.ask('eth_getBlockByNumber', ['pending', true], readPendingTransactions, signal)
  } catch (error) {
    if (error instanceof RpcRefusal) return []
    throw error
  }
}

/** The longest wait for the receipt of a smart account's transaction. */
const receiptMs = 600_000

export async function compareTransaction(
  rpc: Rpc,
  hash: string,
  text: string,
  orders: WalletOrders,
  whenVisible: WhenVisible | undefined,
  signal: AbortSignal,
): Promise<TransactionComparison> {
  const description = readDescription(text, rpc.network.caipNetworkId)
  orders.sentBy(hash, description.from)
  const begun = performance.now()
  const ways = {
    everyMs: confirmEveryMs,
    isPassing: (error: unknown) => error instanceof ModalError,
    whenVisible,
  }

  const readSent = async () =>
    (await rpc.ask('eth_getTransactionByHash', [hash], readSentTransactionOf(hash), signal)) ??
    (await orders.statusOf(hash, rpc.network.caipNetworkId, signal))
  const found = await pollUntilAbsent(readSent, ways, signal)
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
  return pollUntil(compare, ways, signal)
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
  const [receipt, logs] = await rpc.ask(
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
      ((await rpc.ask('eth_getTransactionByHash', [hash], readSentTransactionOf(hash), signal)) ??
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
  const [receipt, logs] = await rpc.ask(
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

const containsAll = ({ input }: SentTransaction, { calls }: Description): boolean =>
  calls.every(call => containsCall(input, call))
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
  // Coins sent to another contract are a payment, whatever the data says.
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

/**
 * Returns true for a contract account: its connection says so, or its address has code (EIP-7702
 * included).
 */
const hasCode = async (rpc: Rpc, description: Description, signal: AbortSignal): Promise<boolean> =>
  description.isSmart || (await codeOf(rpc, description, signal)) !== undefined
/** Undefined: the address has no code. An account with a delegation (EIP-7702) keeps its key. */
async function codeOf(
  rpc: Rpc,
  { from }: Description,
  signal: AbortSignal,
): Promise<'contract' | 'delegation' | undefined> {
  const code = await rpc.ask('eth_getCode', [from, 'latest'], readCallResult, signal)
  if (code === '0x') return undefined
  return /^0xef0100.{40}$/i.test(code) ? 'delegation' : 'contract'
}
/**
 * Returns true when the hash may identify an order in the wallet (of a Safe, an ERC-4337 operation,
 * a bundle), which no node knows. The wallet of an account with a key reports the transaction
 * itself, also after EIP-7702.
 */
const mayNameOrder = async (
  rpc: Rpc,
  description: Description,
  signal: AbortSignal,
): Promise<boolean> =>
  description.isSmart ||
  description.calls.length > 1 ||
  (await codeOf(rpc, description, signal)) === 'contract'
const countOf = (rpc: Rpc, address: Hex, at: 'latest' | 'pending', signal: AbortSignal) =>
  rpc.ask('eth_getTransactionCount', [address, at], readCount, signal)

const mentions = ({ to, input }: SentTransaction, account: Hex): boolean =>
  to === account || input.toLowerCase().includes(account.slice(2).toLowerCase())

/** `Transfer(address,address,uint256)` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `Approval(address,address,uint256)` of ERC-20. */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/**
 * `UserOperationEvent` of ERC-4337. Its second topic is the sender, the second word of its data the
 * success.
 */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** `ExecutionFailure` of a Safe. */
const failureTopic = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
const topicOf = (address: Hex): Hex => `0x${encodeAddress(address)}`

/** Returns whether an operation of the account succeeded. Undefined: another event. */
const succeededOf = ({ topics, data }: Log, account: Hex): boolean | undefined =>
  topics[0] === operationTopic && topics[2] === topicOf(account)
    ? wordAt(data, 1) === 1n
    : undefined
/** Returns true when the order failed within a successful transaction. */
const hasFailedInside = (logs: readonly Log[], account: Hex): boolean =>
  logs.some(
    log =>
      (log.topics[0] === failureTopic && log.address === account) ||
      succeededOf(log, account) === false,
  )

/** Decodes a transfer of this token from the account. */
function transferOf(
  { address, topics, data }: Log,
  token: Hex,
  account: Hex,
): Movement | undefined {
  const [kind, from, to] = topics
  const amount = readWord(data)
  if (
    address !== token ||
    kind !== transferTopic ||
    from !== topicOf(account) ||
    !to ||
    amount === undefined
  )
    return undefined
  const [receiver] = readAccounts([`0x${to.slice(26)}`]) ?? []
  return receiver && { token, to: receiver, amount }
}

const readReceiptWithLogs = (hash: string) => (answer: unknown) => {
  const receipt = readReceiptOf(hash)(answer)
  const logs = receipt ? readLogs(Object(answer).logs) : []
  return receipt === undefined || logs === undefined ? undefined : ([receipt, logs] as const)
}
