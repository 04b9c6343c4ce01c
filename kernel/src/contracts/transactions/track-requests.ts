/**
 * Sends wallet requests that may move money, and tracks each until its outcome is known.
 * One mechanism for every feature that sends. Loaded with the first request: views only need
 * `open-requests.ts`.
 */
import { withTimeout } from '../../async.js'
import { untilBeat } from '../../delay.js'
import { KernelError } from '../../error.js'
import type { Account } from '../account/account.js'
import { transactionsCapability } from '../capabilities/transactions.js'
import type { NetworkId } from '../chain/caip.js'
import { ChainError } from '../chain/chain-errors.js'
import type { Draft } from '../chain/draft.js'
import { type VisibilityContext, visibilityOf } from '../shell/visibility.js'
import { ModalError } from '../text/errors.js'
import { type FailedRequest, failedRequest } from '../wallet/failed-request.js'
import { inFlight, isDescription, isPlainWord, type OpenRequest } from './open-requests.js'

/** What a plugin's context can do that tracks requests. */
export interface RequestContext extends VisibilityContext {
  readonly signal: AbortSignal
  readonly report: (error: unknown) => void
}
/** Where a feature keeps its open requests. */
export interface RequestLog<Subject> {
  read(): readonly OpenRequest<Subject>[]
  write(requests: readonly OpenRequest<Subject>[]): void
}
export interface NewRequest<Subject> {
  readonly network: NetworkId
  readonly from: string
  readonly wallet: string
  readonly subject: Subject
  readonly description: string | undefined
}
/** A request that the wallet has not answered. */
export interface PendingRequest {
  /** The wallet has answered, and the answer is recorded. */
  close(): void
  /**
   * The wallet failed. Closes the request where the error proves that nothing was sent, else leaves
   * it open.
   */
  fail(error: unknown): FailedRequest
}

const describedForMs = 10_000
const foundForMs = 15_000
// 4 s apart for a minute, then 15 s apart: about ten minutes. The next opening of the modal starts
// over.
const looks = 51
const everyMs = (look: number): number => (look < 15 ? 4_000 : 15_000)

/**
 * The chain's description of the drafts of one request, just before the wallet request. Undefined
 * where the chain describes none. Throws what the chain threw, and a ChainError CHAIN_UNAVAILABLE
 * after ten seconds or for an unreadable description: what is not described is neither found nor
 * compared afterwards, so no request is sent.
 */
export async function describeDrafts(
  context: RequestContext,
  from: Account,
  drafts: readonly Draft[],
): Promise<string | undefined> {
  const [draft] = drafts
  const chain = draft && context.capability(transactionsCapability, draft.network)
  if (!chain?.describe) return undefined
  const describe = async (signal: AbortSignal) => chain.describe?.(from, drafts, signal)
  const description = await withTimeout(describe, describedForMs, context.signal).catch(error => {
    throw error instanceof KernelError
      ? new ChainError('CHAIN_UNAVAILABLE', undefined, { cause: error })
      : error
  })
  if (!isDescription(description)) throw new ChainError('CHAIN_UNAVAILABLE')
  return description
}

// By context: two kernels in one page share nothing.
const watchedBy = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>()
function setOf(sets: WeakMap<AbortSignal, Set<string>>, { signal }: RequestContext): Set<string> {
  const own = sets.get(signal) ?? new Set()
  sets.set(signal, own)
  return own
}

/**
 * Marks a request as open. Called right before the wallet request, so that a reload at any moment
 * leaves a trace.
 */
export function openRequest<Subject>(
  context: RequestContext,
  log: RequestLog<Subject>,
  request: NewRequest<Subject>,
): PendingRequest {
  const { network, from, wallet, subject, description } = request
  const open = String(crypto.getRandomValues(new Uint32Array(2)))
  const entry: OpenRequest<Subject> = {
    open,
    status: 'asked',
    network,
    from,
    wallet,
    at: Date.now(),
    subject,
    ...(description !== undefined && { description }),
    guards: true,
    seen: false,
  }
  inFlight.set(open, context.signal)
  log.write([entry, ...log.read()])
  return {
    close() {
      if (context.signal.aborted) inFlight.delete(open)
      else closeRequest(log, open)
    },
    fail(error) {
      // Not any more: its transaction was found during the request.
      const isAwaited = inFlight.delete(open)
      // The page is going away: the wallet has not answered, and the next page has to know that.
      if (context.signal.aborted) return 'unknown'
      const outcome = failedRequest(error)
      if (outcome === 'refused') closeRequest(log, open)
      else if (isAwaited) {
        const known = log.read()
        const own = known.find(one => one.open === open) ?? entry
        // It guards for a day from now, also where another page took it for too old.
        log.write([
          { ...own, status: 'unknown', at: Date.now() },
          ...known.filter(one => one.open !== open),
        ])
      }
      return outcome
    },
  }
}
function closeRequest<Subject>(log: RequestLog<Subject>, open: string): void {
  inFlight.delete(open)
  log.write(log.read().filter(one => one.open !== open))
}

