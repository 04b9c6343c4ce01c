/** Waiting for what a network will know sooner or later. */

import type { Turn } from '../contracts/capabilities/transactions.js'
import { ChainError } from '../contracts/chain-errors.js'
import { untilBeat } from '../delay.js'

export interface Lookout {
  /** Milliseconds between two looks of the first minute; after that it is no less than 15 s, so that what hangs takes few of the questions that a view may ask. */
  readonly everyMs: number
  /** Whether a look that threw this may be followed by another. Anything else ends the waiting, as does the signal, and as does nothing else for ten minutes. */
  isPassing(error: unknown): boolean
  /** Awaited before each look. Default: while the page is hidden it is nobody's turn. */
  readonly turn?: Turn | undefined
}

const hastyMs = 60_000
const patienceMs = 600_000
/** Milliseconds between two looks at what takes its time. */
export const unhurriedMs = 15_000

/** Looks as soon as it is its turn, then again and again until there is an outcome. */
export async function lookUntil<Outcome>(
  look: () => Promise<Outcome | undefined>,
  { everyMs, isPassing, turn = whileShown }: Lookout,
  signal: AbortSignal,
): Promise<Outcome> {
  const begun = performance.now()
  /** How long nobody has known anything, without the time in which nobody looked. */
  let silentMs = 0
  for (;;) {
    await turn(signal)
    const since = performance.now()
    let isSilent = false
    try {
      const outcome = await look()
      if (outcome !== undefined) return outcome
    } catch (error) {
      if (signal.aborted || !isPassing(error) || silentMs > patienceMs) throw error
      isSilent = true
    }
    await untilBeat(performance.now() - begun < hastyMs ? everyMs : Math.max(everyMs, unhurriedMs), signal)
    silentMs = isSilent ? silentMs + performance.now() - since : 0
  }
}

const absentAfterMs = 120_000
/** Looks until there is an answer. Answers undefined once endpoints have known nothing for two minutes of looks that were answered. */
export async function lookUntilAbsent<Outcome>(look: () => Promise<Outcome | undefined>, ways: Lookout, signal: AbortSignal): Promise<Outcome | undefined> {
  let answeredMs = 0
  let answeredAt: number | undefined
  const measured = async (): Promise<{ readonly found: Outcome | undefined } | undefined> => {
    const since = answeredAt
    // A look that throws is no answer, and the time until the next one does not count.
    answeredAt = undefined
    const found = await look()
    answeredAt = performance.now()
    // Time in which nothing was looked for, because the page was hidden, counts as one interval at most.
    answeredMs += since === undefined ? 0 : Math.min(answeredAt - since, Math.max(ways.everyMs, unhurriedMs))
    return found !== undefined || answeredMs >= absentAfterMs ? { found } : undefined
  }
  return (await lookUntil(measured, ways, signal)).found
}

/** Nobody answered, or nothing that makes sense. What was asked may have been heard all the same: a transaction that ends like this may be on its way. */
export const isUnanswered = (error: unknown): boolean => error instanceof ChainError && (error.code === 'CHAIN_UNAVAILABLE' || error.code === 'CHAIN_ANSWER')

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
