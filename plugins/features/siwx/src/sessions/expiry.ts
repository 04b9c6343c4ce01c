/** Ends sessions at their expiry, also on a hidden page. */
import { type SiwxContext, siwxSlice } from '../refs.js'
import type { Parts } from '../signing/sign-in-parts.js'

/**
 * Milliseconds between two checks at most: browser timers cannot be set for weeks, and clocks jump.
 */
const lookAgain = 3_600_000

export function endWithTime(context: SiwxContext, { book, clock }: Parts): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    clearTimeout(timer)
    const ends = book.all().flatMap(({ expiresAt }) => expiresAt ?? [])
    if (ends.length)
      timer = setTimeout(prune, Math.min(Math.max(Math.min(...ends) - clock.now(), 0), lookAgain))
  }
  const prune = () => {
    if (book.all().some(book.isOver)) book.write(book.all().filter(known => !book.isOver(known)))
    schedule()
  }
  context.watch(state => state.state(siwxSlice).sessions, schedule)
  // A suspended page has missed its timers.
  globalThis.document?.addEventListener?.('visibilitychange', prune, { signal: context.signal })
  context.onDispose(() => clearTimeout(timer))
  prune()
}
