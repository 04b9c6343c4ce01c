/** Reads a sent transaction by its hash. */

import { writeBase58 } from '../messages/keys.js'
import { readTransactionBytes } from '../node/node-answers.js'
import { commitment, type Rpc } from '../node/rpc.js'
import { hasSigned } from './signed-transaction.js'
import { readWire, type WireTransaction } from './transaction-wire.js'

export interface SentTransaction {
  readonly slot: bigint
  readonly read: WireTransaction
}
/**
 * Reads a transaction by its hash. null where the node does not know it. The hash is the first
 * signature, so a node cannot substitute another transaction: one whose signature does not verify
 * is malformed, and the next endpoint is used.
 */
export async function transactionAt(
  rpc: Rpc,
  hash: string,
  signal: AbortSignal,
): Promise<SentTransaction | null> {
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
  const readSent = (answer: unknown): SentTransaction | null | undefined => {
    const found = readTransactionBytes(answer)
    if (!found) return found
    const read = readWire(found.transaction)
    const [signature] = read?.signatures ?? []
    const isIts =
      read &&
      signature &&
      writeBase58(signature) === hash &&
      hasSigned(read.signers[0] ?? '', read.message, signature)
    return isIts ? { slot: found.slot, read } : undefined
  }
  return rpc.request('getTransaction', [hash, options], readSent, signal)
}
