/** What outlives the page: storage drivers, versioned slices, tabs in step. Nothing here throws into the app. */

import { withTimeout } from './async.js'
import { KernelError } from './error.js'
import type { AnySlice, Dispose } from './refs.js'
import { guard, type Report, type Store } from './store.js'

/** Where texts are kept, sync or async. It may throw: the kernel then goes on without it. */
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
 * Keeps texts in `localStorage`, and says it to the other tabs of the origin through a BroadcastChannel (`storage` events where there
 * is none). Pass a function where reading the property itself may throw (blocked cookies).
 */
export function webStorage(storage: Storage | (() => Storage) = () => localStorage): StorageDriver {
  const area = () => (typeof storage === 'function' ? storage() : storage)
  let channel: BroadcastChannel | undefined
  return {
    get: key => area().getItem(key),
    set(key, text) {
      channel?.postMessage({ key, text })
      area().setItem(key, text)
    },
    remove: key => area().removeItem(key),
    subscribe(listener) {
      if (globalThis.BroadcastChannel) {
        const own = new BroadcastChannel('portico')
        channel = own
        own.onmessage = ({ data }) => listener(data?.key, data?.text)
        return () => {
          channel = undefined
          own.close()
        }
      }
      const heard = ({ key, newValue, storageArea }: StorageEvent) => {
        if (key && newValue !== null && storageArea === area()) listener(key, newValue)
      }
      globalThis.addEventListener?.('storage', heard)
      return () => globalThis.removeEventListener?.('storage', heard)
    },
  }
}

/** Characters of one stored value. More is not ours. */
const limit = 65_536
/** Milliseconds that the start waits for storage that does not answer. */
const patience = 2_000
const polluting = /^(__proto__|constructor|prototype)$/

interface Envelope {
  readonly version: number
  readonly saved: unknown
}
/** `{"version":1,"saved":…}`, bigints as `{"$bigint":"1"}`. */
export function encode(version: number, saved: unknown): string {
  return JSON.stringify({ version, saved }, (_, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value))
}
/** Throws for anything that `encode` of this version, or of an older one, could not have written. */
export function decode(text: unknown, newest: number): Envelope {
  if (typeof text !== 'string' || text.length > limit) throw new TypeError('not a text, or too long')
  const found = JSON.parse(text, (key, value) => {
    if (polluting.test(key)) return undefined
    return typeof value?.$bigint === 'string' ? BigInt(value.$bigint) : value
  })
  if (!Number.isInteger(found?.version) || found.version < 0 || found.version > newest) throw new RangeError('of an unknown version')
  return found
}

export type Persist = ReturnType<typeof createPersist>
export function createPersist(driver: StorageDriver, store: Store, report: Report) {
  interface Kept {
    readonly slice: AnySlice
    /** Last seen, so that only changes are written. */
    state: object
    text: unknown
  }
  const live = new Map<string, Kept>()
  const memory = memoryStorage()
  let close: Dispose | undefined
  let last: Promise<unknown> | undefined
  let warned = false

  const keyOf = (slice: AnySlice) => `portico.${slice.id}`
  const stateOf = (slice: AnySlice) => store.states.get(slice.id) as object
  const warn = (sentence: string, cause: unknown) => {
    if (!warned) report(new KernelError('STORAGE', sentence, undefined, undefined, cause), 'kernel')
    warned = true
  }
  const failed = (error: unknown) => warn('Storage fails: what it refuses is kept in memory.', error)
  /** Calls the driver; async ones one after the other, so that an older text never arrives last. */
  const ask = (run: () => unknown, otherwise: () => void) => {
    const no = (error: unknown) => {
      failed(error)
      otherwise()
    }
    try {
      const answer = last ? last.then(run) : run()
      if (answer instanceof Promise) last = answer.catch(no)
    } catch (error) {
      no(error)
    }
  }
  const forget = (key: string) =>
    ask(
      () => driver.remove(key),
      () => {},
    )
  const write = (key: string, text: string) =>
    ask(
      () => driver.set(key, text),
      () => {
        memory.set(key, text)
        // Nothing is better than an old text: it would bring back a wallet that was disconnected.
        forget(key)
      },
    )
  const read = async (key: string): Promise<unknown> => {
    try {
      return (await memory.get(key)) ?? (await withTimeout(async () => driver.get(key), patience))
    } catch (error) {
      failed(error)
      return undefined
    }
  }
  /** Takes over what was found; false when it is unsound. */
  const restore = (slice: AnySlice, text: unknown): boolean => {
    try {
      const { version, saved } = decode(text, slice.persist?.version ?? 0)
      const state = slice.persist?.restore(saved, version, stateOf(slice))
      if (typeof state !== 'object' || !state) throw new TypeError('restored to nothing')
      store.replace('kernel', slice.id, state)
      return true
    } catch (error) {
      warn(`What was stored as "${keyOf(slice)}" is unsound and was dropped.`, error)
      return false
    }
  }
  const save = () => {
    for (const kept of live.values()) {
      const { slice } = kept
      const state = stateOf(slice)
      if (!state) live.delete(slice.id)
      if (!state || state === kept.state) continue
      kept.state = state
      guard(
        () => {
          const text = encode(slice.persist?.version ?? 0, slice.persist?.pick(state))
          if (text === kept.text) return
          kept.text = text
          if (text.length > limit) throw new KernelError('STORAGE', `"${keyOf(slice)}" is too long to be stored.`)
          write(keyOf(slice), text)
        },
        store.ownerOf(slice.id) ?? 'kernel',
        report,
      )
    }
  }
  const heard = (key: unknown, text: unknown) => {
    for (const kept of live.values())
      if (keyOf(kept.slice) === key && typeof text === 'string' && text !== kept.text)
        store.batch(() => {
          if (!restore(kept.slice, text)) return
          // Not an own change: writing it again would make two tabs answer each other for ever.
          kept.text = text
          kept.state = stateOf(kept.slice)
        })
  }
  const unsubscribe = store.subscribe(save)

  return {
    /** Restores these slices in one batch and writes their changes from then on. */
    async hydrate(slices: readonly AnySlice[]) {
      const kept = slices.filter(slice => slice.persist)
      const before = kept.map(stateOf)
      try {
        close ??= driver.subscribe?.(heard)
      } catch (error) {
        failed(error)
      }
      const texts = await Promise.all(kept.map(slice => read(keyOf(slice))))
      store.batch(() => {
        kept.forEach((slice, i) => {
          const state = stateOf(slice)
          if (!state) return
          const text = texts[i] ?? undefined
          // Changed while storage was slow: the newer one is right.
          const isUntouched = state === before[i]
          if (isUntouched && text !== undefined && !restore(slice, text)) forget(keyOf(slice))
          live.set(slice.id, { slice, text, state: isUntouched ? stateOf(slice) : {} })
        })
      })
    },
    close() {
      unsubscribe()
      live.clear()
      guard(() => close?.(), 'kernel', report)
    },
  }
}
