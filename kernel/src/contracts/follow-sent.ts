/** How a sent transaction ended, told only once it was compared with what was shown (threat S2). */
import { anySignal } from '../async.js'
import type { NetworkId } from './caip.js'
import { type OutcomeChanged, type TransactionComparison, type TransactionOutcome, type Turn, transactions } from './capabilities/transactions.js'
import { ChainError } from './chain-errors.js'
import { ModalError } from './errors.js'
import type { RequestContext } from './track-requests.js'

export interface SentHash {
  readonly hash: string
  readonly network: NetworkId
  /** See `Transactions.describe`. Absent: there is nothing to compare with, or it was compared before. */
  readonly description?: string
}
/** What the network has instead of what was shown. Absent fields: as shown, or the chain cannot tell. */
export type Difference = Omit<Extract<TransactionComparison, { status: 'different' }>, 'status'>
export interface SentListener {
  /** No endpoint has known the hash for two minutes. It is compared when the network has it. */
  absent(): void
  /** Undefined: it is what was shown. Called once. */
  compared(difference: Difference | undefined): void
  readonly changed: OutcomeChanged
}
export interface SentWays {
  readonly turn: Turn | undefined
  readonly said: TransactionOutcome | undefined
}

/**
 * Confirms a transaction and compares it with its description meanwhile. Undefined where the chain tells no outcome. Throws what `confirm` throws, and a ChainError
 * CHAIN_UNAVAILABLE where the network has it but no endpoint could compare it.
 */
export async function followSent(
  context: RequestContext,
  { hash, network, description }: SentHash,
  { absent, compared, changed }: SentListener,
  { turn, said }: SentWays,
): Promise<TransactionOutcome | undefined> {
  const chain = context.capability(transactions, network)
  const ending = new AbortController()
  const signal = anySignal([ending.signal, context.signal])
  let isCompared = description === undefined || !chain?.compare
  const compare = async (): Promise<boolean> => {
    try {
      const found = isCompared || description === undefined ? undefined : await chain?.compare?.(hash, network, description, signal, turn)
      if (!found || signal.aborted) return isCompared
      if (found.status === 'absent') absent()
      else {
        const { status, ...difference } = found
        isCompared = true
        compared(status === 'different' ? difference : undefined)
      }
    } catch (error) {
      if (!signal.aborted && !(error instanceof ModalError)) context.report(error)
    }
    return isCompared
  }
  const comparing = compare()
  try {
    if (!chain?.confirm) {
      await comparing
      return undefined
    }
    const outcome = await chain.confirm(hash, network, context.signal, changed, turn, said)
    const isMined = outcome.status === 'confirmed' || outcome.status === 'failed'
    // The network knows it by now: one that was absent before is looked up once more.
    if (isMined && !(await comparing) && !(await compare())) throw new ChainError('CHAIN_UNAVAILABLE')
    return outcome
  } finally {
    ending.abort()
  }
}
