/** For authors of connectors: requests to a wallet, which may answer late, twice or never. */
import { unlessAborted } from '../../async.js'
import { ChainError } from '../chain/chain-errors.js'
import { message } from '../text/text.js'
import { walletProblem } from '../wallet/wallet-problem.js'

export interface WalletRequestOptions {
  /** Called with an answer that came after the request was aborted, which has no effect. */
  report(error: unknown): void
  /**
   * Maps an error of the wallet to one with a standard code. Without it the error is rethrown as it
   * is.
   */
  refusal?(error: unknown): unknown
}

/**
 * Sends a request and settles like the wallet's answer. Rejects at once when `signal` aborts.
 * `what`: the method, for the report of a late answer.
 */
export async function sendWalletRequest<Answer>(
  what: string,
  request: () => Answer | PromiseLike<Answer>,
  options: WalletRequestOptions,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted()
  const answer = answerOf(request, options)
  answer.then(
    () => {
      if (signal.aborted) options.report(late(what))
    },
    () => undefined,
  )
  return unlessAborted(answer, signal)
}

/**
 * Requests the person's approval. A second call joins an open request. After an aborted call the
 * request is sent again, which opens its window again; if the wallet answers "already pending", the
 * answer to the first request counts.
 */
export function createApproval(
  what: string,
  request: () => unknown,
  options: WalletRequestOptions,
): (signal: AbortSignal) => Promise<unknown> {
  let open: { readonly answer: Promise<unknown>; waiting: number } | undefined

  const again = (earlier: Promise<unknown>): Promise<unknown> => {
    const now = answerOf(request, options).catch(error => {
      if (walletProblem(error).kind === 'pending') return earlier
      throw error
    })
    return Promise.race([earlier.catch(() => now), now])
  }
  return async signal => {
    signal.throwIfAborted()
    if (!open?.waiting) {
      const mine = { answer: open ? again(open.answer) : answerOf(request, options), waiting: 0 }
      open = mine
      const close = () => {
        if (open === mine) open = undefined
      }
      mine.answer.then(() => {
        close()
        if (!mine.waiting && !open?.waiting) options.report(late(what))
      }, close)
    }
    const joined = open
    joined.waiting++
    try {
      return await unlessAborted(joined.answer, signal)
    } finally {
      joined.waiting--
    }
  }
}

function answerOf<Answer>(
  request: () => Answer | PromiseLike<Answer>,
  { refusal }: WalletRequestOptions,
): Promise<Answer> {
  return new Promise<Answer>(resolve => resolve(request())).catch(error => {
    throw refusal ? refusal(error) : error
  })
}

const late = (what: string) =>
  new ChainError(
    'WALLET_ANSWER',
    message('wallet.error.late', 'The wallet answered {method} after the request was cancelled.', {
      method: what,
    }),
  )
