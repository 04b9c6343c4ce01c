/**
 * A log of everything that changes: pass `devtools()` to `createKernel({ devtools })`. Costs
 * immer's patches, so it is a separate entry.
 */
import { enablePatches, type Patch, produceWithPatches } from 'immer'
import type { Dispose } from '../refs.js'
import { guard, type Devtools as Tap } from '../store.js'

/**
 * One commit of one slice. `inverse` undoes `patches`; a state that was replaced whole is one patch
 * with an empty path.
 */
export interface CommitEntry {
  readonly kind: 'commit'
  /** Milliseconds since the epoch. */
  readonly at: number
  /**
   * Who wrote: a plugin's id, or `kernel` for what was restored from storage or followed from
   * another tab.
   */
  readonly plugin: string
  readonly slice: string
  readonly patches: readonly Patch[]
  readonly inverse: readonly Patch[]
}
export interface EventEntry {
  readonly kind: 'event'
  readonly at: number
  readonly id: string
  readonly payload: unknown
}
export type LogEntry = CommitEntry | EventEntry

export interface Devtools extends Tap {
  /** Oldest first; at most `limit` entries. A new array after each entry. */
  readonly log: readonly LogEntry[]
  subscribe(listener: (entry: LogEntry) => void): Dispose
  clear(): void
}

const rethrowLater = (error: unknown) =>
  queueMicrotask(() => {
    throw error
  })

/** Keeps the last `limit` commits and events (500 by default). */
export function devtools({ limit = 500 }: { readonly limit?: number } = {}): Devtools {
  enablePatches()
  const listeners = new Set<(entry: LogEntry) => void>()
  let log: readonly LogEntry[] = []

  const write = (entry: LogEntry) => {
    log = [...log, entry].slice(-limit)
    // A listener that throws is its author's affair: it must not undo the commit.
    for (const listener of listeners) guard(() => listener(entry), rethrowLater)
  }
  return {
    get log() {
      return log
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear() {
      log = []
    },
    commit(state, recipe, plugin, slice) {
      const [next, patches, inverse] = produceWithPatches(
        state,
        recipe as (draft: object) => undefined,
      )
      if (patches.length) write({ kind: 'commit', at: Date.now(), plugin, slice, patches, inverse })
      return next
    },
    event(id, payload) {
      write({ kind: 'event', at: Date.now(), id, payload })
    },
  }
}
