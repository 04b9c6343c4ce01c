import type { CurrentView } from '@portico/kernel'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pluginOf } from '../primitives/error-boundary.js'
import { useKernel } from '../react/kernel-provider.js'
import { type FaceState, type Load, type LoadFace, useAllLoaded, useFace } from '../react/use-loaded.js'
import { useRead } from '../react/use-read.js'
import { useViews } from '../react/use-views.js'

/** A view that is not there by then gets a skeleton. Milliseconds. */
const skeletonAfterMs = 150
/** A part that is not there by then comes into the view when it comes: nobody waits for one alone. Milliseconds. */
const asItIsAfterMs = 3_000
const nothing: readonly LoadFace[] = []

export interface ShownView extends FaceState {
  readonly view: CurrentView
  /** Another one for each step in the history. */
  readonly key: number
  /** What it wants to come with is there too. */
  readonly isWhole: boolean
}
/**
 * What is on screen: the current view as soon as its code, and what it wants to come with, is there; until then the one before it, and after 150 ms the current
 * one without a face, because what comes later would push the rest down. After 3 s it is shown as far as it is there, and at 150 ms when it does not know yet
 * what it wants to come with: then it has a skeleton of its own. What was shown stays.
 * Undefined while nothing is to be seen. No Suspense: React would hold the content back for 300 ms once a fallback was shown.
 */
export function useShownView(): ShownView | undefined {
  const kernel = useKernel()
  const view = useViews().at(-1)
  const face = useFace(view && kernel.views.entry(view.id)?.load)
  const [late, setLate] = useState<{ readonly view: CurrentView; readonly afterMs: number }>()
  const last = useRef<ShownView | undefined>(undefined)
  const keys = useRef({ of: new WeakMap<CurrentView, number>(), count: 0 })
  const { Face, error } = face
  const faulty = useRef<unknown>(undefined)
  const needs = useRead(read => {
    try {
      return Face?.needs ? Face.needs(read) : nothing
    } catch (error) {
      // Told once; the view is shown as it is.
      if (faulty.current !== Face) kernel.report(error, pluginOf(kernel, kernel.views.entry(view?.id ?? '')))
      faulty.current = Face
      return nothing
    }
  })
  const isWhole = useAllLoaded(needs as readonly Load<unknown>[] | undefined)
  const isReady = (Face !== undefined && isWhole) || error !== undefined

  useEffect(() => {
    if (!view || isReady) return
    const timers = [skeletonAfterMs, asItIsAfterMs].map(afterMs => setTimeout(setLate, afterMs, { view, afterMs }))
    return () => timers.forEach(clearTimeout)
  }, [view, isReady])

  const keyOf = (of: CurrentView) => {
    const key = keys.current.of.get(of) ?? ++keys.current.count
    keys.current.of.set(of, key)
    return key
  }
  const isLate = late !== undefined && late.view === view
  const wasShown = last.current?.view === view && last.current?.Face !== undefined
  const isAsItIs = isReady || (isLate && (wasShown || !needs || late.afterMs === asItIsAfterMs))
  const shown = view && (isAsItIs || isLate ? { ...face, Face: isAsItIs ? Face : undefined, view, key: keyOf(view), isWhole: isReady } : last.current)
  useLayoutEffect(() => {
    last.current = shown
  })
  return shown
}
