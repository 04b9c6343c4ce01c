import type { CurrentView } from '@portico/kernel'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pluginOf } from '../primitives/error-boundary.js'
import { useKernel } from '../react/kernel-provider.js'
import {
  type ComponentState,
  type Load,
  type LoadComponent,
  useAllLoaded,
  useComponent,
} from '../react/use-loaded.js'
import { useRead } from '../react/use-read.js'
import { useViews } from '../react/use-views.js'

/** A view that has not loaded after this time is shown as a skeleton. Milliseconds. */
const skeletonAfterMs = 150
/** A view is shown without the parts that have not loaded after this time. Milliseconds. */
const incompleteAfterMs = 3_000
const nothing: readonly LoadComponent[] = []

export interface ShownView extends ComponentState {
  readonly view: CurrentView
  /** Differs for each step in the history. */
  readonly key: number
  /** True once the parts that it needs are loaded. */
  readonly isWhole: boolean
}
/**
 * The view to show: the current view once its component and the parts it `needs` are loaded, and
 * the previous view until then.
 *
 * After 150 ms the current view is returned without a component, so that a skeleton is shown: parts
 * that arrive later would move the rest down. A view that does not know its needs yet has a
 * skeleton of its own and is shown at that time. After 3 s a view is shown with the parts that are
 * loaded. A view that was shown stays. Undefined while nothing has loaded. Suspense is not used,
 * because React holds the content back for 300 ms once a fallback was shown.
 */
export function useShownView(): ShownView | undefined {
  const kernel = useKernel()
  const view = useViews().at(-1)
  const loaded = useComponent(view && kernel.views.entry(view.id)?.load)
  const [late, setLate] = useState<{ readonly view: CurrentView; readonly afterMs: number }>()
  const last = useRef<ShownView | undefined>(undefined)
  const keys = useRef({ of: new WeakMap<CurrentView, number>(), count: 0 })
  const { Component, error } = loaded
  const faulty = useRef<unknown>(undefined)
  const needs = useRead(read => {
    try {
      return Component?.needs ? Component.needs(read) : nothing
    } catch (error) {
      // Reported once; the view is shown without waiting for parts.
      if (faulty.current !== Component)
        kernel.report(error, pluginOf(kernel, kernel.views.entry(view?.id ?? '')))
      faulty.current = Component
      return nothing
    }
  })
  const isWhole = useAllLoaded(needs as readonly Load<unknown>[] | undefined)
  const isReady = (Component !== undefined && isWhole) || error !== undefined

  useEffect(() => {
    if (!view || isReady) return
    const timers = [skeletonAfterMs, incompleteAfterMs].map(afterMs =>
      setTimeout(setLate, afterMs, { view, afterMs }),
    )
    return () => timers.forEach(clearTimeout)
  }, [view, isReady])

  const keyOf = (of: CurrentView) => {
    const key = keys.current.of.get(of) ?? ++keys.current.count
    keys.current.of.set(of, key)
    return key
  }
  const isLate = late !== undefined && late.view === view
  const wasShown = last.current?.view === view && last.current?.Component !== undefined
  const isShown = isReady || (isLate && (wasShown || !needs || late.afterMs === incompleteAfterMs))
  const shown =
    view &&
    (isShown || isLate
      ? {
          ...loaded,
          Component: isShown ? Component : undefined,
          view,
          key: keyOf(view),
          isWhole: isReady,
        }
      : last.current)
  useLayoutEffect(() => {
    last.current = shown
  })
  return shown
}
