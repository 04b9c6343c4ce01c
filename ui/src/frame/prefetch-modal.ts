import type { AnyView, Kernel } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { connectView } from '@portico/kernel/connect-page'
import { activePhase, connectionService } from '@portico/kernel/session'
import { loadedComponent, preload } from '../react/use-loaded.js'
import { tokens } from '../theme/tokens.js'
import { laterParts } from './modal-root.js'

/** The weights and sizes of the texts of the Connect view. */
const fonts = ['600 16px', '500 16px', '400 14px', '400 12px']

/**
 * Makes the browser find and load the fonts of the panel, which otherwise takes half of the time of
 * the first layout. A canvas does so without an element in the page.
 */
function prepareFonts(): void {
  const { document } = globalThis
  const family =
    getComputedStyle(document.documentElement).getPropertyValue('--portico-font') || tokens.font[0]
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return
  for (const font of fonts) {
    context.font = `${font} ${family}`
    context.measureText('Connect wallet · I don’t have one')
  }
}

/**
 * Loads the current view, or the one that opens first, and the parts that it needs. Without `pause`
 * a click is expected, and installed wallets get a request to announce themselves; with `pause`
 * each part waits for an idle moment, no wallet gets a request, and the fonts are prepared. Rejects
 * with the error of the view's import, or with the rejection of `pause`.
 */
export async function prefetchModal(kernel: Kernel, pause?: () => Promise<void>): Promise<void> {
  const first: AnyView = activePhase(kernel) === 'disconnected' ? connectView : accountView
  const id = kernel.views.current?.id ?? first.id
  const isConnect = id === connectView.id
  const load = kernel.views.entry(id)?.load
  if (!load) return
  await Promise.all([
    preload(load),
    pause || !isConnect ? undefined : kernel.find(connectionService)?.discover(),
  ])
  const { likely, needs } = loadedComponent(load) ?? {}
  const parts = [
    ...((pause && likely ? likely : needs)?.(kernel) ?? []),
    ...(isConnect ? [] : laterParts),
  ]
  // A part that fails does not stop the others, and is loaded again when it is shown.
  if (!pause) await Promise.allSettled(parts.map(preload))
  else
    for (const part of parts) {
      await pause()
      await preload(part).catch(() => undefined)
    }
  if (!pause) return
  await pause()
  prepareFonts()
}
