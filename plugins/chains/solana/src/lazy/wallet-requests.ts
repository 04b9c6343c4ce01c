/** Asking a wallet in the page. */
import { unlessAborted } from '@portico/kernel'
import { ChainError, message, walletProblem } from '@portico/kernel/contracts'
import { walletRefusal } from '../errors.js'
import type { SolanaSetup } from '../options.js'

type Report = Pick<SolanaSetup, 'report'>

/** Asks, and passes on what the wallet threw, with a code where only its words tell. When `signal` aborts it is over at once; a late answer changes nothing and is reported. */
export async function asked(what: string, ask: () => unknown, { report }: Report, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  const answer = (async () => ask())()
  answer.then(
    () => {
      if (signal.aborted) report(late(what))
    },
    () => undefined,
  )
  return unlessAborted(answer, signal).catch(error => {
    throw signal.aborted ? error : walletRefusal(error)
  })
}

const late = (what: string) =>
  new ChainError('WALLET_ANSWER', message('wallet.error.late', 'The wallet answered {method} after that was given up.', { method: what }))

/**
 * Asks for the person's approval. While a request is open and somebody waits for it, a second one joins it. After it was given up the wallet is asked again,
 * which opens its window again; a wallet that says "already pending" then still means the first request, and its answer counts.
 */
export function approvals(connect: () => unknown, { report }: Report): (signal: AbortSignal) => Promise<unknown> {
  let open: { readonly answer: Promise<unknown>; waiting: number } | undefined
  const ask = async () => connect()

  const again = (earlier: Promise<unknown>): Promise<unknown> => {
    const now = ask().catch(error => {
      if (walletProblem(error).kind === 'pending') return earlier
      throw error
    })
    return Promise.race([earlier.catch(() => now), now])
  }
  return async signal => {
    signal.throwIfAborted()
    if (!open?.waiting) {
      const mine = { answer: open ? again(open.answer) : ask(), waiting: 0 }
      open = mine
      const close = () => {
        if (open === mine) open = undefined
      }
      mine.answer.then(() => {
        close()
        if (!mine.waiting && !open?.waiting) report(late('standard:connect'))
      }, close)
    }
    const joined = open
    joined.waiting++
    try {
      return await unlessAborted(joined.answer, signal)
    } catch (error) {
      throw signal.aborted ? error : walletRefusal(error)
    } finally {
      joined.waiting--
    }
  }
}
