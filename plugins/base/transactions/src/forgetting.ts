/** What a page holds of transactions outside of the outbox ends when what is stored is deleted. */
import { forgottenEvent } from '@portico/kernel/session'
import { inFlight } from '@portico/kernel/transactions'
import type { OutboxContext } from './refs.js'

// By context: two kernels in one page share nothing.
const lives = /* @__PURE__ */ new WeakMap<AbortSignal, AbortController>()

/**
 * Aborts when what is stored is deleted. Work that began before stores and announces nothing after
 * that.
 */
export function untilForgotten(context: OutboxContext): AbortSignal {
  const known = lives.get(context.signal)
  if (known) return known.signal
  const first = new AbortController()
  lives.set(context.signal, first)
  context.on(forgottenEvent, () => {
    for (const [open, page] of inFlight) if (page === context.signal) inFlight.delete(open)
    lives.get(context.signal)?.abort()
    lives.set(context.signal, new AbortController())
  })
  return first.signal
}
