/** The events: facts without an answer. A guard around each handler, one flush for each event. */
import type { Dispose } from './refs.js'
import { type Devtools, guard, type Store } from './store.js'

/** How many events `inspect()` remembers. */
const remembered = 50

export type Bus = ReturnType<typeof createBus>
export function createBus(store: Store, devtools: Devtools | undefined) {
  const listeners = new Set<(id: string, payload: unknown) => void>()
  const last: { readonly id: string; readonly at: number }[] = []

  return {
    last,
    /** The events of one id; those of every id, with it, for `*`. */
    on(wanted: string, handler: (...payload: never[]) => unknown, failed: (error: unknown) => void): Dispose {
      const hear = (id: string, payload: unknown) => {
        const told = wanted === '*' ? [id, payload] : id === wanted && [payload]
        if (told) guard(() => handler(...(told as never[])), failed)
      }
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    emit(id: string, payload: unknown) {
      if (last.push({ id, at: Date.now() }) > remembered) last.shift()
      devtools?.event(id, payload)
      store.batch(() => {
        for (const hear of [...listeners]) hear(id, payload)
      })
    },
  }
}
