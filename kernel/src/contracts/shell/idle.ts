/** When code may be fetched and run ahead of need. */
import type { Dispose } from '../../refs.js'

/** An idle moment is not waited for longer than this, in ms. */
const idleTimeoutMs = 1_000
/** The delay where the browser has no `requestIdleCallback`, in ms. */
const fallbackMs = 200

/**
 * What this module uses of a page. WebKit has neither `requestIdleCallback` nor
 * `navigator.connection`; a server has no document.
 */
interface Page {
  readonly document?: { readonly visibilityState?: string }
  readonly navigator?: {
    readonly onLine?: boolean
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
  }
  readonly requestIdleCallback?: (run: () => void, options: { readonly timeout: number }) => number
  readonly cancelIdleCallback?: (id: number) => void
}

/**
 * Whether code may be fetched before it is needed: not with Save-Data, on 2g, offline, in a hidden
 * tab, or on a server.
 */
export function mayPrefetch(): boolean {
  const { document, navigator = {} } = globalThis as Page
  const { saveData, effectiveType = '' } = navigator.connection ?? {}
  return (
    document !== undefined &&
    document.visibilityState !== 'hidden' &&
    navigator.onLine !== false &&
    !saveData &&
    !effectiveType.endsWith('2g')
  )
}

/**
 * Calls `run` when the thread is idle, after a second at the latest. Answers what cancels the call.
 */
export function whenIdle(run: () => void): Dispose {
  const { requestIdleCallback, cancelIdleCallback } = globalThis as Page
  if (requestIdleCallback && cancelIdleCallback) {
    const id = requestIdleCallback(run, { timeout: idleTimeoutMs })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, fallbackMs)
  return () => clearTimeout(timer)
}
