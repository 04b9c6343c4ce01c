/** Polls only while the result is visible. */
import type { Dispose, Read } from '../../refs.js'
import type { WhenVisible } from '../capabilities/transactions.js'
import { type Shell, shellService, shellSlice } from './shell.js'

/** The context of a plugin that wants the shell. */
export interface VisibilityContext extends Read {
  readonly find: (service: typeof shellService) => Shell | undefined
  watch<Value>(select: (read: Read) => Value, run: (value: Value) => void): Dispose
}

interface Shown {
  count: number
  readonly changed: Set<() => void>
}
/** How many parts of the host's own page show transactions, by the shell of their kernel. */
const shownBy = /* @__PURE__ */ new WeakMap<Shell, Shown>()
const shownOf = (shell: Shell): Shown => {
  const shown = shownBy.get(shell) ?? { count: 0, changed: new Set() }
  shownBy.set(shell, shown)
  return shown
}
/**
 * Tells pollers that the host's own page shows transactions, until it is disposed: they are polled
 * also while the modal is closed.
 */
export function showInPage(shell: Shell): Dispose {
  const shown = shownOf(shell)
  let isShown = true
  shown.count++
  for (const look of [...shown.changed]) look()
  return () => {
    if (isShown) shown.count--
    isShown = false
  }
}

/**
 * Returns the visibility that pollers of transactions await before each request: nothing is polled
 * while the page is hidden or the modal is closed, and a due request is sent as soon as the modal
 * is shown again (decision on S9.10). Without a modal, or while the host's page shows transactions,
 * only the page counts.
 */
export const visibilityOf =
  (context: VisibilityContext): WhenVisible =>
  signal =>
    new Promise((resolve, reject) => {
      const page = globalThis.document
      const waiting = new AbortController()
      const shell = context.find(shellService)
      const shown = shell && shownOf(shell)
      const isSeen = () =>
        !page?.hidden && (!shown || shown.count > 0 || context.state(shellSlice).open)
      const look = () => {
        if (!signal.aborted && !isSeen()) return
        waiting.abort()
        shown?.changed.delete(look)
        stop?.()
        if (signal.aborted) reject(signal.reason)
        else resolve()
      }
      let stop: Dispose | undefined
      look()
      if (waiting.signal.aborted) return
      shown?.changed.add(look)
      stop = context.watch(read => read.state(shellSlice).open, look)
      page?.addEventListener('visibilitychange', look, { signal: waiting.signal })
      signal.addEventListener('abort', look, { signal: waiting.signal })
    })
