/** Helpers for work of which only the newest run counts. */
import { anySignal } from './async.js'

/** One task of which only the newest run counts. */
export interface Latest {
  /**
   * Aborts the previous run. The new run's signal also aborts with `own`, which is the caller's.
   */
  start(own?: AbortSignal): AbortSignal
  /** Aborts the run, so that none is the newest. */
  stop(): void
  /**
   * Whether no other run was started since, and none was stopped: also after its caller aborted it.
   */
  isNewest(signal: AbortSignal): boolean
}
/**
 * Keeps only the newest run of a task. Late answers of an aborted run must change nothing: look at
 * the signal after each await. `lifetime` aborts all runs.
 */
export function latest(lifetime?: AbortSignal): Latest {
  let controller: AbortController | undefined
  let newest: AbortSignal | undefined
  const stop = () => {
    controller?.abort()
    newest = undefined
  }
  return {
    start(own) {
      stop()
      controller = new AbortController()
      newest = anySignal([controller.signal, own, lifetime])
      return newest
    },
    stop,
    isNewest: signal => signal === newest,
  }
}

/**
 * Runs once the calls pause for `ms` milliseconds (500 by default), with the arguments of the last
 * call. `signal` cancels the pending run. `run` handles its own errors, because no caller can catch
 * them.
 */
export function debounce<Args extends readonly unknown[]>(
  run: (...args: Args) => void,
  ms = 500,
  signal?: AbortSignal,
): ((...args: Args) => void) & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  signal?.addEventListener('abort', cancel)
  const later = (...args: Args) => {
    cancel()
    if (!signal?.aborted) timer = setTimeout(run, ms, ...args)
  }
  return Object.assign(later, { cancel })
}
