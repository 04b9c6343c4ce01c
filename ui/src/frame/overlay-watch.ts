import type { Dispose } from '@portico/kernel'

/**
 * Calls `found`, with the z-index that is below it, when the page gets a window that a person is to use: an element that covers more than half of the viewport, or one
 * that takes the focus. Only while a wallet is asking. It looks at everything that is added, and at what is in the body besides the `page`, that is what was seen there
 * when the panel came. What is in the page itself is a window once it lies over the rest and grows that large.
 */
export function watchOverlays(host: Element, page: readonly Element[], found: (below: string) => void): Dispose {
  const document = host.ownerDocument
  const window = document.defaultView
  if (!window) return () => undefined
  const size = () => `${window.innerWidth} ${window.innerHeight}`
  /**
   * What was there before: a window only where it lies over the rest, and, of the page itself, where it grew while the viewport stayed the same. So the viewport in
   * which it was last seen smaller; nothing as long as it was not; `hidden` for what nobody saw when the panel came.
   */
  const parts = new Map<Element, string>()
  const covering = new window.ResizeObserver(entries => {
    const half = (window.innerWidth * window.innerHeight) / 2
    for (const { target } of entries) {
      const smaller = parts.get(target)
      if (visibleArea(target.getBoundingClientRect(), window) > half) {
        const isOver = /fixed|absolute/.test(window.getComputedStyle(target).position)
        if (smaller === undefined || (isOver && ['hidden', size()].includes(smaller))) found(below(target))
      } else if (smaller !== undefined && smaller !== 'hidden') parts.set(target, size())
    }
  })
  const look = (node: Node, smaller?: string) => {
    if (!(node instanceof Element) || node === host) return
    for (const element of [node, ...[...node.querySelectorAll('*')].slice(0, 200)]) {
      if (smaller !== undefined) parts.set(element, smaller)
      covering.observe(element)
    }
  }
  const adding = new window.MutationObserver(records => {
    for (const { addedNodes } of records) for (const node of addedNodes) look(node)
  })
  const focused = () => {
    const { activeElement, body } = document
    if (activeElement && activeElement !== body && !activeElement.contains(host) && !host.contains(activeElement)) found(below(activeElement))
  }
  for (const element of document.body.children) look(element, page.includes(element) ? '' : 'hidden')
  adding.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('focusin', focused)
  focused()
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

/** The layer under an element, where its own is low: with a layer as high as ours usually is, the panel would cover it. */
function below(element: Element): string {
  const window = element.ownerDocument.defaultView
  let layer = 'auto'
  for (let at: Element | null = element; window && at && at !== element.ownerDocument.body; at = at.parentElement) {
    const { zIndex } = window.getComputedStyle(at)
    if (zIndex !== 'auto') layer = zIndex
  }
  return layer === 'auto' ? layer : String(Math.max(0, Number(layer) - 1))
}
