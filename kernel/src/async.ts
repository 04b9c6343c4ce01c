/** Words for concurrency. Everything asynchronous takes a signal as its last argument. */
import { KernelError } from './error.js'

/** A signal that is aborted as soon as one of these is; `undefined` ones are left out. */
export function anySignal(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter(signal => signal !== undefined)
  if (AbortSignal.any) return AbortSignal.any(given)
  const controller = new AbortController()
  const aborted = given.find(signal => signal.aborted)
  if (aborted) controller.abort(aborted.reason)
  // `signal` takes the listeners away from the others, which may live as long as the page.
  else for (const signal of given) signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal })
  return controller.signal
}

/** Settles like the promise, or rejects with the signal's reason when that is aborted first. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

/**
 * Only the newest call counts: a newer one aborts the older, whose promise rejects with an AbortError even if its work goes on.
 * `signal` ends all of them.
 */
export function latest<Args extends readonly unknown[], Value>(
  run: (...args: [...Args, signal: AbortSignal]) => Promise<Value>,
  signal?: AbortSignal,
): (...args: Args) => Promise<Value> {
  let controller: AbortController | undefined
  return async (...args) => {
    controller?.abort()
    controller = new AbortController()
    const both = anySignal([controller.signal, signal])
    both.throwIfAborted()
    return unlessAborted(run(...args, both), both)
  }
}

/**
 * Runs once the calls pause for `ms` milliseconds (500 by default), with the arguments of the last call. `signal` cancels what
 * waits. `run` meets nobody who could catch: it handles its own errors.
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

/** Waits `ms` milliseconds; rejects with the signal's reason when that is aborted first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave)
  })
}

/**
 * Gives the work `ms` milliseconds, then aborts its signal and rejects with a KernelError `TIMEOUT`, also when the work ignores
 * its signal. `signal` aborts it earlier.
 */
export async function withTimeout<Value>(run: (signal: AbortSignal) => Promise<Value>, ms: number, signal?: AbortSignal): Promise<Value> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new KernelError('TIMEOUT', `No answer within ${ms / 1000} s.`)), ms)
  try {
    const both = anySignal([controller.signal, signal])
    both.throwIfAborted()
    return await unlessAborted(run(both), both)
  } finally {
    clearTimeout(timer)
  }
}

/** Runs at most once at a time and keeps the answer; callers share it. A failure is not kept: the next call tries again. */
export function once<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let answer: Promise<Value> | undefined
  return () => {
    if (!answer) {
      answer = Promise.resolve().then(run)
      answer.catch(() => {
        answer = undefined
      })
    }
    return answer
  }
}
