/** Events: mitt with a guard around each handler, and one flush for each event. */
import mitt from 'mitt'
import type { Dispose } from './refs.js'
import { type Devtools, guard, type Store } from './store.js'

// The declarations of mitt describe CommonJS, but Node and bundlers load its ES module, whose
// default export is the function.
const createEmitter = mitt as unknown as typeof mitt.default

/** The number of events that `inspect()` returns. */
const remembered = 50

export type Bus = ReturnType<typeof createBus>
export function createBus(store: Store, devtools: Devtools | undefined) {
  const emitter = createEmitter<Record<string, unknown>>()
  const last: { readonly id: string; readonly at: number }[] = []

  return {
    last,
    on(
      id: string,
      handler: (...payload: never[]) => unknown,
      failed: (error: unknown) => void,
    ): Dispose {
      const guarded = (...payload: unknown[]) =>
        guard(() => handler(...(payload as never[])), failed)
      emitter.on(id, guarded)
      return () => emitter.off(id, guarded)
    },
    emit(id: string, payload: unknown) {
      if (last.push({ id, at: Date.now() }) > remembered) last.shift()
      devtools?.event(id, payload)
      store.batch(() => emitter.emit(id, payload))
    },
  }
}
