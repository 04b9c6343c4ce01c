/** The slices: one owner writes, anyone reads. Also says when something changed, for everything else that can be read. */
import { produce } from 'immer'
import { isEqual } from './equal.js'
import { KernelError } from './error.js'
import type { AnySlice, Dispose } from './refs.js'

/** Hands an error to `createKernel({ onError })` under a plugin's name. Never throws. */
export type Report = (error: unknown, plugin: string) => void
/** A recipe may write on the draft or answer the next state whole. */
export type Commit = (state: object, recipe: (draft: object) => object | undefined, plugin: string, slice: string) => object

/**
 * Runs a plugin's function so that its failure, now or later, is only reported. Work that was aborted may fail in any way: nobody
 * waits for it any more.
 */
export function guard(run: () => unknown, plugin: string, report: Report, signal?: AbortSignal): void {
  const failed = (error: unknown) => {
    if (!signal?.aborted) report(error, plugin)
  }
  try {
    const answer = run()
    if (answer instanceof Promise) answer.catch(failed)
  } catch (error) {
    failed(error)
  }
}

/** What `createKernel({ devtools })` takes; `devtools()` of `@portico/kernel/devtools` makes one. */
export interface Devtools {
  readonly commit: Commit
  event(id: string, payload: unknown): void
}

/** Far above any honest cascade of effects, and a page still answers after it. */
const rounds = 100

export type Store = ReturnType<typeof createStore>
export function createStore(report: Report, commit: Commit = (state, recipe) => produce(state, recipe as (draft: object) => undefined)) {
  const states = new Map<string, object>()
  const owners = new Map<string, string>()
  const listeners = new Set<Dispose>()
  const watchers = new Set<() => void>()
  let depth = 0
  let revision = 0
  let flushed = 0

  /** Effects first, until they are quiet, so that listeners (React) see one change. */
  const flush = () => {
    for (let round = 1; flushed !== revision; round++) {
      flushed = revision
      if (round === rounds) report(new KernelError('ENDLESS', `Effects went on changing the state for ${rounds} rounds.`), 'kernel')
      if (round < rounds) for (const watch of watchers) watch()
      if (flushed === revision) for (const listener of listeners) guard(listener, 'host', report)
      if (round > rounds) flushed = revision
    }
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
    batch(() => revision++)
  }
  const write = (plugin: string, id: string, recipe: (draft: object) => object | undefined) => {
    const before = states.get(id)
    if (!before) return
    const after = commit(before, recipe, plugin, id)
    if (after === before) return
    states.set(id, after)
    touch()
  }

  return {
    states,
    watchers,
    batch,
    touch,
    write,
    /** Changes nothing when the next state equals the present one. */
    replace(plugin: string, id: string, next: object) {
      if (!isEqual(states.get(id), next)) write(plugin, id, () => next)
    },
    revision: () => revision,
    ownerOf: (id: string) => owners.get(id),
    add(slice: AnySlice, plugin: string): Dispose {
      owners.set(slice.id, plugin)
      states.set(slice.id, freshState(slice))
      touch()
      return () => {
        owners.delete(slice.id)
        states.delete(slice.id)
        touch()
      }
    },
    subscribe(listener: Dispose): Dispose {
      // Wrapped, so that one function may be subscribed twice.
      const entry = () => listener()
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}

/** A frozen initial state. */
export function freshState(slice: AnySlice): object {
  return produce({}, () => slice.initial())
}
