import type { CurrentView } from '@portico/kernel'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pluginOf } from '../primitives/error-boundary.js'
import { useKernel } from '../react/kernel-provider.js'
import { type FaceState, type Load, type LoadFace, useAllLoaded, useFace } from '../react/use-loaded.js'
import { useRead } from '../react/use-read.js'
import { useViews } from '../react/use-views.js'

/** A view that is not there by then gets a skeleton. Milliseconds. */
const skeletonAfterMs = 150
const nothing: readonly LoadFace[] = []

export interface ShownView extends FaceState {
  readonly view: CurrentView
  /** Another one for each step in the history. */
  readonly key: number
}
/**
 * What is on screen: the current view as soon as its code, and what it wants to come with, is there; until then the one before it, and after 150 ms the current
 * one as far as it is there, without a face if need be.
 * Undefined while nothing is to be seen. No Suspense: React would hold the content back for 300 ms once a fallback was shown.
 */
export function useShownView(): ShownView | undefined {
  const kernel = useKernel()
  const view = useViews().at(-1)
  const face = useFace(view && kernel.views.entry(view.id)?.load)
  const [late, setLate] = useState<CurrentView>()
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
    const timer = setTimeout(setLate, skeletonAfterMs, view)
    return () => clearTimeout(timer)
  }, [view, isReady])

  const keyOf = (of: CurrentView) => {
    const key = keys.current.of.get(of) ?? ++keys.current.count
    keys.current.of.set(of, key)
    return key
  }
  const shown = view && (isReady || late === view ? { ...face, view, key: keyOf(view) } : last.current)
  useLayoutEffect(() => {
    last.current = shown
  })
  return shown
}
