import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  globalThis.addEventListener('online', changed)
  globalThis.addEventListener('offline', changed)
  return () => {
    globalThis.removeEventListener('online', changed)
    globalThis.removeEventListener('offline', changed)
  }
}
/** Whether the browser has a network. One that cannot tell has. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => globalThis.navigator?.onLine !== false,
    () => true,
  )
