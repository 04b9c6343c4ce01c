import type { AnyView, Kernel } from '@portico/kernel'
import { accountView, activePhase, connection, connectView } from '@portico/kernel/contracts'
import { loadedFace, preload } from '../react/use-loaded.js'
import { furtherModal } from './modal-root.js'

/**
 * Fetches what the modal will show when it opens: the first view, and what it comes with. Without `pause` a click is near, and the page's wallets are asked to announce
 * themselves; with it each piece waits for an idle moment, and no wallet is asked. Rejects with what the import of the view threw, or with what ends the pauses.
 */
export async function prefetchModal(kernel: Kernel, pause?: () => Promise<void>): Promise<void> {
  const isConnected = activePhase(kernel) !== 'disconnected'
  const view: AnyView = isConnected ? accountView : connectView
  const load = kernel.views.entry(view.id)?.load
  if (!load) return
  await Promise.all([preload(load), pause || isConnected ? undefined : kernel.find(connection)?.discover()])
  const { likely, needs } = loadedFace(load) ?? {}
  const parts = [...((pause && likely ? likely : needs)?.(kernel) ?? []), ...(isConnected ? furtherModal : [])]
  // A part that fails does not keep the others; it is fetched again when it is shown.
  if (!pause) await Promise.allSettled(parts.map(preload))
  else
    for (const part of parts) {
      await pause()
      await preload(part).catch(() => undefined)
    }
}
