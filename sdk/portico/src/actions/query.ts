/** A value that is requested for what is connected, for hooks, composables and stores. */
import type { Dispose, EventRef, Read } from '@portico/kernel'
import { isShallowEqual } from '@portico/kernel/session'
import type { Portico } from '../portico.js'
import { idle } from './action.js'

export type QueryState<Data> =
  /** There is nothing to request: no account, or no network. */
  | { readonly status: 'idle'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'pending'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly data: Data; readonly error: undefined }
  /** `data`: the last value, where it is of the same account and network. */
  | { readonly status: 'error'; readonly data: Data | undefined; readonly error: unknown }

export interface Query<Data> {
  /** The same object until the state changes. */
  state(): QueryState<Data>
  /** Requests the value with the first listener, and aborts when the last one is removed. */
  subscribe(listener: () => void): Dispose
  /** Requests the value again and keeps the old one until then. Never rejects. */
  refetch(): Promise<void>
}

/**
 * Requests a value for the result of `select`, and again when that result changes or one of
 * `events` fires. A result that is late or of another input does not change the state.
 */
export function createQuery<Input, Data>(
  { kernel }: Pick<Portico, 'kernel'>,
  select: (read: Read) => Input | undefined,
  load: (input: Input, signal: AbortSignal) => Promise<Data>,
  // biome-ignore lint/suspicious/noExplicitAny: an event ref is invariant; the payload is not read.
  events: readonly EventRef<any>[] = [],
): Query<Data> {
  const listeners = new Set<() => void>()
  let state: QueryState<Data> = idle
  let input: Input | undefined
  let running: AbortController | undefined
  let stops: readonly Dispose[] = []
  const set = (next: QueryState<Data>) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const request = async () => {
    running?.abort()
    if (input === undefined) return
    running = new AbortController()
    const { signal } = running
    try {
      const data = await load(input, signal)
      if (!signal.aborted) set({ status: 'success', data, error: undefined })
    } catch (error) {
      if (!signal.aborted) set({ status: 'error', data: state.data, error })
    }
  }
  const follow = () => {
    const next = select(kernel)
    if (isShallowEqual(input, next)) return
    input = next
    set(next === undefined ? idle : { status: 'pending', data: undefined, error: undefined })
    void request()
  }
  return {
    state: () => state,
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      if (listeners.size === 1) {
        stops = [
          kernel.subscribe(follow),
          ...events.map(event => kernel.on(event, () => void request())),
        ]
        follow()
      }
      return () => {
        if (!listeners.delete(own) || listeners.size) return
        for (const stop of stops) stop()
        running?.abort()
        input = undefined
      }
    },
    refetch: request,
  }
}
