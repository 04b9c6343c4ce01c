/** The text of a slice in storage. */
import type { Bus } from './bus.js'
import { refusal } from './error.js'
import type { AnySlice, LazyPersistPolicy, PersistPolicy } from './refs.js'
import type { StorageDriver } from './storage-driver.js'
import type { Store } from './store.js'

/** Characters of the longest value that is stored or read. */
const limit = 65_536

export type Policy = PersistPolicy<object> | LazyPersistPolicy<object>
export type Restore = PersistPolicy<object>['restore']

/** A slice that is stored. */
export interface Kept extends AnySlice {
  readonly key: string
  readonly persist: Policy
  /** The state that storage has, so that only changes are written. */
  state: object | undefined
  text?: string | undefined
  /** What it would store without anything in it, once it was forgotten. */
  blank?: string | undefined
  /** Storage has not answered yet. Nothing is written before. */
  isAwaited?: boolean
}
/** What one page knows of storage, and what deleting needs of it. */
export interface Page {
  /**
   * How often the person has deleted what is stored here. Preferences stay and carry it, so each
   * later page knows it. A text of an earlier epoch is stale: it was written by a tab that did not
   * know yet. Undefined before storage was read.
   */
  epoch: number | undefined
  /** Pending writes, in order, so that an older text is never written last. */
  writes: Promise<unknown>
  readonly driver: StorageDriver | undefined
  readonly store: Store
  readonly bus: Bus
  /** The slices that were read, by key. */
  readonly live: ReadonlyMap<unknown, Kept>
  /** The restore functions that load later, by the id of their slice. */
  readonly readers: ReadonlyMap<string, Restore>
  /** Restores a slice with a text of storage, or of another tab. */
  receive(kept: Kept, text: string): unknown
}

export function check(isSound: boolean): asserts isSound {
  if (!isSound) throw refusal('UNSOUND')
}
/**
 * `{"version":1,"saved":…}`, with `"epoch":1` after the first `forget`; bigints as
 * `{"$bigint":"1"}`. Throws when that is too long to be read again.
 */
export function encode({ version, pick }: Policy, state: object, epoch?: number): string {
  const text = JSON.stringify(
    { version, saved: pick(state), epoch: epoch || undefined },
    (_, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value),
  )
  check(text.length <= limit)
  return text
}
/**
 * Throws for anything that `encode` of this version, or of an older one, could not have written.
 */
export function decode(
  text: string,
  newest: number,
): { readonly version: number; readonly saved: unknown; readonly epoch: number } {
  check(text.length <= limit)
  const found = JSON.parse(text, (key, value) => {
    if (/^(__proto__|constructor|prototype)$/.test(key)) return undefined
    return typeof value?.$bigint === 'string' ? BigInt(value.$bigint) : value
  })
  const { version, saved, epoch = 0 } = found
  check(version >>> 0 === version && version <= newest && epoch >>> 0 === epoch)
  return { version, saved, epoch }
}
