/** Several drafts that the wallet carries out as one (EIP-5792). Loads with the first bundle. */
import { anySignal } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { nativeBalanceEndpoint, tokenBalancesEndpoint } from '@portico/kernel/backend'
import {
  type TransactionOutcome,
  type Transactions,
  transactionsCapability,
  type WhenVisible,
} from '@portico/kernel/capabilities'
import { ChainError, type Draft, TransferError } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { connectedAccount, connectionService } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { ModalError } from '@portico/kernel/text'
import { isPlainWord, type OutboxEntry } from '@portico/kernel/transactions'
import { walletProblem } from '@portico/kernel/wallet'
import { announceChange, announceWaiting } from './announce.js'
import { untilForgotten } from './forgetting.js'
import { changeEntry, findEntry } from './outbox.js'
import type { OutboxContext } from './refs.js'

export interface Answer {
  readonly hash: string
  /** `hash` is the wallet's id of the bundle, and this is the transaction. */
  readonly named?: Promise<{ readonly hash: string }>
}
/** Answers as soon as the person has agreed. */
export async function sendBundle(
  context: OutboxContext,
  { sendAll }: Pick<Transactions, 'sendAll'>,
  via: Connection,
  account: Account,
  drafts: readonly Draft[],
  whenVisible: WhenVisible | undefined,
  beforeRequest: () => void,
): Promise<Answer> {
  let id: string | undefined
  let agree: () => void = () => undefined
  const agreed = new Promise<void>(resolve => {
    agree = resolve
  })
  // The wallet is polled for the outcome until the bundle is forgotten. What it asks the person is
  // not taken back.
  const followed = new AbortController()
  const forgotten = untilForgotten(context)
  const keep = (given: string) => {
    id = given
    const stop = () => followed.abort(forgotten.reason)
    if (forgotten.aborted) stop()
    else forgotten.addEventListener('abort', stop, { signal: context.signal })
    agree()
  }
  const waiting = () => {
    const network = drafts[0]?.network
    if (id !== undefined && network) announceWaiting(context, { hash: id, network })
  }
  const named =
    sendAll?.(via, account, drafts, anySignal([context.signal, followed.signal]), {
      whenVisible,
      beforeRequest,
      named: keep,
      waiting,
    }) ?? Promise.reject(new ChainError('WALLET_UNSUPPORTED'))
  const answer = await Promise.race([agreed, named])
  return answer ?? { hash: id ?? '', named }
}

interface Asking {
  readonly whenVisible: WhenVisible | undefined
  /** What the wallet answers to a bundle that was sent from this page. */
  readonly named?: Promise<{ readonly hash: string }>
}
/**
 * The transaction that the wallet names, or the outcome of a bundle of which nothing, or only a
 * part, was carried out. Undefined where the wallet does not say now.
 */
export async function nameBundle(
  context: OutboxContext,
  entry: OutboxEntry,
  { whenVisible, named }: Asking,
  stopped: AbortSignal,
): Promise<{ readonly account: Account; readonly hash: string } | TransactionOutcome | undefined> {
  const account = connectedAccount(context, entry.network, entry.from)
  // The request is sent once the wallet is connected again.
  if (!account) return undefined
  const signal = anySignal([context.signal, untilForgotten(context), stopped])
  try {
    const { hash } = await (named ??
      requestBundleOutcome(context, account, entry, whenVisible, signal))
    return isPlainWord(hash) ? { account, hash } : undefined
  } catch (error) {
    if (signal.aborted) return undefined
    const known = findEntry(context, entry)
    // Another tab has the transaction already: what the wallet says of the bundle now is older.
    if (known && !isBundleOf(known, entry)) return { account, hash: known.hash }
    if (error instanceof TransferError) return failBundle(context, entry, error)
    // EIP-5792: the wallet has no bundle with this id.
    if (walletProblem(error).code === 5730) changeEntry(context, entry, { status: 'unknown' })
    // A wallet that does not answer now gets the request again the next time.
    else if (!(error instanceof ModalError) && walletProblem(error).code === undefined)
      context.report(error)
    return undefined
  }
}
/** Whether an entry is still the bundle, without the name of its transaction. */
export const isBundleOf = (known: OutboxEntry, { hash }: OutboxEntry): boolean =>
  known.isBundle === true && known.hash === hash
function requestBundleOutcome(
  context: OutboxContext,
  account: Account,
  entry: OutboxEntry,
  whenVisible: WhenVisible | undefined,
  signal: AbortSignal,
): Promise<{ readonly hash: string }> {
  const { hash: id, network } = entry
  const via = context.use(connectionService).require(account)
  const chain = context.capability(transactionsCapability, network)
  if (!chain?.sendAll) throw new ChainError('WALLET_UNSUPPORTED')
  return chain.sendAll(via, account, [], signal, {
    id,
    whenVisible,
    waiting: () => announceWaiting(context, entry),
  })
}
function failBundle(
  context: OutboxContext,
  entry: OutboxEntry,
  error: TransferError,
): TransactionOutcome {
  const failed: OutboxEntry = {
    ...entry,
    status: 'failed',
    endedAt: Date.now(),
    ...(error.code === 'TRANSFER_PART' && { isPart: true, isAllowance: true }),
  }
  const { status, endedAt, isPart, isAllowance } = failed
  // Of the part that was carried out, what its feature says is enough.
  changeEntry(context, entry, {
    status,
    endedAt,
    isPart,
    isAllowance,
    seen: isPart === true,
    isWaiting: undefined,
    description: undefined,
  })
  context.invalidate(nativeBalanceEndpoint)
  context.invalidate(tokenBalancesEndpoint)
  if (isPart) context.use(toastsService).fail(error)
  else announceChange(context, 'failed', failed)
  return { status: 'failed' }
}
