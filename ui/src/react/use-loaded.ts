import type { Face, Read } from '@portico/kernel'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { UiError } from '../errors.js'

/** A module that stands for its default export. */
export type Load<Value> = () => Promise<{ readonly default: Value }>
/** What views, tabs and blocks of a slot are loaded by. */
// biome-ignore lint/suspicious/noExplicitAny: faces of different params go through one cache.
export type LoadFace = Load<Face<any>> | Load<(props: Record<never, never>) => unknown>

// By the function that loads: what was loaded once is there at once, without a frame in between.
const loaded = /* @__PURE__ */ new WeakMap<Load<unknown>, unknown>()
const running = /* @__PURE__ */ new WeakMap<Load<unknown>, Promise<void>>()

/** Loads something, once. Rejects with what the import threw; the next call tries again. */
export function preload(load: Load<unknown>): Promise<void> {
  const known = running.get(load)
  if (known) return known
  // In a promise from the start: a plugin's `load` may throw.
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

/** Milliseconds after which a part that has not arrived is shown as failed. It is shown all the same when it arrives later. */
const loadTimeoutMs = 15_000

export interface LoadedState<Value> {
  readonly value: Value | undefined
  /** Why it could not be loaded: `PART_UNLOADED`, or `PAGE_UPDATED` where only a new page can have it. */
  readonly error: UiError | undefined
  retry(): void
}
interface Outcome {
  readonly load: Load<unknown>
  readonly error: UiError | undefined
}
const isOnline = () => globalThis.navigator?.onLine !== false

/** What `load` brings, as soon as it is there. */
export function useLoaded<Value>(load: Load<Value> | undefined): LoadedState<Value> {
  const [outcome, settle] = useState<Outcome>()
  const [attempt, setAttempt] = useState(0)
  const retriedOnline = useRef<Load<unknown>>(undefined)
  const value = load && (loaded.get(load) as Value | undefined)
  const isThere = value !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    if (!load || isThere) return
    let isGone = false
    const finish = (error?: UiError) => isGone || settle({ load, error })
    const timer = setTimeout(() => finish(new UiError('PART_UNLOADED', `A part did not arrive within ${loadTimeoutMs} ms.`)), loadTimeoutMs)
    const fail = (cause: unknown) => {
      // A file that is refused again, to a browser that was online all the time, is gone from the server: the page is older than its files.
      const isUpdated = retriedOnline.current === load && isOnline()
      finish(
        isUpdated
          ? new UiError('PAGE_UPDATED', 'A part failed to load again: its file is gone.', cause)
          : new UiError('PART_UNLOADED', 'A part failed to load.', cause),
      )
    }
    preload(load)
      .then(() => finish(), fail)
      .finally(() => clearTimeout(timer))
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [load, isThere, attempt])
  const retry = useCallback(() => {
    retriedOnline.current = isOnline() ? load : undefined
    settle(undefined)
    setAttempt(count => count + 1)
  }, [load])
  return { value, error: !isThere && outcome?.load === load ? outcome?.error : undefined, retry }
}

/** Whether all of these are there or were tried: one that failed says so where it is shown. Undefined: nobody knows yet which. */
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

/** A component may say what else must be there before it is shown, so that it comes whole. Undefined: it is not known yet. Waited for until the skeleton's time comes. */
export interface Whole {
  readonly needs?: (read: Read) => readonly LoadFace[] | undefined
  /** What it will probably need, as far as that is known before it is opened: fetched while the page is idle. Without it, what `needs` says. */
  readonly likely?: (read: Read) => readonly Load<unknown>[]
}
// biome-ignore lint/suspicious/noExplicitAny: a face of any params; the kernel tied it to its ref.
type Component = ComponentType<any> & Whole
export interface FaceState extends Omit<LoadedState<Component>, 'value'> {
  readonly Face: Component | undefined
}
/** The component behind `load`, where it is there. */
export const loadedFace = (load: LoadFace): Component | undefined => loaded.get(load) as Component | undefined

/** The component behind `load` as soon as it is there. */
export function useFace(load: LoadFace | undefined): FaceState {
  const { value, ...rest } = useLoaded(load as Load<Component> | undefined)
  return { Face: value, ...rest }
}
