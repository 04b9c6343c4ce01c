import { ModalError, type TransactionOutcome } from '@portico/kernel/contracts'
import { lookUntil } from '@portico/kernel/rpc'
import { type PendingTransaction, readBlock, readCount, readReceiptOf, readTransaction } from './node-answers.js'
import type { Rpc } from './rpc.js'

// Spec section 9.
const everyMs = 4000
// A node may know the sender's new nonce before it can find the receipt.
const looksBeforeReplaced = 2

/**
 * Waits until a transaction is in a block, or its place was taken by another of the same sender and nonce. Looks at once, then every 4 s; while the page is
 * hidden it does not look at all. A node that gives no answer is asked again with the next look.
 */
export async function confirmation(rpc: Rpc, hash: string, signal: AbortSignal): Promise<TransactionOutcome> {
  let seen: PendingTransaction | undefined
  let replacedFor = 0

  const look = async (): Promise<TransactionOutcome | undefined> => {
    const [receipt, transaction] = await Promise.all([
      rpc.ask('eth_getTransactionReceipt', [hash], readReceiptOf(hash), signal),
      rpc.ask('eth_getTransactionByHash', [hash], readTransaction, signal),
    ])
    if (receipt) return { status: receipt.succeeded ? 'confirmed' : 'failed', block: receipt.block }
    seen = transaction ?? seen
    if (!seen) return undefined
    const used = await rpc.ask('eth_getTransactionCount', [seen.from, 'latest'], readCount, signal)
    replacedFor = used > seen.nonce ? replacedFor + 1 : 0
    if (replacedFor < looksBeforeReplaced) return undefined
    const by = await replacement(rpc, seen, signal)
    return by === undefined ? { status: 'expired' } : by === hash ? undefined : { status: 'replaced', by }
  }

  return lookUntil(look, { everyMs, isPassing: error => error instanceof ModalError }, signal)
}

/** Finds the transaction that took a nonce: first the block by halving, then the transaction in it. Undefined when the node cannot tell any more. */
async function replacement(rpc: Rpc, { from, nonce }: PendingTransaction, signal: AbortSignal): Promise<string | undefined> {
  const latest = await rpc.ask('eth_getBlockByNumber', ['latest', false], readBlock, signal)
  // Nodes that keep no archive know the state of the last 128 blocks.
  let low = latest.number > 120n ? latest.number - 120n : 0n
  let high = latest.number
  while (low < high) {
    const middle = (low + high) / 2n
    const used = await rpc.ask('eth_getTransactionCount', [from, `0x${middle.toString(16)}`], readCount, signal)
    if (used > nonce) high = middle
    else low = middle + 1n
  }
  const block = await rpc.ask('eth_getBlockByNumber', [`0x${high.toString(16)}`, true], readBlock, signal)
  return block.transactions.find(one => one.from === from && one.nonce === nonce)?.hash
}
