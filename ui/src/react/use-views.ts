import type { CurrentView, TypeOf, ViewRef } from '@portico/kernel'
import { useKernel } from './kernel-provider.js'
import { useRead } from './use-read.js'

/** The props of a view's component: `function SendView({ params }: ViewProps<typeof sendView>)`. */
// biome-ignore lint/suspicious/noExplicitAny: a Ref is invariant, so "any view" needs `any`.
export interface ViewProps<View extends ViewRef<any>> {
  readonly params: TypeOf<View>
}

/** The history of views, oldest first; the last one is on screen. The same array as long as nobody moves. */
export function useViews(): readonly CurrentView[] {
  const { views } = useKernel()
  return useRead(() => views.history, Object.is)
}
