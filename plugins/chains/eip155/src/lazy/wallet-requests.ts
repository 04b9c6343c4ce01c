/** Asking a wallet in the page. */
import { unlessAborted } from '@portico/kernel'
import { ChainError, message, walletProblem } from '@portico/kernel/contracts'
import type { Eip155Setup } from '../options.js'
import type { InjectedWallet } from './announcements.js'

type RawRequest = (method: string, params: readonly unknown[]) => Promise<unknown>
export type Ask = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>

/** Asks the wallet by the function that was taken when it was met. */
export function rawRequest({ provider, request }: InjectedWallet): RawRequest {
  const { apply } = Reflect
  // The wallet gets a copy of its own: some write on what they are given (ids, defaults), and nothing they do may change what we compare with.
  return async (method, params) => apply(request, provider, [params.length ? { method, params: structuredClone(params) } : { method }])
}

export function asker(raw: RawRequest, { report }: Eip155Setup): Ask {
  return async (method, params, signal) => {
    signal.throwIfAborted()
    const answer = raw(method, params)
    answer.then(
      () => {
        if (signal.aborted) report(late(method))
      },
      () => undefined,
    )
    return unlessAborted(answer, signal)
  }
}

const late = (method: string) =>
  new ChainError('WALLET_ANSWER', message('wallet.error.late', 'The wallet answered {method} after that was given up.', { method }))

/**
 * Asks for the person's approval. While a request is open and somebody waits for it, a second one joins it. After it was given up the wallet is asked again,
 * which opens its window again; a wallet that says "already pending" then still means the first request, and its answer counts.
 */
export function approvals(raw: RawRequest, { report }: Eip155Setup): (signal: AbortSignal) => Promise<unknown> {
  let open: { readonly answer: Promise<unknown>; waiting: number } | undefined

  const again = (earlier: Promise<unknown>): Promise<unknown> => {
    const now = raw('eth_requestAccounts', []).catch(error => {
      if (walletProblem(error).kind === 'pending') return earlier
      throw error
    })
    return Promise.race([earlier.catch(() => now), now])
  }
  return async signal => {
    signal.throwIfAborted()
    if (!open?.waiting) {
      const answer = open ? again(open.answer) : raw('eth_requestAccounts', [])
      const mine = { answer, waiting: 0 }
      open = mine
      const close = () => {
        if (open === mine) open = undefined
      }
      answer.then(() => {
        close()
        if (!mine.waiting && !open?.waiting) report(late('eth_requestAccounts'))
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
