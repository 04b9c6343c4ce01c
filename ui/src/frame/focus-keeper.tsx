import type { Dispose } from '@portico/kernel'
import { useLayoutEffect, useRef } from 'react'
import { focusStart } from './dialog-layer.js'

const takesFocus = 'button:not(:disabled),a[href],input:not(:disabled),[tabindex="0"]'

/** What has the focus may be taken away: a row that was removed, a notice that was closed. Then the row has it that took its place, else the view: never nobody. */
export function FocusKeeper() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const panel = mark.current?.closest<HTMLElement>('.p-panel')
    return panel ? keepFocus(panel) : undefined
  }, [])
  return <span ref={mark} hidden />
}

function keepFocus(panel: HTMLElement): Dispose {
  const { ownerDocument: document } = panel
  const root = panel.getRootNode() as ShadowRoot
  /** What in the panel has the focus, or had it when it was taken away. */
  let held: Node | null = root.activeElement
  const note = ({ target }: FocusEvent) => {
    held = target as Node
  }
  // Who left is not to be fetched back. It is asked a moment later: what is taken away may lose the focus first, and a window that is left keeps it.
  const forget = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (held === target && held?.isConnected && root.activeElement !== held) held = null
    })
  const observer = new MutationObserver(records => {
    const record = records.find(({ removedNodes }) => [...removedNodes].some(node => held && node.contains(held)))
    // Whoever takes it away may have given it to something else.
    if (!record || (document.activeElement ?? document.body) !== document.body) return
    const moved = panel.contains(held) ? (held as HTMLElement) : undefined
    const next = moved ?? rowInPlace(record)?.querySelector<HTMLElement>(takesFocus)
    if (next) next.focus({ preventScroll: true })
    else focusStart(panel)
  })
  panel.addEventListener('focusin', note)
  panel.addEventListener('focusout', forget)
  observer.observe(panel, { childList: true, subtree: true })
  return () => {
    panel.removeEventListener('focusin', note)
    panel.removeEventListener('focusout', forget)
    observer.disconnect()
  }
}

/** Of a list: the row after the one that was removed, else the one before it. */
function rowInPlace({ target, previousSibling }: MutationRecord): Element | null {
  const list = target as Element
  if (!list.matches('ul')) return null
  const before = list.contains(previousSibling) ? (previousSibling as Element) : null
  return before ? (before.nextElementSibling ?? before) : list.firstElementChild
}
