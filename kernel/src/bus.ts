/** The events: facts without an answer. mitt underneath, a guard around each handler, one flush for each event. */
import mitt from 'mitt'
import type { Dispose } from './refs.js'
import { guard, type Report, type Store } from './store.js'

// mitt's declarations say CommonJS where Node and bundlers load its ES module: the default export is the function itself.
const createEmitter = mitt as unknown as typeof mitt.default

/** How many events `inspect()` remembers. */
const remembered = 50

export type Bus = ReturnType<typeof createBus>
export function createBus(store: Store, report: Report, listen?: (event: string, payload: unknown) => void) {
  const emitter = createEmitter<Record<string, unknown>>()
  const last: { readonly id: string; readonly at: number }[] = []

  return {
    last,
    on(id: string, handler: (...payload: never[]) => unknown, plugin: string): Dispose {
      const guarded = (...payload: unknown[]) => guard(() => handler(...(payload as never[])), plugin, report)
      emitter.on(id, guarded)
      return () => emitter.off(id, guarded)
    },
    emit(id: string, payload: unknown) {
      if (last.push({ id, at: Date.now() }) > remembered) last.shift()
      store.batch(() => {
        listen?.(id, payload)
        emitter.emit(id, payload)
      })
    },
  }
}
