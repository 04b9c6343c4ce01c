/** Whether anybody can see what comes of a question to a network. */
import type { Dispose, Read } from '../refs.js'
import type { Turn } from './capabilities/transactions.js'
import { type Shell, shell, shellSlice } from './shell.js'

/** What a plugin's context can do that has the shell among its wants. */
export interface Onlooker extends Read {
  readonly find: (service: typeof shell) => Shell | undefined
  watch<Value>(select: (read: Read) => Value, run: (value: Value) => void): Dispose
}

/**
 * The turn of a plugin that follows a transaction for the modal: its looks wait while the page is hidden or the modal is closed, and the one that is due is made as
 * soon as it is shown again (decision on S9.10). Where there is no modal, only the page counts.
 */
export const turnOf =
  (context: Onlooker): Turn =>
  signal =>
    new Promise((resolve, reject) => {
      const page = globalThis.document
      const waiting = new AbortController()
      const isSeen = () => !page?.hidden && (!context.find(shell) || context.state(shellSlice).open)
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
