import type { Dispose, Kernel } from '@portico/kernel'
import { type ThemeState, themeSlice } from '@portico/kernel/shell'

/**
 * Keeps the mode and the variables of an element equal to the theme slice. The mode `auto` follows
 * the system.
 */
export function followTheme(kernel: Kernel, host: HTMLElement): Dispose {
  const system = host.ownerDocument.defaultView?.matchMedia('(prefers-color-scheme: light)')
  let shown: ThemeState['variables'] = {}
  const show = () => {
    const { mode, variables } = kernel.state(themeSlice)
    const chosen = mode === 'auto' ? (system?.matches ? 'light' : 'dark') : mode
    if (host.dataset.mode !== chosen) host.dataset.mode = chosen
    if (variables === shown) return
    for (const name of Object.keys(shown)) host.style.removeProperty(`--${name}`)
    for (const [name, value] of Object.entries(variables))
      if (value && name.startsWith('portico-')) host.style.setProperty(`--${name}`, value)
    // `--portico-font: inherit` would inherit the custom property of the element above, which is
    // not set.
    host.dataset.font = variables['portico-font'] === 'inherit' ? 'inherit' : 'own'
    shown = variables
  }
  show()
  system?.addEventListener('change', show)
  const unsubscribe = kernel.subscribe(show)
  return () => {
    unsubscribe()
    system?.removeEventListener('change', show)
  }
}
