/** A value that is requested for what is connected, for hooks, composables and stores. */
import type { Dispose, EventRef, Read } from '@portico/kernel'
import { isShallowEqual } from '@portico/kernel/session'
import type { Portico } from '../portico.js'
import { idle } from './action.js'
import { asError } from './signer.js'

export type QueryState<Data> =
  /** There is nothing to request: no account, or no network. */
  | { readonly status: 'idle'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'pending'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly data: Data; readonly error: undefined }
  /** `data`: the last value, where it is of the same account and network. */
  | { readonly status: 'error'; readonly data: Data | undefined; readonly error: Error }

const pending = { status: 'pending', data: undefined, error: undefined } as const

export interface Query<Data> {
  /** The same object until the state changes. `pending` where a listener would start a request. */
  state(): QueryState<Data>
  /** The state in the render of a server, and while hydrating. */
  initial(): QueryState<Data>
  /** Requests the value with the first listener, and aborts when the last one is removed. */
  subscribe(listener: () => void): Dispose
  /** Requests the value again and keeps the old one until then. Never rejects. */
  refetch(): Promise<void>
}

/** The state of a request for this input that has no answer yet. */
const stateBefore = (input: unknown) => (input === undefined ? idle : pending)

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
      if (!signal.aborted) set({ status: 'error', data: state.data, error: asError(error) })
    }
  }
  const follow = () => {
    const next = select(kernel)
    if (isShallowEqual(input, next)) return
    input = next
    set(stateBefore(next))
    void request()
  }
  return {
    state: () => (state === idle && !listeners.size ? stateBefore(select(kernel)) : state),
    initial: () => stateBefore(select(kernel.initial)),
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
