/**
 * The library's storage, in a database whose name begins with `portico.`.
 *
 * Its own storage has a fixed name, and at its first start moves every key of `localStorage` that contains `walletconnect` there: among them `portico.walletconnect`, without
 * which no session is restored.
 */
import { withTimeout } from '@portico/kernel'
import type { LibraryStorage } from '../options.js'

const databaseName = 'portico.walletconnect'
const storeName = 'library'
// Safari may never answer the first request to open a database.
const openMs = 3_000

/** Keeps everything in memory where the browser gives no database: the page works, and its sessions end with it. */
export function createLibraryStorage(report: (error: unknown) => void): LibraryStorage {
  const memory = new Map<IDBValidKey, unknown>()
  let opening: Promise<IDBDatabase | undefined> | undefined

  const open = async (): Promise<IDBDatabase | undefined> => {
    try {
      // Where storage is blocked, reading this throws.
      const { indexedDB } = globalThis
      if (!indexedDB) return undefined
      const asked = indexedDB.open(databaseName, 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore(storeName)
      const database = await withTimeout(() => resultOf(asked), openMs).catch(error => {
        // It may open later. Nobody uses it then, and an open database cannot be deleted.
        asked.onsuccess = () => asked.result.close()
        throw error
      })
      const forget = () => {
        opening = undefined
      }
      database.onclose = forget
      // Another page deletes the database, which waits for this.
      database.onversionchange = () => {
        database.close()
        forget()
      }
      return database
    } catch (error) {
      report(error)
      return undefined
    }
  }
  /** The store for one request; undefined where there is none. */
  const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore | undefined> => {
    opening ??= open()
    return (await opening)?.transaction(storeName, mode).objectStore(storeName)
  }
  const entries = async (): Promise<[IDBValidKey, unknown][]> => {
    const store = await storeFor('readonly')
    if (!store) return [...memory]
    const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
    return keys.map((key, at) => [key, values[at]])
  }
  return {
    getKeys: async () => (await entries()).map(([key]) => String(key)),
    getEntries: async <Value>() => (await entries()).map(([key, value]): [string, Value] => [String(key), value as Value]),
    async getItem<Value>(key: string) {
      const store = await storeFor('readonly')
      return (store ? await resultOf(store.get(key)) : structuredClone(memory.get(key))) as Value | undefined
    },
    async setItem(key, value) {
      const store = await storeFor('readwrite')
      if (store) await written(store.put(value, key))
      else memory.set(key, structuredClone(value))
    },
    async removeItem(key) {
      const store = await storeFor('readwrite')
      if (store) await written(store.delete(key))
      else memory.delete(key)
    },
  }
}

/** Resolves once the database has it: a full disk is noticed only then. */
const written = ({ transaction }: Pick<IDBRequest, 'transaction'>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!transaction) return resolve()
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
const resultOf = <Result>(asked: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
