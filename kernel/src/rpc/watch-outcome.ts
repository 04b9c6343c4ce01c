/**
 * Watches a transaction after its outcome was reported, because a reorg may revert the newest
 * blocks (situation R19).
 */
import type {
  OutcomeChanged,
  TransactionOutcome,
  WhenVisible,
} from '../contracts/capabilities/transactions.js'
import { ModalError } from '../contracts/text/errors.js'
import { untilBeat } from '../delay.js'
import { pollUntil } from './poll.js'

/** What one poll of a transaction shows. */
export interface Standing {
  /** The transaction's status in its block. Undefined: no block has it. */
  readonly status?: 'confirmed' | 'failed'
  readonly block?: bigint
  /** The newest block. */
  readonly head: bigint
}
export interface Watched {
  look(): Promise<Standing>
  /** Resolves when the transaction has an outcome again. */
  confirm(): Promise<TransactionOutcome>
  /** The reported outcome. */
  readonly outcome: TransactionOutcome
  /** Reported long ago, perhaps by an earlier page, so the first poll is immediate. */
  readonly isOld: boolean
  /**
   * Called on each change: undefined when no block has the transaction any more, then its new
   * outcome.
   */
  readonly changed: OutcomeChanged
  /** Confirmations after which no reorg is expected. */
  readonly deepEnough: bigint
  readonly everyMs: number
  readonly whenVisible?: WhenVisible | undefined
}

// Nodes behind one endpoint differ for a moment.
const looksBeforeBelieved = 2
// An idle chain makes no blocks, so polling ends after this many polls.
const mostLooks = 60

/**
 * Reports every change of the outcome by a reorg. Ends when no reorg is expected any more. Throws
 * what `confirm` throws.
 */
export async function watchOutcome(watched: Watched, signal: AbortSignal): Promise<void> {
  const { changed, confirm } = watched
  let { outcome, isOld } = watched
  while (!(await holds(watched, outcome.status, isOld, signal))) {
    changed(undefined)
    outcome = await confirm()
    isOld = false
    changed(outcome)
  }
}

/** Returns true if the transaction keeps its outcome until it has enough confirmations. */
async function holds(
  { look, deepEnough, everyMs, whenVisible }: Watched,
  said: TransactionOutcome['status'],
  atOnce: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  let looks = 0
  let contradicted = 0
  let base: bigint | undefined
  const compare = async (): Promise<boolean | undefined> => {
    // Counted before the response, so a node that is gone for good is not polled for ever.
    if (++looks > mostLooks) return true
    const { status, block, head } = await look()
    const isAsSaid = status ? status === said : said === 'replaced' || said === 'expired'
    contradicted = isAsSaid ? 0 : contradicted + 1
    base = block ?? base ?? head
    if (contradicted >= looksBeforeBelieved) return false
    return isAsSaid && head - base >= deepEnough ? true : undefined
  }
  if (!atOnce) await untilBeat(everyMs, signal)
  return pollUntil(
    compare,
    { everyMs, isPassing: error => error instanceof ModalError, whenVisible },
    signal,
  )
}
