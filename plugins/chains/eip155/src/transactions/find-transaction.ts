/** Describes transactions, and finds one that a wallet may have sent. Loaded with a request. */

import type { Account } from '@portico/kernel/account'
import type { FoundTransaction } from '@portico/kernel/capabilities'
import { ChainError, type Eip155Transaction, type Hex } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import {
  type Log,
  readBlock,
  readCount,
  readLogs,
  readPendingTransactions,
  readSentTransactionOf,
  readWord,
  type SentTransaction,
} from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import { readAccounts } from '../wallets/wallet-answers.js'
import { hasCode } from './account-code.js'
import { transactionAtNonce } from './confirmation.js'
import {
  addedTo,
  approvalOf,
  type Call,
  containsAll,
  type Description,
  isCall,
  movementOf,
  ownCallsIn,
  readDescription,
  writeDescription,
} from './sent-description.js'
import { approvalTopic, topicOf, transferTopic } from './sent-logs.js'

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
    rpc.request('eth_getBlockByNumber', ['latest', false], readBlock, signal),
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
export const mostNonces = 8n

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
    // A smart account has no nonce. An EIP-7702 account has one, and others may send for it.
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
  const isRequested = async (hash: Hex) => {
    if (known.includes(hash)) return false
    const transaction = await rpc.request(
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
    if (hash && (await isRequested(hash))) return hash
  }
  const pending = (await pendingTransactions(rpc, signal)).filter(
    one => one.from === from && one.nonce >= first,
  )
  for (const { hash } of pending.slice(0, Number(mostNonces)))
    if (await isRequested(hash)) return hash
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
  const logs = await rpc.request('eth_getLogs', [filter], readLogs, signal)
  const isSought = (log: Log) =>
    log.address === token &&
    readWord(log.data) === amount &&
    topics.every((topic, at) => log.topics[at] === topic)
  for (const { transaction: hash } of logs.filter(isSought)) {
    if (!hash || known.includes(hash)) continue
    if (calls.length === 1) return hash
    const transaction = await rpc.request(
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
    return await rpc.request(
      'eth_getBlockByNumber',
      ['pending', true],
      readPendingTransactions,
      signal,
    )
  } catch (error) {
    if (error instanceof RpcRefusal) return []
    throw error
  }
}

const countOf = (rpc: Rpc, address: Hex, at: 'latest' | 'pending', signal: AbortSignal) =>
  rpc.request('eth_getTransactionCount', [address, at], readCount, signal)