/** Whether the person must choose before this account pays again. */
export const guardingRequests = <Subject>(
  requests: readonly OpenRequest<Subject>[],
  network: NetworkId,
  from: string,
): readonly OpenRequest<Subject>[] =>
  requests.filter(one => one.guards && one.network === network && one.from === from)

/**
 * The person has chosen to pay all the same. Answers what to call when that payment is sent: the
 * requests that guarded at the time of the choice do not guard any more. A payment that is declined
 * after all leaves them as they are. What a wallet still shows in this page guards on, until the
 * wallet answers.
 */
export function acknowledgeRequests<Subject>(
  context: RequestContext,
  log: RequestLog<Subject>,
  network: NetworkId,
  from: string,
): () => void {
  const chosen = guardingRequests(log.read(), network, from).flatMap(({ open }) =>
    inFlight.get(open) === context.signal ? [] : open,
  )
  return () => {
    if (!chosen.length) return
    log.write(
      log.read().map(one => {
        const { guards: _, ...rest } = one
        return chosen.includes(one.open) ? rest : one
      }),
    )
  }
}

export interface Watcher<Subject> {
  /**
   * Whether the account of a request is connected. Requests of other accounts stay in the log and
   * are not looked for.
   */
  isHere(request: OpenRequest<Subject>): boolean
  /**
   * Hashes of transactions that are recorded already. An equal payment among them must not close
   * another request.
   */
  known(): readonly string[]
  /** The chain has the transaction. The request is closed. */
  found(request: OpenRequest<Subject>, hash: string): void
  /**
   * The chain can never carry it out, because `by` took its place where that is known: compare it,
   * the wallet may have sent another one. The request is closed.
   */
  impossible(request: OpenRequest<Subject>, by: string | undefined): void
}
/**
 * Looks for the transaction of each open request that a chain can look for, once per request, while
 * the modal is open. Never rejects.
 */
export function watchRequests<Subject>(
  context: RequestContext,
  log: RequestLog<Subject>,
  watcher: Watcher<Subject>,
): void {
  const watched = setOf(watchedBy, context)
  for (const request of log.read()) {
    const { open, network, description } = request
    const chain = context.capability(transactionsCapability, network)
    const { find } = chain ?? {}
    if (description === undefined || !find || watched.has(open) || !watcher.isHere(request))
      continue
    watched.add(open)
    const look = (signal: AbortSignal, hasAnswered: boolean) =>
      find.call(chain, network, description, signal, watcher.known(), hasAnswered)
    void watchRequest(context, log, open, look, watcher)
      .catch(error => {
        if (!context.signal.aborted) context.report(error)
      })
      .finally(() => watched.delete(open))
  }
}
async function watchRequest<Subject>(
  context: RequestContext,
  log: RequestLog<Subject>,
  open: string,
  find: (
    signal: AbortSignal,
    hasAnswered: boolean,
  ) => Promise<{ readonly status: string; readonly hash?: unknown; readonly by?: unknown }>,
  watcher: Watcher<Subject>,
): Promise<void> {
  const whenVisible = visibilityOf(context)
  const isOpen = () => log.read().find(one => one.open === open && watcher.isHere(one))
  const newHash = (hash: unknown) =>
    isPlainWord(hash) && !watcher.known().includes(hash) ? hash : undefined
  for (let look = 0; look < looks; look++) {
    await whenVisible(context.signal)
    const openNow = isOpen()
    if (!openNow) return
    try {
      const answer = await withTimeout(
        signal => find(signal, openNow.status === 'unknown'),
        foundForMs,
        context.signal,
      )
      // Another tab, or the wallet itself, may have closed it during the search.
      const request = isOpen()
      if (!request) return
      const hash = newHash(answer?.hash)
      if (answer?.status === 'found' && hash !== undefined) {
        closeRequest(log, open)
        return watcher.found(request, hash)
      }
      // A wallet that has not answered may still sign it anew.
      if (answer?.status === 'impossible' && request.status === 'unknown') {
        closeRequest(log, open)
        return watcher.impossible(request, newHash(answer.by))
      }
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof ModalError) && !(error instanceof KernelError)) context.report(error)
    }
    await untilBeat(everyMs(look), context.signal)
  }
}
