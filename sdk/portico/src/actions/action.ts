/** One action at a time with its state, for hooks, composables and stores. */
import type { Dispose } from '@portico/kernel'
import { asError } from './signer.js'

/** What became of the newest call of an action. */
export type ActionState<Data> =
  | { readonly status: 'idle'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'pending'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly data: Data; readonly error: undefined }
  | { readonly status: 'error'; readonly data: undefined; readonly error: Error }
export const idle = { status: 'idle', data: undefined, error: undefined } as const

export interface Action<Args extends readonly unknown[], Data> {
  /** The same object until the state changes. */
  state(): ActionState<Data>
  subscribe(listener: () => void): Dispose
  /** Starts a call. Its promise settles also where a newer call has taken over the state. */
  run(...args: Args): Promise<Data>
  /** Sets the state to `idle`. The result of a call in flight does not change the state. */
  reset(): void
}

/** Keeps the state of the newest call of `run`. */
export function createAction<Args extends readonly unknown[], Data>(
  run: (...args: Args) => Promise<Data>,
): Action<Args, Data> {
  const listeners = new Set<() => void>()
  let state: ActionState<Data> = idle
  let newest: object | undefined
  const set = (next: ActionState<Data>) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  return {
    state: () => state,
    subscribe(listener) {
      // A wrapper, so that one function can subscribe twice.
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    async run(...args) {
      const call = {}
      newest = call
      const settle = (next: ActionState<Data>) => {
        if (newest === call) set(next)
      }
      settle({ status: 'pending', data: undefined, error: undefined })
      try {
        const data = await run(...args)
        settle({ status: 'success', data, error: undefined })
        return data
      } catch (thrown) {
        const error = asError(thrown)
        settle({ status: 'error', data: undefined, error })
        throw error
      }
    },
    reset() {
      newest = undefined
      if (state !== idle) set(idle)
    },
  }
}
