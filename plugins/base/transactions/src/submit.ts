/** From the request to the wallet until the transaction is stored and followed. */
import { delay } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Transactions, transactionsCapability } from '@portico/kernel/capabilities'
import { ChainError, type Draft, type NetworkId } from '@portico/kernel/chain'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import { visibilityOf } from '@portico/kernel/shell'
import {
  acknowledgeRequests,
  describeDrafts,
  guardingRequests,
  isPlainWord,
  type NewSubmission,
  openRequest,
  type PendingRequest,
  type SignatureRequest,
  type Submission,
  type Submitted,
} from '@portico/kernel/transactions'
import { walletProblem } from '@portico/kernel/wallet'
import { announceChange } from './announce.js'
import type { Answer } from './bundles.js'
import { record } from './follow.js'
import { untilForgotten } from './forgetting.js'
import { watchOpen } from './open-requests.js'
import { longestId, readSubmission, requestLog } from './outbox.js'
import type { OutboxContext } from './refs.js'
import { isSoundFor, loadWording } from './wording.js'

/** Asks the wallet once. Never rejects. */
export async function submit(
  context: OutboxContext,
  submission: NewSubmission,
): Promise<Submitted> {
  const {
    account,
    activity,
    isWanted = () => true,
    beside = false,
    acknowledges = true,
  } = submission
  const drafts = [submission.draft].flat()
  const [draft] = drafts
  const isBundle = drafts.length > 1
  const forgotten = untilForgotten(context)
  const whenVisible = submission.awaitsOutcome ? undefined : visibilityOf(context)
  let request: PendingRequest | undefined
  let stopped: Submitted | undefined
  try {
    const subject = readSubmission(submission)
    if (!subject || !draft) throw new ChainError('CHAIN_ANSWER')
    const { network } = draft
    await loadWording(context, subject.kind, context.report)
    const acknowledge = acknowledgeRequests(
      context,
      requestLog(context, subject.kind),
      network,
      account.address,
    )
    const chain = chainFor(context, drafts)
    const description = await describeDrafts(context, account, drafts)
    if (!isBundle && !isWanted()) return { status: 'dropped' }
    const via = context.use(connectionService).require(account)
    if (via.network !== network) throw new ChainError('WALLET_NETWORK')
    /** Checked last: of two submissions at once, the second finds the request of the first. */
    const begin = () => {
      if (!isWanted()) stopped = { status: 'dropped' }
      else if (!beside && guarding(context, subject, network, account.address))
        stopped = { status: 'guarded' }
      else request = openOne(context, { ...subject, account, network }, description)
      // No request is sent.
      if (stopped) throw new ChainError('WALLET_UNSUPPORTED')
    }
    if (!isBundle) begin()
    const answer: Answer = isBundle
      ? await import('./bundles.js').then(code =>
          code.sendBundle(context, chain, via, account, drafts, whenVisible, begin),
        )
      : await chain.send(via, account, draft, context.signal)
    const { hash, named } = answer
    if (!isPlainWord(hash, named && longestId)) throw new ChainError('WALLET_OUTCOME')
    if (forgotten.aborted) {
      // Nothing follows the bundle any more.
      named?.catch(() => undefined)
      return { status: 'sent', hash }
    }
    // Stored before the request is closed, so that a reload at any moment finds one of the two.
    const sent = {
      ...subject,
      hash,
      network,
      at: Date.now(),
      ...(named && { isBundle: true as const }),
      ...(description !== undefined && { description }),
    }
    const isNew = record(context, account, sent, { whenVisible, activity, ...(named && { named }) })
    request?.close()
    if (acknowledges) acknowledge()
    if (isNew) announceChange(context, 'started', { ...subject, network })
    return { status: 'sent', hash }
  } catch (error) {
    if (context.signal.aborted) return { status: 'dropped' }
    return stopped ?? endOf(context, account, error, isBundle, request)
  }
}
function endOf(
  context: OutboxContext,
  account: Account,
  error: unknown,
  isBundle: boolean,
  request: PendingRequest | undefined,
): Submitted {
  if (isBundle && isUnable(error)) {
    request?.close()
    return { status: 'unable', error }
  }
  if (request?.fail(error) !== 'unknown') return { status: 'refused', error }
  // The caller says first that the outcome is unknown.
  delay(0, context.signal).then(
    () => watchOpen(context, account),
    () => undefined,
  )
  return { status: 'open', error }
}
// EIP-5792: the wallet does not support a capability, a size or bundles that are all or nothing, or
// the owner declines to upgrade the account for it.
const unable: readonly (number | undefined)[] = [5700, 5740, 5750, 5760]
const isUnable = (error: unknown): boolean =>
  error instanceof ChainError
    ? error.code === 'WALLET_UNSUPPORTED'
    : unable.includes(walletProblem(error).code)

/** Answers the function that closes the request. */
export function open(context: OutboxContext, request: SignatureRequest): () => void {
  if (!readSubmission(request)) throw new ChainError('CHAIN_ANSWER')
  return openOne(context, request, undefined).close
}
function openOne(
  context: OutboxContext,
  { account, network, kind, data, isAllowance }: SignatureRequest,
  description: string | undefined,
): PendingRequest {
  const wallet = context.state(sessionSlice).connections[account.connection]?.wallet.name ?? ''
  const subject: Submission = { kind, data, ...(isAllowance && { isAllowance }) }
  return openRequest(context, requestLog(context, kind), {
    network,
    from: account.address,
    wallet,
    subject,
    description,
  })
}
/**
 * The chain that sends all of these. Throws a ChainError WALLET_UNSUPPORTED where there is none.
 */
function chainFor(context: OutboxContext, drafts: readonly Draft[]): Transactions {
  const network = drafts[0]?.network
  const chain = network && context.capability(transactionsCapability, network)
  const isFit = drafts.every(
    draft => draft.network === network && chain?.dialects.includes(draft.dialect),
  )
  if (!chain || !isFit || (drafts.length > 1 && !chain.sendAll))
    throw new ChainError('WALLET_UNSUPPORTED')
  return chain
}
/**
 * Whether an earlier request of this kind may have been sent. A request that its feature cannot
 * read guards nothing, because it could not be shown.
 */
const guarding = (
  context: OutboxContext,
  { kind }: Submission,
  network: NetworkId,
  from: string,
): boolean =>
  guardingRequests(requestLog(context, kind).read(), network, from).some(({ subject }) =>
    isSoundFor(context, subject),
  )
