import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLibraryStorage, deleteLibraryStorage } from './library-storage.js'

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
  const openRequest = { result, onsuccess: () => undefined }
  queueMicrotask(() => openRequest.onsuccess())
  return openRequest
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
        const openRequest = {
          error: new DOMException('private', 'InvalidStateError'),
          onerror: () => undefined,
        }
        queueMicrotask(() => openRequest.onerror())
        return openRequest
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
      const openRequest = { result: { close }, onsuccess: () => undefined }
      const { storage } = storageIn(databases(() => openRequest))
      const written = storage.setItem('a', 1)
      await vi.advanceTimersByTimeAsync(3_000)
      await written
      openRequest.onsuccess()
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
          if (database.close.mock.calls.length)
            throw new DOMException('The database connection is closing.', 'InvalidStateError')
          // The database is not new.
          if (mode !== 'readwrite')
            return { objectStore: () => ({ count: () => answered({ result: 1 }) }) }
          const transaction: FakeTransaction = {
            objectStore: () => ({ put: () => ({ transaction }) }),
          }
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

  it('Once the database was deleted, a library that is closed and still writes does not create it again', async () => {
    const { made } = opened()
    const erased = new AbortController()
    const storage = createLibraryStorage(vi.fn(), erased.signal)
    expect(made).toHaveLength(0)
    erased.abort()
    await storage.setItem('messages', ['late'])
    expect(await storage.getItem('messages')).toEqual(['late'])
    expect(made).toHaveLength(0)
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

  it('[R15] A database of the library that another page deletes while this one opens it is opened again, and the write is kept', async () => {
    const { storage, report, transactions, made } = opened()
    const writing = storage.setItem('a', 1)
    while (!made[0]?.onversionchange) await Promise.resolve()
    made[0].onversionchange()
    await expect.poll(() => transactions.length).toBe(1)
    expect(made).toHaveLength(2)
    transactions[0]?.oncomplete?.()
    await writing
    expect(report).not.toHaveBeenCalled()
  })
})

describe('deleting the storage of the library', () => {
  /** Databases by name, each with the keys of one store. */
  function databasesWith(given: Readonly<Record<string, readonly string[]>>) {
    const all = new Map(Object.entries(given).map(([name, keys]) => [name, new Set(keys)]))
    const close = vi.fn()
    const open = (name: string) => {
      const keys = all.get(name)
      const openRequest = {
        result: {
          close,
          objectStoreNames: { contains: () => true },
          transaction() {
            const transaction: FakeTransaction = { objectStore: () => store }
            const store = {
              getAllKeys: () => answered({ result: [...(keys ?? [])] }),
              delete: (key: string) => keys?.delete(key),
              transaction,
            }
            setTimeout(() => transaction.oncomplete?.())
            return transaction
          },
        },
        transaction: { abort: () => undefined },
        error: new DOMException('aborted', 'AbortError'),
        onupgradeneeded: () => undefined,
        onsuccess: () => undefined,
        onerror: () => undefined,
      }
      queueMicrotask(() => {
        if (keys) return openRequest.onsuccess()
        openRequest.onupgradeneeded()
        openRequest.onerror()
      })
      return openRequest
    }
    const deleteDatabase = (name: string) => {
      all.delete(name)
      return answered({ result: undefined })
    }
    Object.defineProperty(globalThis, 'indexedDB', {
      value: { open, deleteDatabase },
      configurable: true,
    })
    return {
      names: () => [...all.keys()],
      keysOf: (name: string) => [...(all.get(name) ?? [])],
      close,
    }
  }
  const formerName = 'WALLET_CONNECT_V2_INDEXED_DB'

  it('deleteLibraryStorage deletes the database, and only the keys of Portico from the database of earlier versions', async () => {
    const own = ['wc@2:core:0.3:portico:keychain', 'wc@2:client:0.3:portico:session']
    const others = ['wc@2:core:0.3:other:keychain', 'WALLETCONNECT_CLIENT_ID']
    const { names, keysOf, close } = databasesWith({
      'portico.walletconnect': ['wc@2:core:0.3:portico//keychain'],
      [formerName]: [...own, ...others],
    })
    await deleteLibraryStorage()
    expect([names(), keysOf(formerName)]).toEqual([[formerName], others])
    expect(close).toHaveBeenCalledOnce()
  })

  it('deleteLibraryStorage creates no database of earlier versions when there is none', async () => {
    const { names } = databasesWith({ 'portico.walletconnect': [] })
    await deleteLibraryStorage()
    expect(names()).toEqual([])
  })

  it('deleteLibraryStorage does nothing in a browser without IndexedDB, and fails when the browser blocks it', async () => {
    await deleteLibraryStorage()
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
      configurable: true,
    })
    await expect(deleteLibraryStorage()).rejects.toThrow('blocked')
  })

  it('deleteLibraryStorage fails after five seconds when another page does not close the database', async () => {
    vi.useFakeTimers()
    try {
      Object.defineProperty(globalThis, 'indexedDB', {
        value: { deleteDatabase: () => ({}) },
        configurable: true,
      })
      const failed = expect(deleteLibraryStorage()).rejects.toMatchObject({ code: 'TIMEOUT' })
      await vi.advanceTimersByTimeAsync(5_000)
      await failed
    } finally {
      vi.useRealTimers()
    }
  })
})
