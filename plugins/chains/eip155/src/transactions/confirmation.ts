import { KernelError, withTimeout } from '@portico/kernel'
import type { TransactionOutcome, WhenVisible } from '@portico/kernel/capabilities'
import { ChainError, type Hex } from '@portico/kernel/chain'
import { pollUntil, RpcRefusal, type Standing } from '@portico/kernel/rpc'
import { ModalError } from '@portico/kernel/text'
import {
  type PendingTransaction,
  readBlock,
  readCall,
  readCallResult,
  readCount,
  readReceiptOf,
  readTransactionOf,
} from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import type { CallsStatus } from '../wallet-interface.js'
import type { WalletProposals } from './wallet-proposals.js'

// Spec section 9.
export const confirmEveryMs = 4000
// A node may know the sender's new nonce before it finds the receipt.
const looksBeforeReplaced = 2
// The reason of a failure is optional, so the known outcome does not wait longer for it.
const timeoutMs = 2_000

/**
 * Polls until a transaction is in a block, or another one of the same sender and nonce replaced it.
 * Polls at once, then every 4 s, after a minute every 15 s; each poll is one request once the node
 * knows the transaction. A node that fails, or does not know the transaction, is polled again.
 * `replacement`: the hash of a transaction that was submitted to replace it.
 */
export async function confirmation(
  rpc: Rpc,
  hash: string,
  { statusOf }: Pick<WalletProposals, 'statusOf'>,
  whenVisible: WhenVisible | undefined,
  signal: AbortSignal,
  replacement?: string,
): Promise<TransactionOutcome> {
  let seen: PendingTransaction | undefined
  let replacedFor = 0

  const countOf = ({ from }: PendingTransaction) =>
    rpc.request('eth_getTransactionCount', [from, 'latest'], readCount, signal)
  const lookAtOrder = async (): Promise<TransactionOutcome | undefined> => {
    const order = seen ? undefined : await statusOf(hash, rpc.network.caipNetworkId, signal)
    // No endpoint and no wallet knows the hash, so the outcome stays unknown, as without a
    // response.
    if (!order) throw new ChainError('CHAIN_UNAVAILABLE')
    return endOfOrder(hash, order)
  }
  /** What replaced it has the same sender and nonce. */
  const readReplacement = async () =>
    replacement === undefined
      ? undefined
      : ((await rpc.request(
          'eth_getTransactionByHash',
          [replacement],
          readTransactionOf(replacement),
          signal,
        )) ?? undefined)
  const look = async (): Promise<TransactionOutcome | undefined> => {
    const [receipt, transaction, count] = await Promise.all([
      rpc.request('eth_getTransactionReceipt', [hash], readReceiptOf(hash), signal),
      rpc.request('eth_getTransactionByHash', [hash], readTransactionOf(hash), signal),
      seen && countOf(seen),
    ])
    if (receipt?.succeeded) return { status: 'confirmed', block: receipt.block }
    if (receipt)
      return {
        status: 'failed',
        block: receipt.block,
        ...(await explained(rpc, hash, receipt.block, signal)),
      }
    seen = transaction ?? seen ?? (await readReplacement())
    if (seen) replacedFor = (count ?? (await countOf(seen))) > seen.nonce ? replacedFor + 1 : 0
    if (seen && replacedFor >= looksBeforeReplaced)
      return endOf(hash, await transactionAtNonce(rpc, seen, signal))
    return transaction || replacedFor ? undefined : lookAtOrder()
  }

  return pollUntil(
    look,
    { everyMs: confirmEveryMs, isPassing: error => error instanceof ModalError, whenVisible },
    signal,
  )
}

/**
 * Resolves the hash that a smart account gave its order. Undefined while the order has no
 * transaction.
 */
function endOfOrder(hash: string, { status, hashes }: CallsStatus): TransactionOutcome | undefined {
  if (status === 'failed') return { status: 'expired' }
  // The transaction that carried the order may itself have succeeded.
  if (status === 'reverted' || status === 'partial') return { status: 'failed' }
  const by = hashes.at(-1)
  return by && by !== hash ? { status: 'replaced', by, isSame: true } : undefined
}

