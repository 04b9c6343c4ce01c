/**
 * Keeps the library's storage in a database whose name begins with `portico.`.
 *
 * The library's own storage has a fixed name. At its first start it moves every key of
 * `localStorage` that contains `walletconnect` there: among them `portico.walletconnect`, without
 * which no session is restored.
 */
import { withTimeout } from '@portico/kernel'
import type { LibraryStorage } from '../options.js'

/**
 * @storage IndexedDB
 * @stores what WalletConnect's library keeps: the keys of pairings and sessions, the sessions,
 * messages of them, and the key that identifies this browser to the relay. Its keys begin with
 * `wc@2:`; it also writes `WALLETCONNECT_CLIENT_ID`
 * @reason go on with a session after a reload: the library cannot read the messages of a wallet
 * without these keys
 * @kept the keys of a pairing or session until it ends; the key that identifies this browser until
 * forget
 * @deletedBy disconnecting removes the session; "Disconnect and forget" deletes the database
 */
const databaseName = 'portico.walletconnect'
const storeName = 'library'
/**
 * The storage of earlier versions: the library's own database, which other kits of the same page
 * may use too.
 * There `//` in a key is `:`, and values are JSON.
 */
const former = {
  databaseName: 'WALLET_CONNECT_V2_INDEXED_DB',
  storeName: 'keyvaluestorage',
  ownKey: /^(wc@2:.*:portico):(.+)$/,
}
// Safari may never answer the first request to open a database.
const openMs = 3_000
/** A page that has the database open has to close it first. */
const deleteMs = 5_000

/**
 * Falls back to memory where the browser gives no database. The page works, and its sessions end
 * with it. The same once `erased` aborts: the library goes on writing for seconds after it was
 * closed, which would create the database again.
 */
export function createLibraryStorage(
  report: (error: unknown) => void,
  erased?: AbortSignal,
): LibraryStorage {
  const memory = new Map<IDBValidKey, unknown>()
  let opening: Promise<IDBDatabase | undefined> | undefined

  const open = async (): Promise<IDBDatabase | undefined> => {
    try {
      // Where storage is blocked, reading this property throws.
      const { indexedDB } = globalThis
      if (!indexedDB) return undefined
      const openRequest = indexedDB.open(databaseName, 1)
      openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(storeName)
      const database = await withTimeout(() => resultOf(openRequest), openMs).catch(error => {
        // The database may open later. It is unused then, and an open database cannot be deleted.
        openRequest.onsuccess = () => openRequest.result.close()
        throw error
      })
      let isClosed = false
      const forget = () => {
        isClosed = true
        opening = undefined
      }
      database.onclose = forget
      // Another page deletes the database, and the deletion waits until this page closes it.
      database.onversionchange = () => {
        database.close()
        forget()
      }
      await moveFormerEntries(database).catch(error => isClosed || report(error))
      return database
    } catch (error) {
      report(error)
      return undefined
    }
  }
  /** Opens the store for one request; undefined where there is no database. */
  const storeFor = async (mode: IDBTransactionMode): Promise<IDBObjectStore | undefined> => {
    if (erased?.aborted) return undefined
    opening ??= open()
    const openRequest = opening
    const database = await openRequest
    if (!database) return undefined
    // Another page may delete the database while this one opens it.
    return openRequest === opening
      ? database.transaction(storeName, mode).objectStore(storeName)
      : storeFor(mode)
  }
  const entries = async (): Promise<[IDBValidKey, unknown][]> => {
    const store = await storeFor('readonly')
    if (!store) return [...memory]
    const [keys, values] = await Promise.all([
      resultOf(store.getAllKeys()),
      resultOf(store.getAll()),
    ])
    return keys.map((key, at) => [key, values[at]])
  }
  return {
    getKeys: async () => (await entries()).map(([key]) => String(key)),
    getEntries: async <Value>() =>
      (await entries()).map(([key, value]): [string, Value] => [String(key), value as Value]),
    async getItem<Value>(key: string) {
      const store = await storeFor('readonly')
      return (store ? await resultOf(store.get(key)) : structuredClone(memory.get(key))) as
        | Value
        | undefined
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

/**
 * Copies the entries of earlier versions, so that their sessions go on.
 * The library writes when it starts, so an empty database is a new one.
 */
async function moveFormerEntries(database: IDBDatabase): Promise<void> {
  if (await resultOf(database.transaction(storeName).objectStore(storeName).count())) return
  const entries = await withTimeout(() => readFormerEntries(), openMs)
  if (entries.length === 0) return
  const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
  for (const [key, value] of entries) store.put(value, key)
  await written(store)
}
async function readFormerEntries(): Promise<[string, unknown][]> {
  const entries = await withExistingStore(former, 'readonly', async store => {
    const [keys, values] = await Promise.all([
      resultOf(store.getAllKeys()),
      resultOf(store.getAll()),
    ])
    return keys.flatMap((key, at): [string, unknown][] => {
      const value: unknown = values[at]
      const [, prefix, name] = former.ownKey.exec(String(key)) ?? []
      return prefix && name && typeof value === 'string'
        ? [[`${prefix}//${name}`, JSON.parse(value)]]
        : []
    })
  })
  return entries ?? []
}
/** Undefined where there is no such database or store. */
async function withExistingStore<Result>(
  { databaseName, storeName }: { readonly databaseName: string; readonly storeName: string },
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  const openRequest = indexedDB.open(databaseName)
  let isThere = true
  openRequest.onupgradeneeded = () => {
    // Aborts the creation of a database that did not exist.
    isThere = false
    openRequest.transaction?.abort()
  }
  const database = await resultOf(openRequest).catch(error => {
    if (isThere) throw error
    return undefined
  })
  if (!database) return undefined
  try {
    if (!database.objectStoreNames.contains(storeName)) return undefined
    return await run(database.transaction(storeName, mode).objectStore(storeName))
  } finally {
    database.close()
  }
}

/** True where the library has stored a session, of this tab or of another. Creates no database. */
export async function hasStoredSessions(): Promise<boolean> {
  if (!globalThis.indexedDB) return false
  const readLists = async (store: IDBObjectStore) => {
    const keys = await resultOf(store.getAllKeys())
    return Promise.all(
      keys
        .filter(key => String(key).endsWith('//session'))
        .map(key => resultOf<unknown>(store.get(key))),
    )
  }
  const lists = await withTimeout(
    () => withExistingStore({ databaseName, storeName }, 'readonly', readLists),
    openMs,
  )
  return lists?.some(list => Array.isArray(list) && list.length > 0) ?? false
}

/**
 * Deletes the database, and what earlier versions left in the library's own, which would be copied
 * again. Other pages close the database when it is deleted.
 */
export async function deleteLibraryStorage(): Promise<void> {
  const { indexedDB } = globalThis
  if (!indexedDB) return
  await withTimeout(() => resultOf(indexedDB.deleteDatabase(databaseName)), deleteMs)
  await withTimeout(() => withExistingStore(former, 'readwrite', deleteFormerEntries), deleteMs)
}
async function deleteFormerEntries(store: IDBObjectStore): Promise<void> {
  const keys = await resultOf(store.getAllKeys())
  const own = keys.filter(key => former.ownKey.test(String(key)))
  if (!own.length) return
  for (const key of own) store.delete(key)
  await written(store)
}

/** Resolves once the transaction has committed: a full disk is noticed only then. */
const written = ({ transaction }: Pick<IDBRequest, 'transaction'>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!transaction) return resolve()
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
const resultOf = <Result>(openRequest: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    openRequest.onsuccess = () => resolve(openRequest.result)
    openRequest.onerror = () => reject(openRequest.error)
  })
