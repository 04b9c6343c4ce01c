import type { Dispose } from '@portico/kernel'

/**
 * Calls `found` when the page gets a window that a person is to use: a new element that covers more than half of the viewport, or one that takes the focus.
 * Only while a wallet is asking: it looks at everything that is added, and at what came into the body since `before`.
 */
export function watchOverlays(host: Element, before: ReadonlySet<Element>, found: () => void): Dispose {
  const document = host.ownerDocument
  const window = document.defaultView
  if (!window) return () => undefined
  const covering = new window.ResizeObserver(entries => {
    const half = (window.innerWidth * window.innerHeight) / 2
    if (entries.some(({ target }) => visibleArea(target.getBoundingClientRect(), window) > half)) found()
  })
  const look = (node: Node) => {
    if (!(node instanceof Element) || node === host) return
    for (const element of [node, ...[...node.querySelectorAll('*')].slice(0, 200)]) covering.observe(element)
  }
  const adding = new window.MutationObserver(records => {
    for (const { addedNodes } of records) addedNodes.forEach(look)
  })
  const focused = (event: Event) => {
    if (event.target instanceof Element && !host.contains(event.target)) found()
  }
  for (const element of document.body.children) if (!before.has(element)) look(element)
  adding.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('focusin', focused)
  return () => {
    adding.disconnect()
    covering.disconnect()
    document.removeEventListener('focusin', focused)
  }
}

function visibleArea({ left, right, top, bottom }: DOMRect, { innerWidth, innerHeight }: Window): number {
  const width = Math.min(right, innerWidth) - Math.max(left, 0)
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
  return Math.max(width, 0) * Math.max(height, 0)
}
