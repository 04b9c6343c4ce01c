/** What becomes of a transaction after its end was told: a chain may take back the newest of its blocks (situation R19). */
import type { OutcomeChanged, TransactionOutcome, Turn } from '../contracts/capabilities/transactions.js'
import { ModalError } from '../contracts/errors.js'
import { untilBeat } from '../delay.js'
import { lookUntil } from './lookout.js'

/** What one look at a transaction shows. */
export interface Standing {
  /** What became of it by the block that has it. Undefined: none has it. */
  readonly status?: 'confirmed' | 'failed'
  readonly block?: bigint
  /** The newest block. */
  readonly head: bigint
}
export interface Watched {
  look(): Promise<Standing>
  /** Waits until it has an outcome again. */
  confirm(): Promise<TransactionOutcome>
  /** What was said of it. */
  readonly outcome: TransactionOutcome
  /** It was said long ago, perhaps in a page that is gone: there is a look at once. */
  readonly isOld: boolean
  /** Told of each change: undefined where no block has it any more, then what it came to. */
  readonly changed: OutcomeChanged
  /** So many blocks on it are never taken back: a chain that does has other troubles. */
  readonly deepEnough: bigint
  readonly everyMs: number
  readonly turn?: Turn | undefined
}

// Nodes behind one address do not know the same at the same moment.
const looksBeforeBelieved = 2
// A chain on which nothing happens makes no blocks: what stood for so long stays.
const mostLooks = 60

/** Tells of every change that a reorganisation makes to what became of a transaction. Ends when none is to be expected any more. Throws what `confirm` throws. */
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

/** Whether a transaction is what was said of it until enough blocks stand on it. */
async function holds({ look, deepEnough, everyMs, turn }: Watched, said: TransactionOutcome['status'], atOnce: boolean, signal: AbortSignal): Promise<boolean> {
  let looks = 0
  let contradicted = 0
  let base: bigint | undefined
  const compare = async (): Promise<boolean | undefined> => {
    // Counted before anybody answers: a node that is gone for good is no reason to ask for ever.
    if (++looks > mostLooks) return true
    const { status, block, head } = await look()
    const isAsSaid = status ? status === said : said === 'replaced' || said === 'expired'
    contradicted = isAsSaid ? 0 : contradicted + 1
    base = block ?? base ?? head
    if (contradicted >= looksBeforeBelieved) return false
    return isAsSaid && head - base >= deepEnough ? true : undefined
  }
  if (!atOnce) await untilBeat(everyMs, signal)
  return lookUntil(compare, { everyMs, isPassing: error => error instanceof ModalError, turn }, signal)
}
