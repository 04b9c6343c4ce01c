import type { Read, ViewComponent } from '@portico/kernel'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { UiError } from '../errors.js'

/** Loads a module with a default export. */
export type Load<Value> = () => Promise<{ readonly default: Value }>
/** The loader of a view, of a tab or of another slot item with a component. */
export type LoadComponent =
  // biome-ignore lint/suspicious/noExplicitAny: components with different params share one cache.
  Load<ViewComponent<any>> | Load<(props: Record<never, never>) => unknown>

// By loader: a module that was loaded before is rendered in the first frame.
const loaded = /* @__PURE__ */ new WeakMap<Load<unknown>, unknown>()
const running = /* @__PURE__ */ new WeakMap<Load<unknown>, Promise<void>>()

/**
 * Calls a loader once and shares its result. Rejects with the error of the import; the next call
 * then tries again.
 */
export function preload(load: Load<unknown>): Promise<void> {
  const known = running.get(load)
  if (known) return known
  // The `load` of a plugin may also throw synchronously.
  const promise = (async () => load())().then(
    module => void loaded.set(load, module.default),
    error => {
      running.delete(load)
      throw error
    },
  )
  running.set(load, promise)
  return promise
}

/**
 * Milliseconds after which a part that has not loaded is shown as failed. It is still shown when it
 * loads later.
 */
const loadTimeoutMs = 15_000

export interface LoadedState<Value> {
  readonly value: Value | undefined
  /** `PART_UNLOADED`, or `PAGE_UPDATED` where only a reload of the page helps. */
  readonly error: UiError | undefined
  retry(): void
}
interface Outcome {
  readonly load: Load<unknown>
  readonly error: UiError | undefined
}
/** False while the browser says that it is offline. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false

/** Tells code that did not arrive this time from code that is gone from the server. */
export interface Refusals {
  /** `PAGE_UPDATED` where only a reload of the page helps, else `PART_UNLOADED`. */
  errorOf(part: unknown, cause: unknown): UiError
  /** To be called when the person tries again. */
  retried(part: unknown): void
}
/**
 * A file that is refused again, to a browser that was online all the time, is gone: the page is
 * older than the files of the server.
 */
export function createRefusals(): Refusals {
  let retriedOnline: unknown
  return {
    errorOf: (part, cause) =>
      retriedOnline === part && isOnline()
        ? new UiError('PAGE_UPDATED', 'A part failed to load again: its file is gone.', cause)
        : new UiError('PART_UNLOADED', 'A part failed to load.', cause),
    retried(part) {
      retriedOnline = isOnline() ? part : undefined
    },
  }
}

/** Returns the default export of `load` once it is loaded. */
export function useLoaded<Value>(load: Load<Value> | undefined): LoadedState<Value> {
  const [outcome, settle] = useState<Outcome>()
  const [attempt, setAttempt] = useState(0)
  const [refusals] = useState(createRefusals)
  const value = load && (loaded.get(load) as Value | undefined)
  const isThere = value !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    if (!load || isThere) return
    let isGone = false
    const finish = (error?: UiError) => isGone || settle({ load, error })
    const timer = setTimeout(
      () =>
        finish(new UiError('PART_UNLOADED', `A part did not arrive within ${loadTimeoutMs} ms.`)),
      loadTimeoutMs,
    )
    preload(load)
      .then(
        () => finish(),
        cause => finish(refusals.errorOf(load, cause)),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [load, isThere, attempt, refusals])
  const retry = useCallback(() => {
    refusals.retried(load)
    settle(undefined)
    setAttempt(count => count + 1)
  }, [load, refusals])
  return { value, error: !isThere && outcome?.load === load ? outcome?.error : undefined, retry }
}

/**
 * True once each of these is loaded or has failed; a failed part shows its own error. `loads` is
 * undefined while they are not known yet.
 */
export function useAllLoaded(loads: readonly Load<unknown>[] | undefined): boolean {
  const [tried, settle] = useState<typeof loads>()
  const isThere = loads !== undefined && (tried === loads || loads.every(load => loaded.has(load)))
  useEffect(() => {
    if (!loads || isThere) return
    let isGone = false
    Promise.allSettled(loads.map(preload)).then(() => isGone || settle(loads))
    return () => {
      isGone = true
    }
  }, [loads, isThere])
  return isThere
}

/**
 * Static properties of a component that needs other parts, so that it is shown together with them.
 * `needs` returns undefined while it does not know them.
 */
export interface Whole {
  readonly needs?: (read: Read) => readonly LoadComponent[] | undefined
  /**
   * The parts that it will probably need, prefetched while the page is idle. By default those of
   * `needs`.
   */
  readonly likely?: (read: Read) => readonly Load<unknown>[]
}
// biome-ignore lint/suspicious/noExplicitAny: a component of any params; the kernel tied it to its ref.
type LazyComponent = ComponentType<any> & Whole
export interface ComponentState extends Omit<LoadedState<LazyComponent>, 'value'> {
  readonly Component: LazyComponent | undefined
}
/** Returns the component of `load` if it is loaded. */
export const loadedComponent = (load: LoadComponent): LazyComponent | undefined =>
  loaded.get(load) as LazyComponent | undefined

/** Returns the component of `load` once it is loaded. */
export function useComponent(load: LoadComponent | undefined): ComponentState {
  const { value, ...rest } = useLoaded(load as Load<LazyComponent> | undefined)
  return { Component: value, ...rest }
}
