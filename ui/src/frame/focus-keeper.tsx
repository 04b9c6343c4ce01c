import type { Dispose } from '@portico/kernel'
import { useLayoutEffect, useRef } from 'react'
import { deepFocus, focusStart } from './dialog-layer.js'

const takesFocus = 'button:not(:disabled),a[href],input:not(:disabled),[tabindex="0"]'

/**
 * Moves the focus when the focused element is removed, such as a row or a notice: to the row that
 * took its place, or to the view.
 */
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
  /** The element that has the focus, or had it when it was removed from the panel. */
  let held: Node | null = deepFocus(document)
  const note = ({ target }: FocusEvent) => {
    held = target as Node
  }
  // Does not take the focus back from another element. Checked in a microtask, because a removed
  // element may lose the focus before it is removed.
  const forget = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (held === target && held?.isConnected && deepFocus(document) !== held) held = null
    })
  const observer = new MutationObserver(records => {
    const record = records.find(({ removedNodes }) =>
      [...removedNodes].some(node => held && node.contains(held)),
    )
    // The code that removed the element may have moved the focus itself.
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

/** Returns the row of a list after the removed row, or the row before it. */
function rowInPlace({ target, previousSibling }: MutationRecord): Element | null {
  const list = target as Element
  if (!list.matches('ul')) return null
  const before = list.contains(previousSibling) ? (previousSibling as Element) : null
  return before ? (before.nextElementSibling ?? before) : list.firstElementChild
}
