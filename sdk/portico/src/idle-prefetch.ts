/**
 * The idle stage: the first view arrives before anybody wants it, and takes nothing from the page
 * for that.
 */
import { type Dispose, unlessAborted } from '@portico/kernel'
import { mayPrefetch, whenIdle } from '@portico/kernel/shell'

/** The network is idle when no request has ended for so long, in ms. */
const quietMs = 250
/** How often that is looked at; a page that never stops requesting is not waited for any longer. */
const maxLooks = 40

/** Waits until `done` is called. Takes `start` back then, and when the signal aborts. */
function until(start: (done: () => void) => Dispose, signal: AbortSignal): Promise<void> {
  let cancel: Dispose
  const called = new Promise<void>(done => {
    cancel = start(done)
  })
  return unlessAborted(called, signal).finally(() => cancel())
}
/** Waits for the next event of this name. */
const next = (target: EventTarget, event: string, signal: AbortSignal): Promise<unknown> =>
  unlessAborted(
    new Promise(done => target.addEventListener(event, done, { once: true, signal })),
    signal,
  )
const after = (ms: number, signal: AbortSignal): Promise<void> =>
  until(done => {
    const timer = setTimeout(done, ms)
    return () => clearTimeout(timer)
  }, signal)

/**
 * Runs `fetchPieces` after the page has loaded and the network is idle. It awaits `pause` before
 * each piece: that resolves when the thread is idle and the tab is visible, and rejects where
 * nothing may be prefetched. What fails is fetched again by the click, which reports it.
 */
export async function prefetchInIdle(
  fetchPieces: (pause: () => Promise<void>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const isHidden = () => document.visibilityState === 'hidden'
  const pause = async () => {
    do {
      while (isHidden()) await next(document, 'visibilitychange', signal)
      await until(whenIdle, signal)
    } while (isHidden())
    if (!mayPrefetch()) throw new DOMException('Not now', 'AbortError')
  }
  const requests = () => performance.getEntriesByType('resource').length
  try {
    if (document.readyState !== 'complete')
      await next(globalThis as unknown as Window, 'load', signal)
    for (let before = -1, look = 0; before !== requests() && look < maxLooks; look++) {
      before = requests()
      await after(quietMs, signal)
    }
    await fetchPieces(pause)
  } catch {
    // The click fetches it again.
  }
}
