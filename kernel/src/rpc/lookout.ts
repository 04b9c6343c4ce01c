/** Waiting for what a network will know sooner or later. */
import { delay } from '../async.js'
import { ChainError } from '../contracts/chain-errors.js'

export interface Lookout {
  readonly everyMs: number
  /** Whether a look that threw this may be followed by another. Anything else ends the waiting, as does the signal. */
  isPassing(error: unknown): boolean
}

/** Looks at once, then again and again until there is an outcome. While the page is hidden it does not look at all; it looks as soon as the person is back. */
export async function lookUntil<Outcome>(look: () => Promise<Outcome | undefined>, { everyMs, isPassing }: Lookout, signal: AbortSignal): Promise<Outcome> {
  for (;;) {
    await whileHidden(signal)
    try {
      const outcome = await look()
      if (outcome !== undefined) return outcome
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
    }
    await delay(everyMs, signal)
  }
}

/** Nobody answered, or nothing that makes sense. What was asked may have been heard all the same: a transaction that ends like this may be on its way. */
export const isUnanswered = (error: unknown): boolean => error instanceof ChainError && (error.code === 'CHAIN_UNAVAILABLE' || error.code === 'CHAIN_ANSWER')

function whileHidden(signal: AbortSignal): Promise<void> {
  const page = globalThis.document
  if (!page?.hidden) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const waiting = new AbortController()
    const look = () => {
      if (page.hidden && !signal.aborted) return
      waiting.abort()
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    page.addEventListener('visibilitychange', look, { signal: waiting.signal })
    signal.addEventListener('abort', look, { signal: waiting.signal })
    look()
  })
}
