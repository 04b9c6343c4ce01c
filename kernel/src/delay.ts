import { anySignal, unlessAborted } from './async.js'

// Alone, because nothing that stands in a page before the click waits like this.
/** Waits `ms` milliseconds; rejects with the signal's reason when that is aborted first. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await unlessAborted(pause, anySignal([signal])).finally(() => clearTimeout(timer))
}

/** Waits for the next beat of a clock that all share: pollers with one interval ask at the same moment, so that their requests travel together. */
export function untilBeat(everyMs: number, signal: AbortSignal): Promise<void> {
  const rest = everyMs - (performance.now() % everyMs)
  // Timers are not exact: what fires a little early has had its beat.
  return delay(rest < everyMs / 20 ? rest + everyMs : rest, signal)
}
