import type { Dispose } from '@portico/kernel'

const steps = [0, 0.1, 0.25, 0.5, 0.75, 1]

/**
 * Calls `found` when the page gets a window that a person is to use: a new element that covers more than half of the viewport, or one that takes the focus.
 * Only while a wallet is asking: it looks at everything that is added.
 */
export function watchOverlays(host: Element, found: () => void): Dispose {
  const document = host.ownerDocument
  const window = document.defaultView
  if (!window) return () => undefined
  const covering = new window.IntersectionObserver(
    entries => {
      const half = (window.innerWidth * window.innerHeight) / 2
      if (entries.some(({ intersectionRect: { width, height } }) => width * height > half)) found()
    },
    { threshold: steps },
  )
  const adding = new window.MutationObserver(records => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element && node !== host) for (const element of [node, ...[...node.querySelectorAll('*')].slice(0, 200)]) covering.observe(element)
  })
  const focused = (event: Event) => {
    if (event.target instanceof Element && !host.contains(event.target)) found()
  }
  adding.observe(document.documentElement, { childList: true, subtree: true })
  document.addEventListener('focusin', focused)
  return () => {
    adding.disconnect()
    covering.disconnect()
    document.removeEventListener('focusin', focused)
  }
}
