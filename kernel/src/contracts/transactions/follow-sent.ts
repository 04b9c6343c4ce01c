/**
 * How a sent transaction ended, reported only after its comparison with what was shown (threat S2).
 */
import { anySignal } from '../../async.js'
import {
  type OutcomeChanged,
  type TransactionComparison,
  type TransactionOutcome,
  transactionsCapability,
  type WhenVisible,
} from '../capabilities/transactions.js'
import type { NetworkId } from '../chain/caip.js'
import { ChainError } from '../chain/chain-errors.js'
import { ModalError } from '../text/errors.js'
import { isPlainWord } from './open-requests.js'
import type { RequestContext } from './track-requests.js'

export interface SentHash {
  readonly hash: string
  readonly network: NetworkId
  /**
   * See `Transactions.describe`. Absent: there is nothing to compare with, or its end was reported
   * before.
   */
  readonly description?: string
}
/**
 * What the network has instead of what was shown. Absent fields: as shown, or the chain cannot
 * tell.
 */
export type Difference = Omit<Extract<TransactionComparison, { status: 'different' }>, 'status'>
export interface SentListener {
  /** No endpoint has known the hash for two minutes. It is compared when the network has it. */
  absent(): void
  /**
   * The wallet has it, and others have to sign it first. It is compared when the network has it.
   */
  waiting(): void
  /** The chain cannot compare it with what was shown. Say so where its confirmation is shown. */
  unread(): void
  /**
   * Undefined: it is what was shown. Keep the description until the transaction has ended: what
   * takes its place is compared with it, too.
   */
  compared(difference: Difference | undefined): void
  /** Whether this hash is recorded as another transaction: then its own description goes for it. */
  isOther(hash: string): boolean
  /**
   * Another transaction took its place and does what was shown: a wallet paid a higher fee. It is
   * followed from now on.
   */
  renamed(hash: string): void
  readonly changed: OutcomeChanged
}
export interface FollowOptions {
  readonly whenVisible: WhenVisible | undefined
  readonly said: TransactionOutcome | undefined
  /** See `ConfirmOptions.replacement`. */
  readonly replacement?: string | undefined
  /** Ends it, also after the outcome, when only a reorganization would be reported. */
  readonly stopped?: AbortSignal | undefined
}

/**
 * Confirms a transaction and compares it with its description; likewise what takes its
 * place. Undefined where the chain tells no outcome. Throws what `confirm` throws, and a ChainError
 * CHAIN_UNAVAILABLE where the network has it but no endpoint could compare it.
 */
export async function followSent(
  context: RequestContext,
  { hash, network, description }: SentHash,
  listener: SentListener,
  { whenVisible, said, stopped, replacement }: FollowOptions,
  isSame = false,
): Promise<TransactionOutcome | undefined> {
  const { absent, waiting, unread, compared, changed } = listener
  const chain = context.capability(transactionsCapability, network)
  const comparing = new AbortController()
  // Once something else is followed, what the chain still has to say of this hash does not matter.
  const following = new AbortController()
  const signal = anySignal([following.signal, context.signal, stopped])
  let isCompared = isSame || description === undefined || !chain?.compare
  let differs = false
  const read = async (
    which: string,
    until: AbortSignal,
  ): Promise<TransactionComparison | undefined> => {
    try {
      const found =
        description === undefined
          ? undefined
          : await chain?.compare?.(which, network, description, until, whenVisible)
      return until.aborted ? undefined : found
    } catch (error) {
      if (!until.aborted && !(error instanceof ModalError)) context.report(error)
      return undefined
    }
  }
  const differ = (found: Extract<TransactionComparison, { status: 'different' }>) => {
    const { status: _, ...difference } = found
    // A reorganisation may take a cancel back, and what was cancelled is mined after all.
    differs = !difference.isCancel
    compared(difference)
  }
  const compare = async (): Promise<boolean> => {
    const found = isCompared ? undefined : await read(hash, anySignal([comparing.signal, signal]))
    if (!found) return isCompared
    if (found.status === 'absent') absent()
    else if (found.status === 'waiting') waiting()
    else {
      isCompared = true
      if (found.status === 'different') differ(found)
      else if (found.status === 'unknown') unread()
      else compared(undefined)
    }
    return isCompared
  }
  /**
   * A wallet that pays a higher fee replaces a transaction by an equal one, a thief by another one.
   */
  const end = async (outcome: TransactionOutcome): Promise<TransactionOutcome | undefined> => {
    if (
      outcome.status !== 'replaced' ||
      said ||
      differs ||
      !isPlainWord(outcome.by) ||
      listener.isOther(outcome.by)
    )
      return outcome
    comparing.abort()
    // The wallet's own order is compared under the hash that the network knows.
    const found = outcome.isSame ? undefined : await read(outcome.by, signal)
    if (found?.status === 'different') differ(found)
    if (found?.status !== 'same' && !outcome.isSame) return outcome
    following.abort()
    listener.renamed(outcome.by)
    const named = { hash: outcome.by, network, ...(description !== undefined && { description }) }
    return followSent(
      context,
      named,
      listener,
      { whenVisible, said: undefined, stopped },
      !outcome.isSame,
    )
  }
  let changes = 0
  const learn: OutcomeChanged = outcome => {
    const own = ++changes
    if (outcome?.status !== 'replaced') return changed(outcome)
    const tell = (ended: TransactionOutcome | undefined) => {
      if (own === changes && !context.signal.aborted) changed(ended)
    }
    end(outcome).then(tell, error => {
      if (!context.signal.aborted && !(error instanceof ModalError)) context.report(error)
      tell(undefined)
    })
  }
  const first = compare()
  try {
    if (!chain?.confirm) {
      await first
      return undefined
    }
    const outcome = await chain.confirm(hash, network, {
      signal,
      changed: learn,
      whenVisible,
      said,
      replacement,
    })
    const isMined = outcome.status === 'confirmed' || outcome.status === 'failed'
    // The network knows it by now: one that was absent before is looked up once more.
    if (isMined && !(await first) && !(await compare())) throw new ChainError('CHAIN_UNAVAILABLE')
    return await end(outcome)
  } finally {
    comparing.abort()
  }
}
