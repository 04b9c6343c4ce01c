export type Listener = (...payload: unknown[]) => void

export interface Emitter {
  on(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  emit(event: string, ...payload: readonly unknown[]): void
}

/**
 * Events as wallets send them: at once, in the order of subscription, and a listener that throws
 * does not stop the next.
 */
export function createEmitter(): Emitter {
  const listeners = new Map<string, Listener[]>()
  return {
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    off(event, listener) {
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter(candidate => candidate !== listener),
      )
    },
    emit(event, ...payload) {
      for (const listener of listeners.get(event) ?? []) {
        try {
          listener(...payload)
        } catch (error) {
          setTimeout(() => {
            throw error
          })
        }
      }
    },
  }
}