/** Checks once whether a transaction that had an outcome still has it. */
export async function standing(rpc: Rpc, hash: string, signal: AbortSignal): Promise<Standing> {
  const [receipt, { number: head }] = await Promise.all([
    rpc.request('eth_getTransactionReceipt', [hash], readReceiptOf(hash), signal),
    rpc.request('eth_getBlockByNumber', ['latest', false], readBlock, signal),
  ])
  return receipt
    ? { status: receipt.succeeded ? 'confirmed' : 'failed', block: receipt.block, head }
    : { head }
}

/**
 * Outcome of a transaction whose nonce is used by the transaction `by`, if the node finds it. `by`
 * equal to the hash: it is in a block, and its receipt comes with the next poll.
 */
const endOf = (hash: string, by: string | undefined): TransactionOutcome | undefined =>
  by === undefined ? { status: 'expired' } : by === hash ? undefined : { status: 'replaced', by }

// Nodes that are no archive keep the state of the last 128 blocks.
const recentBlocks = 120n

/**
 * Finds the transaction that used a nonce after block `since`: bisects for its block, then searches
 * that block. Undefined where the node contradicts itself.
 * Throws an RpcRefusal where the nonce was used before the blocks whose state the node keeps.
 */
export async function transactionAtNonce(
  rpc: Rpc,
  { from, nonce }: Pick<PendingTransaction, 'from' | 'nonce'>,
  signal: AbortSignal,
  since = 0n,
): Promise<Hex | undefined> {
  const latest = await rpc.request('eth_getBlockByNumber', ['latest', false], readBlock, signal)
  const isUsedAt = async (block: bigint) =>
    (await rpc.request(
      'eth_getTransactionCount',
      [from, `0x${block.toString(16)}`],
      readCount,
      signal,
    )) > nonce
  let [low, high] = [since, latest.number]
  // Every node has the state of the recent blocks, and most transactions are in them.
  const recent = latest.number - recentBlocks
  if (recent > low && (await isUsedAt(recent))) high = recent
  else if (recent > low) low = recent + 1n
  while (low < high) {
    const middle = (low + high) / 2n
    if (await isUsedAt(middle)) high = middle
    else low = middle + 1n
  }
  const block = await rpc.request(
    'eth_getBlockByNumber',
    [`0x${high.toString(16)}`, true],
    readBlock,
    signal,
  )
  return block.transactions.find(one => one.from === from && one.nonce === nonce)?.hash
}

/**
 * Reads the block time and the revert reason of a failed transaction. Returns neither where no node
 * responds in time: the outcome does not depend on them.
 */
async function explained(
  rpc: Rpc,
  hash: string,
  block: bigint,
  signal: AbortSignal,
): Promise<{ readonly at?: number; readonly reason?: string }> {
  const at = `0x${block.toString(16)}`
  const [made, reason] = await Promise.all([
    soon(own => rpc.request('eth_getBlockByNumber', [at, false], readBlock, own), signal),
    soon(own => reasonOf(rpc, hash, at, own), signal),
  ])
  return {
    ...(made?.seconds !== undefined && { at: Number(made.seconds) * 1000 }),
    ...(reason && { reason }),
  }
}
/**
 * Repeats the transaction as a call after the other transactions of its block, to get the revert
 * reason.
 */
async function reasonOf(
  rpc: Rpc,
  hash: string,
  at: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const call = await rpc.request('eth_getTransactionByHash', [hash], readCall, signal)
  try {
    await rpc.request('eth_call', [call, at], readCallResult, signal)
    return undefined
  } catch (error) {
    if (error instanceof RpcRefusal) return String(error.userMessage.values?.reason)
    throw error
  }
}
async function soon<Answer>(
  request: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  try {
    return await withTimeout(request, timeoutMs, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModalError || error instanceof KernelError) return undefined
    throw error
  }
}
