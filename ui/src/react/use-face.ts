import type { Face } from '@portico/kernel'
import { type ComponentType, useCallback, useEffect, useReducer } from 'react'

/** A module whose default export is a component. What views, tabs and blocks of a slot are loaded by. */
// biome-ignore lint/suspicious/noExplicitAny: faces of different params go through one cache.
export type Load = () => Promise<{ readonly default: Face<any> | ((props: Record<never, never>) => unknown) }>
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loaded = ComponentType<any>

// By the function that loads: what was loaded once is there at once, without a frame in between.
const faces = /* @__PURE__ */ new WeakMap<Load, Loaded>()
const running = /* @__PURE__ */ new WeakMap<Load, Promise<Loaded>>()

/** Loads a face, once. Rejects with what the import threw; the next call tries again. */
export function loadFace(load: Load): Promise<Loaded> {
  const known = running.get(load)
  if (known) return known
  const promise = load().then(
    module => {
      const face = module.default as Loaded
      faces.set(load, face)
      return face
    },
    error => {
      running.delete(load)
      throw error
    },
  )
  running.set(load, promise)
  return promise
}

export interface FaceState {
  readonly Face: Loaded | undefined
  /** Why it could not be loaded. */
  readonly error: unknown
  retry(): void
}
interface Failure {
  readonly load: Load
  readonly error: unknown
}
/** The component behind `load` as soon as it is there. */
export function useFace(load: Load | undefined): FaceState {
  const [failure, settle] = useReducer((_: Failure | undefined, next: Failure | undefined) => next && { ...next }, undefined)
  const Face = load && faces.get(load)
  const failed = failure?.load === load && failure?.error !== undefined
  useEffect(() => {
    if (!load || Face || failed) return
    let gone = false
    loadFace(load).then(
      () => gone || settle({ load, error: undefined }),
      error => gone || settle({ load, error: error ?? 'failed' }),
    )
    return () => {
      gone = true
    }
  }, [load, Face, failed])
  return { Face, error: failed ? failure.error : undefined, retry: useCallback(() => settle(undefined), []) }
}
