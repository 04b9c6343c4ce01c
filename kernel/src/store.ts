/** The states of slices, and the notifications of every change that can be read. */
import { freeze, produce } from 'immer'
import { isEqual } from './equal.js'
import { refusal } from './error.js'
import type { AnySlice, Dispose, Unread } from './refs.js'

/** Passes an error to `createKernel({ onError })` under the id of a plugin. Never throws. */
export type Report = (error: unknown, plugin: string) => void
/** A recipe changes the draft, or returns the whole next state. */
export type Recipe = (draft: object) => object | undefined
/** The option `createKernel({ devtools })`, made by `devtools()` of `@portico/kernel/devtools`. */
export interface Devtools {
  commit(state: object, recipe: Recipe, plugin: string, slice: string): object
  event(id: string, payload: unknown): void
}

/** Runs a third-party function and passes what it throws or rejects with to `failed`. */
export function guard(run: () => unknown, failed: (error: unknown) => void): void {
  try {
    const answer = run()
    if (answer instanceof Promise) answer.catch(failed)
  } catch (error) {
    failed(error)
  }
}

/** True for a state whose saved data has not been read yet. */
export const isUnread = (state: unknown): boolean =>
  (state as Partial<Unread> | undefined)?.phase === 'unread'

/** A frozen initial state. */
export const freshState = (slice: AnySlice): object => freeze(slice.initial(), true)

/** More rounds than any real chain of effects, and few enough for the page to stay responsive. */
const rounds = 100

export type Store = ReturnType<typeof createStore>
export function createStore(report: Report, devtools: Devtools | undefined) {
  const states = new Map<string, object>()
  const watches = new Set<() => void>()
  const listeners = new Set<() => void>()
  let depth = 0
  let revision = 0
  let flushed = 0

  /**
   * Runs effects until none changes the state, and then the listeners, so that React sees one
   * change.
   */
  const flush = () => {
    for (let round = 0; flushed !== revision && round <= rounds; round++) {
      flushed = revision
      if (round < rounds) for (const watch of watches) watch()
      else report(refusal('ENDLESS'), 'kernel')
      if (flushed === revision)
        for (const listener of listeners) guard(listener, error => report(error, 'host'))
    }
    flushed = revision
  }
  const batch = <Value>(run: () => Value): Value => {
    depth++
    try {
      return run()
    } finally {
      if (depth === 1) flush()
      depth--
    }
  }
  const touch = () => {
    revision++
    if (!depth) batch(() => undefined)
  }
  const write = (plugin: string, id: string, recipe: Recipe) => {
    const before = states.get(id)
    const after =
      before &&
      (devtools
        ? devtools.commit(before, recipe, plugin, id)
        : produce(before, recipe as () => undefined))
    if (!after || after === before) return
    // A write would replace saved data that has not been read.
    if (plugin !== 'kernel' && (isUnread(before) || isUnread(after)))
      throw refusal('UNREAD', plugin, [id])
    states.set(id, after)
    touch()
  }
  const join = (set: Set<() => void>, run: () => void): Dispose => {
    // Wrapped, so that one function may be subscribed twice.
    const member = () => run()
    set.add(member)
    return () => void set.delete(member)
  }

  return {
    states,
    batch,
    touch,
    write,
    /** Does nothing when the next state equals the current one. */
    replace(plugin: string, id: string, next: object) {
      if (!isEqual(states.get(id), next)) write(plugin, id, () => next)
    },
    watch: (run: () => void) => join(watches, run),
    subscribe: (run: () => void) => join(listeners, run),
  }
}
