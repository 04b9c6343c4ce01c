import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLibraryStorage } from './library-storage.js'

/** A browser whose databases do this when one is opened. */
const databases = (open: () => unknown) => () => ({ open })

/** The storage in a page whose `indexedDB` is read by this. */
function storageIn(read: () => unknown) {
  Object.defineProperty(globalThis, 'indexedDB', { get: read, configurable: true })
  const report = vi.fn()
  return { report, storage: createLibraryStorage(report) }
}
afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

describe('the storage of the library where the browser gives no database', () => {
  it.each<[string, () => unknown, boolean]>([
    ['there is no IndexedDB', () => undefined, false],
    [
      'reading it throws',
      () => {
        throw new DOMException('blocked', 'SecurityError')
      },
      true,
    ],
    [
      'opening throws',
      databases(() => {
        throw new DOMException('denied', 'SecurityError')
      }),
      true,
    ],
    [
      'opening fails',
      databases(() => {
        const asked = { error: new DOMException('private', 'InvalidStateError'), onerror: () => undefined }
        queueMicrotask(() => asked.onerror())
        return asked
      }),
      true,
    ],
  ])("[R16] the library's storage falls back to memory when %s", async (_, given, isReported) => {
    const { report, storage } = storageIn(given)
    const sessions = [{ topic: 'a', expiry: 1n }]
    await storage.setItem('sessions', sessions)
    sessions.push({ topic: 'b', expiry: 2n })
    await storage.setItem('keys', new Map([['a', 'b']]))
    expect(await storage.getItem('sessions')).toEqual([{ topic: 'a', expiry: 1n }])
    expect(await storage.getItem('nothing')).toBeUndefined()
    expect(await storage.getKeys()).toEqual(['sessions', 'keys'])
    await storage.removeItem('sessions')
    expect(await storage.getEntries()).toEqual([['keys', new Map([['a', 'b']])]])
    expect(report).toHaveBeenCalledTimes(isReported ? 1 : 0)
  })

  it("[R16] the library's storage falls back to memory when the database does not open within three seconds, as in Safari", async () => {
    vi.useFakeTimers()
    try {
      const { report, storage } = storageIn(databases(() => ({})))
      const written = storage.setItem('a', 1)
      await vi.advanceTimersByTimeAsync(3_000)
      await written
      expect(await storage.getItem('a')).toBe(1)
      expect(report).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })
})
