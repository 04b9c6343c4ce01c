/** Asking a wallet in the page. */
import { unlessAborted } from '@portico/kernel'
import { ChainError, message, walletProblem } from '@portico/kernel/contracts'
import { walletRefusal } from '../errors.js'
import type { PolkadotSetup } from '../options.js'
import type { InjectedWallet } from './announcements.js'

/** The answer of a wallet, or what it threw with a code that means the same everywhere. */
export async function asked(ask: () => unknown, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted()
  return unlessAborted(answerOf(ask), signal)
}
const answerOf = async (ask: () => unknown): Promise<unknown> => {
  try {
    return await ask()
  } catch (error) {
    throw walletRefusal(error)
  }
}

/**
 * Asks for the person's approval. While a request is open and somebody waits for it, a second one joins it. After it was given up the wallet is asked again,
 * which opens its window again; a wallet that says that a request is pending then still means the first one, and its answer counts.
 */
export function approvals({ provider, enable }: InjectedWallet, { appName, report }: PolkadotSetup): (signal: AbortSignal) => Promise<unknown> {
  let open: { readonly answer: Promise<unknown>; waiting: number } | undefined

  const ask = () => answerOf(() => Reflect.apply(enable, provider, [appName]))
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
      const answer = open ? again(open.answer) : ask()
      const mine = { answer, waiting: 0 }
      open = mine
      const close = () => {
        if (open === mine) open = undefined
      }
      answer.then(() => {
        close()
        if (!mine.waiting && !open?.waiting) report(late())
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

const late = () => new ChainError('WALLET_ANSWER', message('polkadot.wallet.late', 'The wallet answered after that was given up.'))
