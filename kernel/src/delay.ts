import { unlessAborted } from './async.js'

/** Waits `ms` milliseconds; rejects with the reason of the signal if that aborts first. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  // Without a signal of its own: Node 22 forgets one that AbortSignal.any made of another such
  // signal, and the abort with it.
  await (signal ? unlessAborted(pause, signal) : pause).finally(() => clearTimeout(timer))
}

/**
 * Waits for the next tick of a shared clock, so that pollers with one interval poll together and
 * their requests are batched.
 */
export function untilBeat(everyMs: number, signal: AbortSignal): Promise<void> {
  const rest = everyMs - (performance.now() % everyMs)
  // Timers are not exact: one that fires a little early has had its tick.
  return delay(rest < everyMs / 20 ? rest + everyMs : rest, signal)
}
