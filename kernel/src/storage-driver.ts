/** Where the texts of slices are stored. */
import type { Dispose } from './refs.js'

/**
 * Stores texts, synchronously or asynchronously. When it throws, the kernel continues with the
 * state in memory.
 */
export interface StorageDriver {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  set(key: string, text: string): unknown
  remove(key: string): unknown
  /**
   * Every key that is there. With it, `forget` also deletes what plugins of an earlier visit
   * stored.
   */
  keys?(): readonly string[] | Promise<readonly string[]>
  /** Reports what another tab wrote. */
  subscribe?(listener: (key: string, text: string) => void): Dispose
}

/** Keeps texts until the page is closed. */
export function memoryStorage(): StorageDriver {
  const texts = new Map<string, string>()
  return {
    get: key => texts.get(key),
    set: (key, text) => texts.set(key, text),
    remove: key => texts.delete(key),
  }
}

/**
 * @storage BroadcastChannel
 * @stores nothing: each text that is written to `localStorage` is also sent to the other tabs of
 * the origin
 * @reason tabs follow each other: a person who disconnects in one tab is disconnected in all of
 * them
 * @kept not stored
 * @deletedBy closing the page
 */
const channelName = 'portico'

/**
 * Keeps texts in `localStorage`, and notifies the other tabs of the origin through a
 * BroadcastChannel (`storage` events where there is none). Pass a function where reading the
 * property itself may throw (blocked cookies), as the default does.
 */
export function webStorage(storage: Storage | (() => Storage) = () => localStorage): StorageDriver {
  const area = () => (typeof storage === 'function' ? storage() : storage)
  let channel: BroadcastChannel | undefined
  return {
    get: key => area().getItem(key),
    set(key, text) {
      channel?.postMessage([key, text])
      area().setItem(key, text)
    },
    remove: key => area().removeItem(key),
    keys: () => Object.keys(area()),
    subscribe(listener) {
      if (globalThis.BroadcastChannel) {
        channel = new BroadcastChannel(channelName)
        channel.onmessage = ({ data }) => listener(data?.[0], data?.[1])
        return () => {
          channel?.close()
          channel = undefined
        }
      }
      const notify = ({ key, newValue, storageArea }: StorageEvent) => {
        if (key && newValue && storageArea === area()) listener(key, newValue)
      }
      addEventListener('storage', notify)
      return () => removeEventListener('storage', notify)
    },
  }
}
