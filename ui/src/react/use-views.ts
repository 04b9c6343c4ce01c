import type { AnyView, CurrentView, Kernel, TypeOf } from '@portico/kernel'
import { useCallback } from 'react'
import { useKernel } from './kernel-provider.js'
import { preload } from './use-loaded.js'
import { useRead } from './use-read.js'

/** The props of a view's component: `function SendView({ params }: ViewProps<typeof sendView>)`. */
export interface ViewProps<View extends AnyView> {
  readonly params: TypeOf<View>
}

/**
 * Returns the history of views, oldest first; the last one is on screen. The array stays the same
 * until the history changes.
 */
export function useViews(): readonly CurrentView[] {
  const { views } = useKernel()
  return useRead(() => views.history, Object.is)
}

/**
 * Loads the code of a view early: on `pointerenter`, `focus` and `touchstart` of the element that
 * leads to it. A failure shows when the view is opened.
 */
export function preloadView(kernel: Kernel, view: AnyView): void {
  const entry = kernel.views.entry(view.id)
  if (entry) preload(entry.load).catch(() => undefined)
}
/**
 * Returns `preloadView` for the kernel above, for the `preload` of a Row:
 * `preload={() => preload(networksView)}`.
 */
export function usePreload(): (view: AnyView) => void {
  const kernel = useKernel()
  return useCallback(view => preloadView(kernel, view), [kernel])
}
