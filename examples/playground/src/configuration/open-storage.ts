import { memoryStorage, type StorageDriver, webStorage } from '@portico/sdk'

/** A storage driver that shows what it keeps. */
export interface OpenStorage {
  readonly driver: StorageDriver
  /** Every text of ours that is kept, by key. */
  entries(): readonly (readonly [key: string, text: string])[]
  remove(key: string): void
  clear(): void
}

const ours = (key: string) => key.startsWith('portico.')

/** In `localStorage`, or as long as the page lives. */
export function openStorage(kind: 'browser' | 'memory'): OpenStorage {
  return kind === 'browser' ? inBrowser() : inMemory()
}

function inBrowser(): OpenStorage {
  const driver = webStorage()
  const keys = () => Object.keys(localStorage).filter(ours).sort()
  return {
    driver,
    entries: () => keys().map(key => [key, localStorage.getItem(key) ?? ''] as const),
    remove: key => localStorage.removeItem(key),
    clear: () => {
      for (const key of keys()) localStorage.removeItem(key)
    },
  }
}

function inMemory(): OpenStorage {
  const driver = memoryStorage()
  const keys = new Set<string>()
  return {
    driver: {
      ...driver,
      set(key, text) {
        keys.add(key)
        return driver.set(key, text)
      },
    },
    entries: () =>
      [...keys].sort().flatMap(key => {
        const text = driver.get(key)
        return typeof text === 'string' ? [[key, text] as const] : []
      }),
    remove: key => driver.remove(key),
    clear: () => {
      for (const key of keys) driver.remove(key)
    },
  }
}
