/** For those who make connectors: asking a wallet, which answers when it likes, late, or twice. */
import { unlessAborted } from '../async.js'
import { ChainError } from './chain-errors.js'
import { message } from './text.js'
import { walletProblem } from './wallet-problem.js'

export interface Asking {
  /** Told of an answer that came after it was given up: it changes nothing. */
  report(error: unknown): void
  /** What a wallet threw, under a code that means the same everywhere. Absent: it is passed on as it is. */
  refusal?(error: unknown): unknown
}

/** Asks, and passes on what the wallet answered or threw. When `signal` aborts it is over at once. `what`: the method, for the report of a late answer. */
export async function askWallet(what: string, ask: () => unknown, asking: Asking, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const answer = answerOf(ask, asking)
  answer.then(
    () => {
      if (signal.aborted) asking.report(late(what))
    },
    () => undefined,
  )
  return unlessAborted(answer, signal)
}

/**
 * Asks for the person's approval. While a request is open and somebody waits for it, a second one joins it. After it was given up the wallet is asked again,
 * which opens its window again; a wallet that says "already pending" then still means the first request, and its answer counts.
 */
export function createApproval(what: string, ask: () => unknown, asking: Asking): (signal: AbortSignal) => Promise<unknown> {
  let open: { readonly answer: Promise<unknown>; waiting: number } | undefined

  const again = (earlier: Promise<unknown>): Promise<unknown> => {
    const now = answerOf(ask, asking).catch(error => {
      if (walletProblem(error).kind === 'pending') return earlier
      throw error
    })
    return Promise.race([earlier.catch(() => now), now])
  }
  return async signal => {
    signal.throwIfAborted()
    if (!open?.waiting) {
      const mine = { answer: open ? again(open.answer) : answerOf(ask, asking), waiting: 0 }
      open = mine
      const close = () => {
        if (open === mine) open = undefined
      }
      mine.answer.then(() => {
        close()
        if (!mine.waiting && !open?.waiting) asking.report(late(what))
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

async function answerOf(ask: () => unknown, { refusal }: Asking): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    throw refusal ? refusal(error) : error
  }
}

const late = (what: string) =>
  new ChainError('WALLET_ANSWER', message('wallet.error.late', 'The wallet answered {method} after that was given up.', { method: what }))
