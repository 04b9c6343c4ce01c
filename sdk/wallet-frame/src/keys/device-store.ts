/** What this browser keeps of the wallets: one IndexedDB database of the frame's origin. */
import type { Bytes } from './bytes.js'
import { KeyError } from './errors.js'
import type { KnownAccount } from './messages.js'

/** A device share under the wrapping key of this browser. */
export interface KeptShare {
  readonly version: number
  readonly iv: Bytes
  readonly sealed: Bytes
  /** The server has the other shares of this version, as far as this browser knows. */
  readonly isConfirmed: boolean
}
export interface KeptWallet {
  readonly walletId: Bytes
  readonly shares: readonly KeptShare[]
  /** Public: shown after a reload, before the wallet is open. */
  readonly accounts: readonly KnownAccount[]
}

/** The key of the last login; its private half is under the wrapping key of this browser. */
export interface KeptLoginKey {
  readonly publicKey: Bytes
  readonly iv: Bytes
  readonly wrapped: Bytes
}

/** WebCrypto keys cannot be exported: IndexedDB keeps them as handles. */
interface Entries {
  readonly 'wrapping-key': CryptoKey
  readonly 'device-key': CryptoKeyPair
  readonly 'login-key': KeptLoginKey
  /** The person signed out, and no login followed. */
  readonly 'signed-out': true
}

export interface DeviceStore {
  /** The entry, or else what `create` makes. When two tabs make one, the first stays. */
  ensure<K extends keyof Entries>(name: K, create: () => Promise<Entries[K]>): Promise<Entries[K]>
  read<K extends keyof Entries>(name: K): Promise<Entries[K] | undefined>
  put<K extends keyof Entries>(name: K, value: Entries[K]): Promise<void>
  delete(name: keyof Entries): Promise<void>
  wallet(person: string): Promise<KeptWallet | undefined>
  /** Replaces a person's wallet in one transaction; `undefined` deletes it. */
  changeWallet(
    person: string,
    change: (kept: KeptWallet | undefined) => KeptWallet | undefined,
  ): Promise<void>
}

const place = 'kept'
const walletKey = (person: string) => `wallet ${person}`

/** Every method throws STORAGE_BLOCKED where the browser refuses to store, or ran out of space. */
export function createDeviceStore(
  factory: IDBFactory | undefined = globalThis.indexedDB,
): DeviceStore {
  let opened: Promise<IDBDatabase> | undefined
  const database = () => {
    opened ??= openDatabase(factory, () => {
      opened = undefined
    })
    return opened
  }
  const transact = async <T>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore, answer: (value: T) => void) => void,
  ): Promise<T> => {
    try {
      const transaction = (await database()).transaction(place, mode, { durability: 'strict' })
      return await new Promise<T>((resolve, reject) => {
        let result: { readonly value: T } | undefined
        transaction.oncomplete = () =>
          result ? resolve(result.value) : reject(transaction.error ?? blocked())
        transaction.onabort = () => reject(transaction.error ?? blocked())
        work(transaction.objectStore(place), value => {
          result = { value }
        })
      })
    } catch (error) {
      opened = undefined
      throw error instanceof KeyError ? error : blocked(error)
    }
  }
  const get = <T>(key: string) =>
    transact<T | undefined>('readonly', (entries, answer) => {
      const request = entries.get(key)
      request.onsuccess = () => answer(request.result)
    })
  const put = (key: string, value: unknown) =>
    transact<void>('readwrite', (entries, answer) => {
      entries.put(value, key).onsuccess = () => answer()
    })

  return {
    read: get,
    put,
    delete: name =>
      transact<void>('readwrite', (entries, answer) => {
        entries.delete(name).onsuccess = () => answer()
      }),
    async ensure<K extends keyof Entries>(name: K, create: () => Promise<Entries[K]>) {
      const kept = await get<Entries[K]>(name)
      if (kept) return kept
      const made = await create() // a transaction would end during this wait
      return transact<Entries[K]>('readwrite', (entries, answer) => {
        const request = entries.get(name)
        request.onsuccess = () => {
          const other: Entries[K] | undefined = request.result
          if (!other) entries.put(made, name)
          answer(other ?? made)
        }
      })
    },
    wallet: person => get(walletKey(person)),
    changeWallet: (person, change) =>
      transact<void>('readwrite', (entries, answer) => {
        const request = entries.get(walletKey(person))
        request.onsuccess = () => {
          const changed = change(request.result)
          if (changed) entries.put(changed, walletKey(person))
          else entries.delete(walletKey(person))
          answer()
        }
      }),
  }
}

const blocked = (cause?: unknown) =>
  new KeyError(
    'STORAGE_BLOCKED',
    'This browser does not let the wallet store its key. Allow storage for this site.',
    cause,
  )

function openDatabase(factory: IDBFactory | undefined, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!factory) return reject(blocked())
    const request = factory.open('portico-keys', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(place)
    request.onerror = () => reject(blocked(request.error))
    request.onsuccess = () => {
      // The browser closes it when the person clears the site's data.
      request.result.onclose = onClosed
      request.result.onversionchange = () => {
        request.result.close()
        onClosed()
      }
      resolve(request.result)
    }
  })
}
