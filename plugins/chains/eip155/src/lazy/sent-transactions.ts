/** Finds a transaction that a wallet may have sent, and compares one that it did send with what was described. Loaded when something is sent. */
import {
  type Account,
  ChainError,
  type Eip155Transaction,
  type FoundTransaction,
  type Hex,
  ModalError,
  type TransactionComparison,
  type Turn,
} from '@portico/kernel/contracts'
import { lookUntil, lookUntilAbsent } from '@portico/kernel/rpc'
import { RpcRefusal } from '../errors.js'
import { confirmEveryMs, transactionAtNonce } from './confirmation.js'
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
} from './node-answers.js'
import type { Rpc } from './rpc.js'
import { containsCall, type Description, isAsDescribed, type Movement, movementOf, readDescription, writeDescription } from './sent-description.js'
import { readAccounts } from './wallet-answers.js'

export async function describeTransaction(rpc: Rpc, from: Account, transaction: Eip155Transaction, signal: AbortSignal): Promise<string> {
  const [address] = readAccounts([from.address]) ?? []
  if (!address) throw new ChainError('WALLET_UNSUPPORTED')
  const [latest, pending, { number: block }] = await Promise.all([
    countOf(rpc, address, 'latest', signal),
    countOf(rpc, address, 'pending', signal),
    rpc.ask('eth_getBlockByNumber', ['latest', false], readBlock, signal),
  ])
  const { caipNetworkId: network } = rpc.network
  // Nodes differ in what they know, and some know of nothing pending.
  const nonce = pending > latest ? pending : latest
  return writeDescription(transaction, { network, from: address, nonce, block, isSmart: from.type === 'smartAccount' })
}

// Ten requests each at most: what the account sent after the request. Ours is among the first.
const mostNonces = 8n

/**
 * Looks among what the account has sent since the description. Never says `impossible`: that another transaction has the next nonce proves nothing, for a wallet that
 * still shows the request will take the nonce after that.
 */
export async function findTransaction(rpc: Rpc, text: string, signal: AbortSignal, known: readonly string[] = []): Promise<FoundTransaction> {
  const description = readDescription(text, rpc.network.caipNetworkId)
  try {
    // A smart account has no nonce of its own; one of EIP-7702 has, and may be told to act by others too.
    const own = description.isSmart ? undefined : await findByNonce(rpc, description, known, signal)
    const hash = own ?? ((await hasCode(rpc, description, signal)) ? await findTransfer(rpc, description, known, signal) : undefined)
    return hash ? { status: 'found', hash } : { status: 'open' }
  } catch (error) {
    // A node without the state of the blocks between, or that searches no logs over so many: it cannot tell.
    if (error instanceof RpcRefusal) return { status: 'open' }
    throw error
  }
}

async function findByNonce(rpc: Rpc, description: Description, known: readonly string[], signal: AbortSignal): Promise<Hex | undefined> {
  // A nonce below that was taken before the request: an equal payment of before is not the one that is looked for.
  const { from, nonce: first } = description
  const isAsked = async (hash: Hex) => {
    if (known.includes(hash)) return false
    const transaction = await rpc.ask('eth_getTransactionByHash', [hash], readSentTransactionOf(hash), signal)
    return transaction !== null && isAsDescribed(transaction, description)
  }
  const used = await countOf(rpc, from, 'latest', signal)
  for (let nonce = first; nonce < used && nonce < first + mostNonces; nonce++) {
    const hash = await transactionAtNonce(rpc, { from, nonce }, signal)
    if (hash && (await isAsked(hash))) return hash
  }
  const pending = (await pendingTransactions(rpc, signal)).filter(one => one.from === from && one.nonce >= first)
  for (const { hash } of pending.slice(0, Number(mostNonces))) if (await isAsked(hash)) return hash
  return undefined
}

/** Another account pays for and sends what a smart account does, so its own nonce says nothing. A token tells of the transfer; the native coin does not. */
async function findTransfer(rpc: Rpc, description: Description, known: readonly string[], signal: AbortSignal): Promise<Hex | undefined> {
  const { token, to, amount } = movementOf(description)
  if (!token || !to) return undefined
  const filter = {
    address: token,
    fromBlock: `0x${(description.block + 1n).toString(16)}`,
    toBlock: 'latest',
    topics: [transferTopic, topicOf(description.from), topicOf(to)],
  }
  const logs = await rpc.ask('eth_getLogs', [filter], readLogs, signal)
  return logs.find(log => {
    const transfer = known.includes(log.transaction ?? '') ? undefined : transferOf(log, token, description.from)
    return transfer?.to === to && transfer.amount === amount
  })?.transaction
}

async function pendingTransactions(rpc: Rpc, signal: AbortSignal) {
  try {
    return await rpc.ask('eth_getBlockByNumber', ['pending', true], readPendingTransactions, signal)
  } catch (error) {
    if (error instanceof RpcRefusal) return []
    throw error
  }
}

/** The receipt of a smart account's transaction is waited for so long. */
const receiptMs = 600_000

export async function compareTransaction(rpc: Rpc, hash: string, text: string, turn: Turn | undefined, signal: AbortSignal): Promise<TransactionComparison> {
  const description = readDescription(text, rpc.network.caipNetworkId)
  const begun = performance.now()
  const ways = { everyMs: confirmEveryMs, isPassing: (error: unknown) => error instanceof ModalError, turn }

  const readSent = async () => (await rpc.ask('eth_getTransactionByHash', [hash], readSentTransactionOf(hash), signal)) ?? undefined
  const transaction = await lookUntilAbsent(readSent, ways, signal)
  const compare = async (): Promise<TransactionComparison | undefined> => {
    // What a smart account answers may be the hash of its own order (a Safe's, an ERC-4337 operation's), which no node knows: that alone is no reason to warn.
    if (!transaction) return (await hasCode(rpc, description, signal)) ? same : { status: 'absent' }
    if (isAsDescribed(transaction, description)) return same
    if (!(await hasCode(rpc, description, signal))) return differenceOf(transaction, description)
    return (await compareEffect(rpc, transaction, description, signal)) ?? (performance.now() - begun > receiptMs ? same : undefined)
  }
  return lookUntil(compare, ways, signal)
}

