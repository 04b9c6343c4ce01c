import type { Dispose, Kernel } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { createRoot } from 'react-dom/client'
import { KernelProvider } from '../react/kernel-provider.js'
import { followTheme } from '../theme/follow-theme.js'
import { StyleRootContext } from '../theme/use-styles.js'
import { ModalRoot } from './modal-root.js'
import { prefetchModal } from './prefetch-modal.js'

export interface MountOptions {
  /**
   * Renders the modal inside this element instead of over the page. It is open at once and never
   * closes. Several containers show the same.
   */
  readonly container?: Element
}

/** The embedded modals of a kernel. While there is one, no modal opens over the page. */
const embeddedHosts = /* @__PURE__ */ new WeakMap<Kernel, Set<Element>>()

/**
 * Appends the modal to the body when it is opened, so that the page stays unchanged until then, and
 * appends it again if the page has replaced its body. Returns a function that stops this.
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
  // Subscribes before React, which shows the dialog: only a dialog in the page can be shown.
  return kernel.subscribe(append)
}

/**
 * Mounts the modal of a kernel: one element with an open shadow root, at the end of the body or in
 * `container`. The modal opens and closes with the shell of the kernel. Styles of the page do not
 * affect it, and its styles do not affect the page. Needs a browser and a kernel with the shell.
 * Returns a function that removes the modal.
 */
function mount(kernel: Kernel, { container }: MountOptions = {}): Dispose {
  const document = container?.ownerDocument ?? globalThis.document
  const host = document.createElement('portico-root')
  const root = host.attachShadow({ mode: 'open' })
  const unfollow = followTheme(kernel, host)
  const react = createRoot(root.appendChild(document.createElement('div')), {
    // React 19 would also log the error to the console; the boundary has reported it.
    onCaughtError: () => undefined,
    onUncaughtError: error => kernel.report(error, 'ui'),
  })
  const unwatch = container ? container.append(host) : appendOnOpen(kernel, host)
  const hosts = embeddedHosts.get(kernel) ?? new Set()
  if (container) {
    embeddedHosts.set(kernel, hosts.add(host))
    kernel.use(shellService).setEmbedded(true)
  }
  // A click waits: the view and its parts are requested before the first render, not by its
  // effects. A failure is shown in the view.
  if (kernel.views.current?.id === connectView.id) prefetchModal(kernel).catch(() => undefined)
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
    if (hosts.delete(host)) kernel.find(shellService)?.setEmbedded(hosts.size > 0)
    // Later, because React cannot unmount a root while it renders another one, which is when
    // effects are cleaned up.
    queueMicrotask(() => react.unmount())
  }
}

/** The modal of a kernel. One object, so that a dynamic import destructures one name. */
export const modal = { mount, prefetch: prefetchModal }
