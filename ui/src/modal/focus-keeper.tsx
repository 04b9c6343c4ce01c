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
  /** What in the panel had the focus last. */
  let held: Node | null = (panel.getRootNode() as ShadowRoot).activeElement
  const note = ({ target }: FocusEvent) => {
    held = target as Node
  }
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
  observer.observe(panel, { childList: true, subtree: true })
  return () => {
    panel.removeEventListener('focusin', note)
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
