/** The slices' states, and the word that something changed, for everything that can be read. */
import { freeze, produce } from 'immer'
import { isEqual } from './equal.js'
import { refusal } from './error.js'
import type { AnySlice, Dispose, Unread } from './refs.js'

/** Hands an error to `createKernel({ onError })` under a plugin's name. Never throws. */
export type Report = (error: unknown, plugin: string) => void
/** A recipe writes on the draft, or answers the next state whole. */
export type Recipe = (draft: object) => object | undefined
/** What `createKernel({ devtools })` takes; `devtools()` of `@portico/kernel/devtools` makes one. */
export interface Devtools {
  commit(state: object, recipe: Recipe, plugin: string, slice: string): object
  event(id: string, payload: unknown): void
}

/** Runs a stranger's function so that its failure, now or later, goes to `failed` and nowhere else. */
export function guard(run: () => unknown, failed: (error: unknown) => void): void {
  try {
    const answer = run()
    if (answer instanceof Promise) answer.catch(failed)
  } catch (error) {
    failed(error)
  }
}

/** Whether a state waits for its saved data to be read. */
export const isUnread = (state: unknown): boolean => (state as Partial<Unread> | undefined)?.phase === 'unread'

/** A frozen initial state. */
export const freshState = (slice: AnySlice): object => freeze(slice.initial(), true)

/** Far above any honest cascade of effects, and a page still answers after it. */
const rounds = 100

export type Store = ReturnType<typeof createStore>
export function createStore(report: Report, devtools: Devtools | undefined) {
  const states = new Map<string, object>()
  const watches = new Set<() => void>()
  const listeners = new Set<() => void>()
  let depth = 0
  let revision = 0
  let flushed = 0

  /** Effects first, until they are quiet, so that listeners (React) see one change. */
  const flush = () => {
    for (let round = 0; flushed !== revision && round <= rounds; round++) {
      flushed = revision
      if (round < rounds) for (const watch of watches) watch()
      else report(refusal('ENDLESS', undefined), 'kernel')
      if (flushed === revision) for (const listener of listeners) guard(listener, error => report(error, 'host'))
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
    const after = before && (devtools ? devtools.commit(before, recipe, plugin, id) : produce(before, recipe as () => undefined))
    if (!after || after === before) return
    // It would replace saved data that nothing has read.
    if (plugin !== 'kernel' && (isUnread(before) || isUnread(after))) throw refusal('UNREAD', plugin, [id])
    states.set(id, after)
    touch()
  }
  const join = (set: Set<() => void>, run: () => void): Dispose => {
    // Wrapped, so that one function may be given twice.
    const member = () => run()
    set.add(member)
    return () => void set.delete(member)
  }

  return {
    states,
    batch,
    touch,
    write,
    /** Changes nothing when the next state equals the present one. */
    replace(plugin: string, id: string, next: object) {
      if (!isEqual(states.get(id), next)) write(plugin, id, () => next)
    },
    watch: (run: () => void) => join(watches, run),
    subscribe: (run: () => void) => join(listeners, run),
  }
}
