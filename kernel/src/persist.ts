/** Keeps slices in storage, with versions, and keeps tabs in step. Never throws into the app. */
import { withTimeout } from './async.js'
import { isPlain } from './equal.js'
import { refusal } from './error.js'
import type { AnySlice, Dispose, LazyPersistPolicy, PersistPolicy } from './refs.js'
import { isUnread, type Report, type Store } from './store.js'

/** Stores texts, synchronously or asynchronously. When it throws, the kernel continues with the state in memory. */
export interface StorageDriver {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  set(key: string, text: string): unknown
  remove(key: string): unknown
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
 * @stores nothing: each text that is written to `localStorage` is also sent to the other tabs of the origin
 * @reason tabs follow each other: a person who disconnects in one tab is disconnected in all of them
 * @kept not stored
 * @deletedBy closing the page
 */
const channelName = 'portico'

/**
 * Keeps texts in `localStorage`, and notifies the other tabs of the origin through a BroadcastChannel (`storage` events where there is none). Pass a function where
 * reading the property itself may throw (blocked cookies), as the default does.
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

/** Characters of the longest value that is stored or read. */
const limit = 65_536
/** Timeout of one call of the storage driver. */
const timeoutMs = 2_000

function check(isSound: boolean): asserts isSound {
  if (!isSound) throw refusal('UNSOUND')
}
/** `{"version":1,"saved":…}`, bigints as `{"$bigint":"1"}`. Throws when that is too long to be read again. */
export function encode({ version, pick }: Policy, state: object): string {
  const text = JSON.stringify({ version, saved: pick(state) }, (_, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value))
  check(text.length <= limit)
  return text
}
/** Throws for anything that `encode` of this version, or of an older one, could not have written. */
export function decode(text: string, newest: number): { readonly version: number; readonly saved: unknown } {
  check(text.length <= limit)
  const found = JSON.parse(text, (key, value) => {
    if (/^(__proto__|constructor|prototype)$/.test(key)) return undefined
    return typeof value?.$bigint === 'string' ? BigInt(value.$bigint) : value
  })
  check(found.version >>> 0 === found.version && found.version <= newest)
  return found
}

type Policy = PersistPolicy<object> | LazyPersistPolicy<object>
type Restore = PersistPolicy<object>['restore']

const keyOf = ({ id }: AnySlice): string => `portico.${id}`

/** Read where nothing was saved. */
const nothing = '{"version":0}'

interface Kept {
  readonly key: string
  /** The slice. */
  readonly id: string
  readonly policy: Policy
  /** The state that storage has, so that only changes are written. */
  state: object | undefined
  text?: string
  /** Storage has not answered yet. Nothing is written before. */
  isAwaited?: boolean
}

export function createPersist(driver: StorageDriver | undefined, { states, replace, batch, subscribe }: Store, report: Report) {
  const live = new Map<unknown, Kept>()
  /** The restore functions that load later, by the id of their slice. */
  const readers = new Map<string, Restore>()
  let close: Dispose | undefined
  let writes: Promise<unknown> = Promise.resolve()
  let isWarned = false

  /** Calls `run` at once, and `otherwise` when it fails. Reports the first failure only. */
  const attempt = async (key: string, run: () => unknown, otherwise?: () => unknown): Promise<unknown> => {
    try {
      return await withTimeout(async () => run(), timeoutMs)
    } catch (error) {
      if (!isWarned) report(refusal('STORAGE', undefined, [key], error), 'kernel')
      isWarned = true
      return otherwise && attempt(key, otherwise)
    }
  }
  const restore = (kept: Kept, text: string) => {
    const { id, policy } = kept
    const { saved, version } = decode(text, policy.version)
    // Kept before it is read: where the summary throws, the restore function may still read the text.
    kept.text = text
    const read = (readers.get(id) ?? policy.summary ?? policy.restore) as Restore
    const state = read(saved, version, states.get(id) as object)
    check(isPlain(state))
    replace('kernel', id, state)
    // Not a change of this tab: writing it back would make two tabs answer each other forever.
    kept.state = states.get(id)
  }
  const receive = (kept: Kept, text: string) => batch(() => attempt(kept.key, () => restore(kept, text)))
  /** Restores an unread slice once storage was read and its restore function has loaded. When that function throws, restores it as if nothing was saved. */
  const finish = (kept?: Kept) => {
    if (kept && readers.has(kept.id) && isUnread(states.get(kept.id)))
      batch(() =>
        attempt(kept.key, () => {
          try {
            restore(kept, kept.text ?? nothing)
          } catch (error) {
            restore(kept, nothing)
            throw error
          }
        }),
      )
  }
  /** What changed while storage was slow wins, except in a slice that joins what it has with what was saved. */
  const take = (kept: Kept, text: unknown) => {
    if (text != null && (kept.policy.joins || states.get(kept.id) === kept.state)) receive(kept, text as string)
  }
  const save = () => {
    for (const kept of live.values()) {
      const { key, id, policy } = kept
      const state = states.get(id)
      if (state === kept.state || kept.isAwaited) continue
      kept.state = state
      if (!state) live.delete(key)
      else if (driver)
        attempt(key, () => {
          const text = encode(policy, state)
          if (text === kept.text) return
          kept.text = text
          // In order, so that an older text is never written last. When storage refuses the text, the old one is removed: it would bring back
          // a wallet that was disconnected.
          writes = writes.then(() =>
            attempt(
              key,
              () => driver.set(key, text),
              () => driver.remove(key),
            ),
          )
        })
    }
  }
  const stop = subscribe(save)

  return {
    /** Restores these slices in one batch, before it returns where storage answers at once, and writes their changes from then on. */
    hydrate(slices: readonly AnySlice[]) {
      const found = slices.flatMap((slice): Kept | [] => {
        const { id, persist: policy } = slice
        return policy ? { key: keyOf(slice), id, policy, state: states.get(id) } : []
      })
      attempt(
        'portico',
        () =>
          (close ??= driver?.subscribe?.((key, text) => {
            const kept = live.get(key)
            if (kept && text !== kept.text) receive(kept, text)
          })),
      )
      const begin = (answers: readonly unknown[]) => {
        batch(() => {
          found.forEach((kept, i) => {
            live.set(kept.key, kept)
            take(kept, answers[i])
            finish(kept)
          })
        })
        save()
      }
      const texts: unknown[] = []
      const asked = found.map(({ key }, i) => attempt(key, () => (texts[i] = driver?.get(key))))
      if (!texts.some(text => (text as Partial<Promise<unknown>>)?.then)) return begin(texts)
      found.forEach((kept, i) => {
        // An error is taken for a text that cannot be read.
        const arrive = (text: unknown) => {
          kept.isAwaited = false
          // Later than the start.
          if (live.has(kept.key)) take(kept, text)
          save()
        }
        kept.isAwaited = true
        Promise.resolve(texts[i]).then(arrive, arrive)
      })
      return Promise.all(asked).then(begin)
    },
    /** Restores a slice with code that has loaded: now, or by `hydrate`. */
    restore(slice: AnySlice, read: Restore): void {
      readers.set(slice.id, read)
      finish(live.get(keyOf(slice)))
    },
    close() {
      stop()
      live.clear()
      attempt('portico', () => close?.())
    },
  }
}