const same = { status: 'same' } as const

/**
 * Compares what a smart account's transaction does. Somebody else may send it (a Safe's owner, an ERC-4337 bundler), to another contract, with the order inside its data:
 * sender, recipient and data differ for honest reasons. Only what is proved is a difference; where nothing can be proved the answer is `same`, because an alarm for every
 * payment of a smart account would teach people to ignore it. Undefined: the receipt decides, and is not there yet.
 */
async function compareEffect(
  rpc: Rpc,
  transaction: SentTransaction,
  description: Description,
  signal: AbortSignal,
): Promise<TransactionComparison | undefined> {
  const account = description.from
  const isOwn = transaction.from === account
  const wanted = movementOf(description)
  const isOrdered = containsCall(transaction.input, description)
  if (isOrdered && !wanted.token) return same
  // It sent coins to somebody else, or called another contract, without the described call inside.
  if (isOwn && !wanted.token) return differenceOf(transaction, description)
  if (!wanted.token && mentions(transaction, account)) return same

  const [receipt, logs] = await rpc.ask('eth_getTransactionReceipt', [transaction.hash], readReceiptWithLogs(transaction.hash), signal)
  if (!receipt) return undefined
  // Nothing was moved: `confirm` tells of the failure.
  if (!receipt.succeeded || hasFailedInside(logs, account)) return same
  const moved = wanted.token ? logs.flatMap(log => transferOf(log, wanted.token as Hex, account) ?? []) : []
  const total = moved.reduce((sum, { amount }) => sum + amount, 0n)
  // A token that takes a fee of its own tells of two transfers that come to the amount. More than half of it is no fee.
  const isPaid = (amount: bigint) => amount === wanted.amount || (total === wanted.amount && amount * 2n >= wanted.amount)
  if (moved.some(({ to, amount }) => to === wanted.to && isPaid(amount))) return same
  const other =
    moved.find(({ to }) => to === wanted.to) ?? moved.reduce<Movement | undefined>((most, one) => (most && most.amount >= one.amount ? most : one), undefined)
  if (other) return different(wanted, other)
  if (isOrdered) return same
  if (isOwn) return differenceOf(transaction, description)
  const isInvolved = mentions(transaction, account) || logs.some(log => log.address === account || log.topics.includes(topicOf(account)))
  return isInvolved ? same : { ...differenceOf(transaction, description), from: transaction.from }
}

/** What another transaction does instead. */
function differenceOf(transaction: SentTransaction, description: Description): TransactionComparison & { readonly status: 'different' } {
  const { from } = description
  const wanted = movementOf(description)
  const actual = movementOf({ ...transaction, data: transaction.input })
  return {
    // A smart account that calls itself says in its data who gets what.
    ...(transaction.to === from && transaction.input !== '0x' ? { status: 'different' } : different(wanted, actual)),
    ...(transaction.from !== from && { from: transaction.from }),
  }
}
/** Amounts of two assets have no common unit, so the amount is left out where the asset differs. */
function different(wanted: Movement, { token, to, amount }: Movement): TransactionComparison & { readonly status: 'different' } {
  return {
    status: 'different',
    ...(to && to !== wanted.to && { to }),
    ...(token === wanted.token && amount !== wanted.amount && { amount }),
  }
}

/** Whether the account is a contract: by what its connection says, or by code at its address (also that of EIP-7702). */
async function hasCode(rpc: Rpc, { isSmart, from }: Description, signal: AbortSignal): Promise<boolean> {
  return isSmart || (await rpc.ask('eth_getCode', [from, 'latest'], readCallResult, signal)) !== '0x'
}
const countOf = (rpc: Rpc, address: Hex, at: 'latest' | 'pending', signal: AbortSignal) => rpc.ask('eth_getTransactionCount', [address, at], readCount, signal)

const mentions = ({ to, input }: SentTransaction, account: Hex): boolean => to === account || input.toLowerCase().includes(account.slice(2).toLowerCase())

/** `Transfer(address,address,uint256)` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `UserOperationEvent` of ERC-4337: the sender is its second topic, whether it succeeded the second word of its data. */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** `ExecutionFailure` of a Safe. */
const failureTopic = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
const topicOf = (address: Hex): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** Whether the order failed within a transaction that succeeded. */
const hasFailedInside = (logs: readonly Log[], account: Hex): boolean =>
  logs.some(
    ({ address, topics, data }) =>
      (topics[0] === failureTopic && address === account) ||
      (topics[0] === operationTopic && topics[2] === topicOf(account) && readWord(`0x${data.slice(66, 130)}`) === 0n),
  )

/** A transfer of this token from the account. */
function transferOf({ address, topics, data }: Log, token: Hex, account: Hex): Movement | undefined {
  const [kind, from, to] = topics
  const amount = readWord(data)
  if (address !== token || kind !== transferTopic || from !== topicOf(account) || !to || amount === undefined) return undefined
  const [receiver] = readAccounts([`0x${to.slice(26)}`]) ?? []
  return receiver && { token, to: receiver, amount }
}

const readReceiptWithLogs = (hash: string) => (answer: unknown) => {
  const receipt = readReceiptOf(hash)(answer)
  const logs = receipt ? readLogs(Object(answer).logs) : []
  return receipt === undefined || logs === undefined ? undefined : ([receipt, logs] as const)
}
