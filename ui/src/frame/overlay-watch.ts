import type { Dispose } from '@portico/kernel'

/**
 * Calls `found` with the z-index below a wallet's window in the page: an element that covers more
 * than half of the viewport, or one that takes the focus. Runs only while a wallet request is open.
 * Observes added elements, and the children of the body except `page`, the elements that were
 * visible when the panel opened. An element of the page counts as a window once it is positioned
 * over the rest and grows that large.
 */
export function watchOverlays(
  host: Element,
  page: readonly Element[],
  found: (below: string) => void,
): Dispose {
  const document = host.ownerDocument
  const window = document.defaultView
  if (!window) return () => undefined
  const size = () => `${window.innerWidth} ${window.innerHeight}`
  /**
   * The elements that existed before, each with the size of the viewport in which the element was
   * last smaller: an element of the page is a window only if it grew while the viewport stayed the
   * same. Empty until it was smaller; `hidden` for an element that was not visible when the panel
   * opened.
   */
  const parts = new Map<Element, string>()
  const covering = new window.ResizeObserver(entries => {
    const half = (window.innerWidth * window.innerHeight) / 2
    for (const { target } of entries) {
      const smaller = parts.get(target)
      if (visibleArea(target.getBoundingClientRect(), window) > half) {
        const isOver = /fixed|absolute/.test(window.getComputedStyle(target).position)
        if (smaller === undefined || (isOver && ['hidden', size()].includes(smaller)))
          found(below(target))
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
    if (
      activeElement &&
      activeElement !== body &&
      !activeElement.contains(host) &&
      !host.contains(activeElement)
    )
      found(below(activeElement))
  }
  for (const element of document.body.children)
    look(element, page.includes(element) ? '' : 'hidden')
  adding.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('focusin', focused)
  focused()
  return () => {
    adding.disconnect()
    covering.disconnect()
    document.removeEventListener('focusin', focused)
  }
}

function visibleArea(
  { left, right, top, bottom }: DOMRect,
  { innerWidth, innerHeight }: Window,
): number {
  const width = Math.min(right, innerWidth) - Math.max(left, 0)
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
  return Math.max(width, 0) * Math.max(height, 0)
}

/** Returns a z-index below that of an element, so that the panel does not cover the element. */
function below(element: Element): string {
  const window = element.ownerDocument.defaultView
  let layer = 'auto'
  for (
    let at: Element | null = element;
    window && at && at !== element.ownerDocument.body;
    at = at.parentElement
  ) {
    const { zIndex } = window.getComputedStyle(at)
    if (zIndex !== 'auto') layer = zIndex
  }
  return layer === 'auto' ? layer : String(Math.max(0, Number(layer) - 1))
}
