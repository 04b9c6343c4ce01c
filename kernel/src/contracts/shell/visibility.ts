/** Polls only while the result is visible. */
import type { Dispose, Read } from '../../refs.js'
import type { WhenVisible } from '../capabilities/transactions.js'
import { type Shell, shellService, shellSlice } from './shell.js'

/** The context of a plugin that wants the shell. */
export interface VisibilityContext extends Read {
  readonly find: (service: typeof shellService) => Shell | undefined
  watch<Value>(select: (read: Read) => Value, run: (value: Value) => void): Dispose
}

/**
 * Returns the visibility that pollers of transactions await before each request: nothing is polled
 * while the page is hidden or the modal is closed, and a due request is sent as soon as the modal
 * is shown again (decision on S9.10). Without a modal, only the page counts.
 */
export const visibilityOf =
  (context: VisibilityContext): WhenVisible =>
  signal =>
    new Promise((resolve, reject) => {
      const page = globalThis.document
      const waiting = new AbortController()
      const isSeen = () =>
        !page?.hidden && (!context.find(shellService) || context.state(shellSlice).open)
      const look = () => {
        if (!signal.aborted && !isSeen()) return
        waiting.abort()
        stop?.()
        if (signal.aborted) reject(signal.reason)
        else resolve()
      }
      let stop: Dispose | undefined
      look()
      if (waiting.signal.aborted) return
      stop = context.watch(read => read.state(shellSlice).open, look)
      page?.addEventListener('visibilitychange', look, { signal: waiting.signal })
      signal.addEventListener('abort', look, { signal: waiting.signal })
    })
