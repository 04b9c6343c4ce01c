/** What outlives the page: storage drivers, versioned slices, tabs in step. Nothing here throws into the app. */
import { withTimeout } from './async.js'
import { isPlain } from './equal.js'
import { refusal } from './error.js'
import type { AnySlice, Dispose, LazyPersistPolicy, PersistPolicy } from './refs.js'
import { isUnread, type Report, type Store } from './store.js'

/** Where texts are kept, sync or async. It may throw: the kernel then goes on with what is in memory. */
export interface StorageDriver {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  set(key: string, text: string): unknown
  remove(key: string): unknown
  /** Says what another tab wrote. */
  subscribe?(listener: (key: string, text: string) => void): Dispose
}

/** Keeps texts as long as the page lives. */
export function memoryStorage(): StorageDriver {
  const texts = new Map<string, string>()
  return {
    get: key => texts.get(key),
    set: (key, text) => texts.set(key, text),
    remove: key => texts.delete(key),
  }
}

/**
 * Keeps texts in `localStorage`, and says so to the other tabs of the origin through a BroadcastChannel (`storage` events where there
 * is none). Pass a function where reading the property itself may throw (blocked cookies); that is the default.
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
        channel = new BroadcastChannel('portico')
        channel.onmessage = ({ data }) => listener(data?.[0], data?.[1])
        return () => {
          channel?.close()
          channel = undefined
        }
      }
      const heard = ({ key, newValue, storageArea }: StorageEvent) => {
        if (key && newValue && storageArea === area()) listener(key, newValue)
      }
      addEventListener('storage', heard)
      return () => removeEventListener('storage', heard)
    },
  }
}

/** Characters of one stored value. More is not ours. */
const limit = 65_536
/** Milliseconds that storage has for one answer. */
const patience = 2_000

function check(isSound: boolean): asserts isSound {
  if (!isSound) throw refusal('UNSOUND', undefined)
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
  check(Number.isInteger(found.version) && found.version >= 0 && found.version <= newest)
  return found
}

type Policy = PersistPolicy<object> | LazyPersistPolicy<object>
type Restore = PersistPolicy<object>['restore']

const keyOf = ({ id }: AnySlice): string => `portico.${id}`

/** What is read where nothing was saved. */
const nothing = '{"version":0}'

interface Kept {
  readonly key: string
  readonly slice: AnySlice
  readonly policy: Policy
  /** Last seen, so that only changes are written. */
  state: object | undefined
  text?: string
}

export function createPersist(driver: StorageDriver | undefined, { states, replace, batch, subscribe }: Store, report: Report) {
  const live = new Map<unknown, Kept>()
  /** The restore functions that came with code that loads later, by the id of their slice. */
  const readers = new Map<string, Restore>()
  let close: Dispose | undefined
  let writes: Promise<unknown> = Promise.resolve()
  let isWarned = false

  /** Runs at once. When it fails, that is said once, and the other is tried. */
  const attempt = async (key: string, run: () => unknown, otherwise?: () => unknown): Promise<unknown> => {
    try {
      return await withTimeout(async () => run(), patience)
    } catch (error) {
      if (!isWarned) report(refusal('STORAGE', undefined, [key], error), 'kernel')
      isWarned = true
      return otherwise && attempt(key, otherwise)
    }
  }
  const restore = (kept: Kept, text: string) => {
    const { slice, policy } = kept
    const { saved, version } = decode(text, policy.version)
    const read = (readers.get(slice.id) ?? policy.summary ?? policy.restore) as Restore
    const state = read(saved, version, states.get(slice.id) as object)
    check(isPlain(state))
    replace('kernel', slice.id, state)
    // Not an own change: writing it again would make two tabs answer each other for ever.
    kept.state = states.get(slice.id)
    kept.text = text
  }
  /** Restores a slice that is unread, once storage was read and its restore function is here; as if nothing was saved where that throws. */
  const finish = (kept?: Kept) => {
    if (kept && readers.has(kept.slice.id) && isUnread(states.get(kept.slice.id)))
      batch(() =>
        attempt(
          kept.key,
          () => restore(kept, kept.text ?? nothing),
          () => restore(kept, nothing),
        ),
      )
  }
  const save = () => {
    for (const kept of live.values()) {
      const { key, slice, policy } = kept
      const state = states.get(slice.id)
      if (state === kept.state) continue
      kept.state = state
      if (!state) live.delete(key)
      else if (driver)
        attempt(key, () => {
          const text = encode(policy, state)
          if (text === kept.text) return
          kept.text = text
          // One after the other, so that an older text never arrives last. When it is refused, nothing is better than the old one, which
          // would bring back a wallet that was disconnected.
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
      const found = slices.flatMap((slice): Kept[] => {
        const { id, persist: policy } = slice
        return policy ? [{ key: keyOf(slice), slice, policy, state: states.get(id) }] : []
      })
      attempt('portico', () => {
        close ??= driver?.subscribe?.((key, text) => {
          const kept = live.get(key)
          if (kept && text !== kept.text) batch(() => attempt(key, () => restore(kept, text)))
        })
        return close
      })
      const take = (texts: readonly unknown[]) => {
        batch(() => {
          found.forEach((kept, i) => {
            const { key, slice } = kept
            live.set(key, kept)
            // Changed while storage was slow: the newer state is right.
            if (texts[i] != null && states.get(slice.id) === kept.state) attempt(key, () => restore(kept, texts[i] as string))
            finish(kept)
          })
        })
        save()
      }
      const texts: unknown[] = []
      const asked = found.map(({ key }, i) => attempt(key, () => (texts[i] = driver?.get(key))))
      return texts.some(text => (text as Partial<Promise<unknown>>)?.then) ? Promise.all(asked).then(take) : take(texts)
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
