import type { Kernel } from '@portico/kernel'
import { accountView, activeAccount, connection, connectMethods, connectView } from '@portico/kernel/contracts'
import { preload } from '../react/use-loaded.js'
import { preloadView } from '../react/use-views.js'

/** Fetches what the modal will show when it opens: the first view, and the blocks of the Connect view. For `pointerenter`, `focus` and `touchstart` of what opens it. */
export function preloadModal(kernel: Kernel): void {
  const view = activeAccount(kernel) ? accountView : connectView
  preloadView(kernel, view)
  if (view !== connectView) return
  kernel.find(connection)?.prepare()
  // Wallets' rows are for those who have one: discovery fetches them.
  for (const { id, load } of kernel.items(connectMethods)) if (id !== 'wallet') preload(load).catch(() => undefined)
}
