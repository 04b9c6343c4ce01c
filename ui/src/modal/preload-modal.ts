import type { AnyView, Kernel } from '@portico/kernel'
import { accountView, activeAccount, connection, connectView } from '@portico/kernel/contracts'
import { loadedFace, preload } from '../react/use-loaded.js'

/**
 * Fetches what the modal will show when it opens: the first view, and what it comes with. The page's wallets are asked who they are: whoever is near the button is
 * about to want one. For `pointerenter`, `focus` and `touchstart` of what opens it.
 */
export function preloadModal(kernel: Kernel): void {
  const isConnected = activeAccount(kernel) !== undefined
  preloadWhole(kernel, isConnected ? accountView : connectView, isConnected ? undefined : kernel.find(connection)?.discover()).catch(() => undefined)
}

/** A failure shows when it is opened. */
async function preloadWhole(kernel: Kernel, view: AnyView, discovered: Promise<void> | undefined): Promise<void> {
  const load = kernel.views.entry(view.id)?.load
  if (!load) return
  await Promise.all([preload(load), discovered])
  await Promise.all((loadedFace(load)?.needs?.(kernel) ?? []).map(preload))
}
