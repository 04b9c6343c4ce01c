import { unlessAborted } from '../../async.js'

interface Run {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  callers: number
}
/** Starts a run for `owner` under a key, or joins the run in flight. */
export type ShareInFlight = <Value>(
  owner: object,
  key: unknown,
  run: (signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
) => Promise<Value>

/**
 * Shares a run in flight between callers of one key (a double click, two views). The run is aborted
 * when its last caller aborts.
 */
export function createShareInFlight(): ShareInFlight {
  const owners = new WeakMap<object, Map<unknown, Run>>()

  return async <Value>(
    owner: object,
    key: unknown,
    run: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ) => {
    signal.throwIfAborted()
    const runs = owners.get(owner) ?? new Map<unknown, Run>()
    owners.set(owner, runs)
    const start = (): Run => {
      const controller = new AbortController()
      const started: Run = {
        controller,
        callers: 0,
        answer: run(controller.signal).finally(() => forget(started)),
      }
      runs.set(key, started)
      return started
    }
    const forget = (which: Run) => {
      if (runs.get(key) === which) runs.delete(key)
    }
    const joined = runs.get(key) ?? start()
    joined.callers++
    try {
      return (await unlessAborted(joined.answer, signal)) as Value
    } finally {
      if (--joined.callers === 0 && signal.aborted) {
        forget(joined)
        joined.controller.abort(signal.reason)
      }
    }
  }
}
