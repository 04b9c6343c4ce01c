/** Helpers for concurrency. Every asynchronous function takes a signal as its last argument. */
import { refusal } from './error.js'

/** Returns a signal that aborts when the first of these aborts; `undefined` is ignored. */
export function anySignal(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter(signal => !!signal)
  if (AbortSignal.any) return AbortSignal.any(given)
  const controller = new AbortController()
  const { signal } = controller
  for (const source of given) {
    const abort = () => controller.abort(source.reason)
    if (source.aborted) abort()
    // `signal` removes the listener from sources that live as long as the page.
    else source.addEventListener('abort', abort, { signal })
  }
  return signal
}

/** Settles like the promise, or rejects with the reason of the signal if that aborts first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/** Runs with a signal made of these, and does not wait any longer than that. */
async function within<Value>(
  signals: readonly (AbortSignal | undefined)[],
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const signal = anySignal(signals)
  signal.throwIfAborted()
  return unlessAborted(run(signal), signal)
}

/**
 * Gives the work `ms` milliseconds, then aborts its signal and rejects with a KernelError
 * `TIMEOUT`, also when the work ignores its signal. `signal` aborts it earlier.
 */
export async function withTimeout<Value>(
  run: (signal: AbortSignal) => Promise<Value>,
  ms: number,
  signal?: AbortSignal,
): Promise<Value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(refusal('TIMEOUT', undefined, [ms])), ms)
  try {
    return await within([controller.signal, signal], run)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs once and shares the result with all callers. A failure is not kept: the next call runs
 * again.
 */
export function once<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let answer: Promise<Value> | undefined
  return () =>
    (answer ??= Promise.resolve()
      .then(run)
      .catch(error => {
        answer = undefined
        throw error
      }))
}
