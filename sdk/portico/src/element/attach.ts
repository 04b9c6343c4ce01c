import type { Dispose } from '@portico/kernel'
import type { Portico } from '../portico.js'

/**
 * How an element requests its Portico from the page, and is notified when one attaches. Events, so
 * that elements and core may arrive in any order.
 */
export const asking = 'portico:ask'
export const coming = 'portico:attached'
export interface Asking {
  answer(portico: Portico): unknown
}

/**
 * Gives the elements below `root` (the page by default) their Portico. Two of them on one page:
 * attach each to its own part, or set the element's `portico` property. The elements stay with it
 * until another one is attached after it was detached.
 */
export function attach(portico: Portico, root: Document | Element = document): Dispose {
  const answer = (event: Event) => {
    event.stopPropagation()
    const { detail } = event as CustomEvent<Asking>
    detail.answer(portico)
  }
  root.addEventListener(asking, answer)
  root.dispatchEvent(new CustomEvent(coming))
  return () => root.removeEventListener(asking, answer)
}
