import type { Dispose, Kernel } from '@portico/kernel'
import { shell, shellSlice } from '@portico/kernel/contracts'
import { createRoot } from 'react-dom/client'
import { KernelProvider } from '../react/kernel-provider.js'
import { followTheme } from '../theme/follow-theme.js'
import { StyleRootContext } from '../theme/use-styles.js'
import { ModalRoot } from './modal-root.js'

export interface MountOptions {
  /** Puts the modal inside this element of the page instead of over the page. It is open at once and never closes. Several such places show the same. */
  readonly container?: Element
}

/** A kernel's places inside the page: as long as there is one, none stands over it. */
const inside = /* @__PURE__ */ new WeakMap<Kernel, Set<Element>>()

/**
 * Puts the modal over the page when it is opened: until then the page stays as it is. A page that has replaced its body meanwhile gets it into the new one. Returns
 * what ends this.
 */
function appendOnOpen(kernel: Kernel, host: Element): Dispose {
  let wasOpen = false
  const append = () => {
    const { open, embedded } = kernel.state(shellSlice)
    const isOpen = open && !embedded
    if (isOpen && !wasOpen && !host.isConnected) globalThis.document.body.append(host)
    wasOpen = isOpen
  }
  append()
  // Subscribed before React, which shows the dialog: only one that is in the page can be shown.
  return kernel.subscribe(append)
}

/**
 * Makes the modal of a kernel: one element with an open shadow root, at the end of the body or in `container`. It opens and closes with the kernel's shell;
 * the page's own styles neither reach it nor are reached by it. Needs a browser and a kernel that runs the shell. Answers what takes it away again.
 */
export function mountModal(kernel: Kernel, { container }: MountOptions = {}): Dispose {
  const document = container?.ownerDocument ?? globalThis.document
  const host = document.createElement('portico-root')
  const root = host.attachShadow({ mode: 'open' })
  const unfollow = followTheme(kernel, host)
  const react = createRoot(root.appendChild(document.createElement('div')), {
    // React 19 would tell the page's console too; the boundary has reported it.
    onCaughtError: () => undefined,
    onUncaughtError: error => kernel.report(error, 'ui'),
  })
  const unwatch = container ? container.append(host) : appendOnOpen(kernel, host)
  const places = inside.get(kernel) ?? new Set()
  if (container) {
    inside.set(kernel, places.add(host))
    kernel.use(shell).setEmbedded(true)
  }
  react.render(
    <KernelProvider kernel={kernel}>
      <StyleRootContext.Provider value={root}>
        <ModalRoot host={host} isInline={!!container} />
      </StyleRootContext.Provider>
    </KernelProvider>,
  )
  return () => {
    unfollow()
    unwatch?.()
    host.remove()
    if (places.delete(host)) kernel.find(shell)?.setEmbedded(places.size > 0)
    // Later: React refuses to take a root away while it is rendering another one, which is where effects are cleaned up.
    queueMicrotask(() => react.unmount())
  }
}
