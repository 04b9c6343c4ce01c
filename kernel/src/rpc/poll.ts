/** Polls for what a network will know sooner or later. */

import type { WhenVisible } from '../contracts/capabilities/transactions.js'
import { ChainError } from '../contracts/chain/chain-errors.js'
import { untilBeat } from '../delay.js'

export interface PollOptions {
  /**
   * Milliseconds between two polls of the first minute. Then at least 15 s, so that a pending
   * transaction takes few of the requests that a view may make.
   */
  readonly everyMs: number
  /**
   * Returns true for an error after which polling continues. Any other error ends it, as do the
   * signal and ten minutes without a response.
   */
  isPassing(error: unknown): boolean
  /** Awaited before each poll. Default: waits while the page is hidden. */
  readonly whenVisible?: WhenVisible | undefined
}

const hastyMs = 60_000
const timeoutMs = 600_000
/** Milliseconds between two polls after the first minute. */
export const slowPollMs = 15_000

/** Polls as soon as allowed, and again until there is an outcome. */
export async function pollUntil<Outcome>(
  look: () => Promise<Outcome | undefined>,
  { everyMs, isPassing, whenVisible = whileShown }: PollOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const begun = performance.now()
  /** Milliseconds without a response, excluding time in which polling paused. */
  let silentMs = 0
  for (;;) {
    await whenVisible(signal)
    const since = performance.now()
    let isSilent = false
    try {
      const outcome = await look()
      if (outcome !== undefined) return outcome
    } catch (error) {
      if (signal.aborted || !isPassing(error) || silentMs > timeoutMs) throw error
      isSilent = true
    }
    await untilBeat(
      performance.now() - begun < hastyMs ? everyMs : Math.max(everyMs, slowPollMs),
      signal,
    )
    silentMs = isSilent ? silentMs + performance.now() - since : 0
  }
}

const absentAfterMs = 120_000
/** Polls until there is a result. Returns undefined after two minutes of responses without one. */
export async function pollUntilAbsent<Outcome>(
  look: () => Promise<Outcome | undefined>,
  options: PollOptions,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  let answeredMs = 0
  let answeredAt: number | undefined
  const measured = async (): Promise<{ readonly found: Outcome | undefined } | undefined> => {
    const since = answeredAt
    // A failed poll is no response, and the time until the next poll does not count.
    answeredAt = undefined
    const found = await look()
    answeredAt = performance.now()
    // Time without polls, because the page was hidden, counts as one interval at most.
    answeredMs +=
      since === undefined ? 0 : Math.min(answeredAt - since, Math.max(options.everyMs, slowPollMs))
    return found !== undefined || answeredMs >= absentAfterMs ? { found } : undefined
  }
  return (await pollUntil(measured, options, signal)).found
}

/**
 * No response, or an invalid one. The request may still have arrived, so a transaction that fails
 * like this may be pending.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ChainError &&
  (error.code === 'CHAIN_UNAVAILABLE' || error.code === 'CHAIN_ANSWER')

function whileShown(signal: AbortSignal): Promise<void> {
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
