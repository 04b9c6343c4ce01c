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
