import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLibraryStorage } from './library-storage.js'

/** Creates a browser `indexedDB` whose `open` is the given function. */
const databases = (open: () => unknown) => () => ({ open })

interface FakeTransaction {
  objectStore(): unknown
  readonly error?: unknown
  oncomplete?: () => void
  onabort?: () => void
}
/** Returns a request that succeeds in the next microtask. */
function answered<Result>({ result }: { readonly result: Result }) {
  const asked = { result, onsuccess: () => undefined }
  queueMicrotask(() => asked.onsuccess())
  return asked
}
/** Creates the storage in a page whose `indexedDB` property is read by `read`. */
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

  it('A database of the library that opens after the page has given it up is closed, so that it can be deleted', async () => {
    vi.useFakeTimers()
    try {
      const close = vi.fn()
      const asked = { result: { close }, onsuccess: () => undefined }
      const { storage } = storageIn(databases(() => asked))
      const written = storage.setItem('a', 1)
      await vi.advanceTimersByTimeAsync(3_000)
      await written
      asked.onsuccess()
      expect(close).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the storage of the library in a database', () => {
  /** Creates databases that open at once, and whose transactions end on command. */
  function opened() {
    const transactions: FakeTransaction[] = []
    const made: { close: () => void; onversionchange?: () => void }[] = []
    const open = () => {
      const database = {
        close: vi.fn(),
        transaction(_: string, mode?: IDBTransactionMode) {
          // The database is not new.
          if (mode !== 'readwrite') return { objectStore: () => ({ count: () => answered({ result: 1 }) }) }
          const transaction: FakeTransaction = { objectStore: () => ({ put: () => ({ transaction }) }) }
          transactions.push(transaction)
          return transaction
        },
      }
      made.push(database)
      return answered({ result: database })
    }
    return { ...storageIn(databases(open)), transactions, made }
  }

  it('[R16] A write of the library that the browser rolls back because the disk is full fails', async () => {
    const { storage, transactions } = opened()
    const full = new DOMException('full', 'QuotaExceededError')
    const writing = storage.setItem('a', 1)
    await expect.poll(() => transactions.length).toBe(1)
    Object.assign(transactions[0] ?? {}, { error: full })
    transactions[0]?.onabort?.()
    await expect(writing).rejects.toBe(full)
  })

  it('[R15] A database of the library that another page deletes is closed, and is opened again with the next request', async () => {
    const { storage, transactions, made } = opened()
    const write = async () => {
      const writing = storage.setItem('a', 1)
      const at = transactions.length
      await expect.poll(() => transactions.length).toBe(at + 1)
      transactions[at]?.oncomplete?.()
      await writing
    }
    await write()
    made[0]?.onversionchange?.()
    expect(made[0]?.close).toHaveBeenCalledOnce()
    await write()
    expect(made).toHaveLength(2)
  })
})
