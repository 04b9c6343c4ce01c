import { hasMouse } from '../react/initial-focus.js'

/** Where the panel stands: nowhere, in the top layer over an inert page, or in the page, below what a wallet draws there. */
export type Place = 'closed' | 'top' | 'page'

export interface LayerAsks {
  /** The person wants out. False: refused. */
  leave(): boolean
  /** A click beside the panel does nothing: a wallet is asking. */
  holdsBackdrop(): boolean
}

/** Drives a native dialog element. Everything that the browser does on its own with one (Escape, back gesture, focus, scrolling) is asked for first. */
export function createDialogLayer(dialog: HTMLDialogElement, asks: LayerAsks) {
  const document = dialog.ownerDocument
  const listening = new AbortController()
  const { signal } = listening
  let place: Place = 'closed'
  let opener: HTMLElement | undefined
  let beganOutside = false

  const isOutside = (event: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return event.target === dialog && (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom)
  }
  const on = <Type extends keyof HTMLElementEventMap>(type: Type, run: (event: HTMLElementEventMap[Type]) => void, passive = true) =>
    dialog.addEventListener(type, run, { signal, passive })
  const isScroller = (node: EventTarget) =>
    node instanceof HTMLElement && node !== dialog && node.scrollHeight > node.clientHeight && /auto|scroll/.test(getComputedStyle(node).overflowY)
  const holdScroll = (event: WheelEvent | TouchEvent) => {
    const path = event.composedPath()
    const at = path.indexOf(dialog)
    const zooms = event.ctrlKey || ('touches' in event && event.touches.length > 1)
    if (at >= 0 && event.cancelable && !zooms && !path.slice(0, at).some(isScroller)) event.preventDefault()
  }
  /** The page behind stays where it is; no style of its body is touched for that. */
  const holdPage = (isHeld: boolean) => {
    // At the document: beside the panel Chromium only asks a handler of the whole page.
    for (const type of ['wheel', 'touchmove'] as const) {
      if (isHeld) document.addEventListener(type, holdScroll, { passive: false })
      else document.removeEventListener(type, holdScroll)
    }
  }

  // Not by `cancel`: Chromium lets the third one through, whatever a handler says.
  on(
    'keydown',
    event => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      event.preventDefault()
      asks.leave()
    },
    false,
  )
  on(
    'cancel',
    event => {
      if (event.target !== dialog) return
      event.preventDefault()
      asks.leave()
    },
    false,
  )
  on('close', () => {
    if (place === 'top' && !dialog.open && !asks.leave()) dialog.showModal()
  })
  on('pointerdown', event => {
    beganOutside = isOutside(event)
  })
  on('click', event => {
    // Began there too: a selection that was dragged out of the panel is no click beside it.
    if (beganOutside && isOutside(event) && !asks.holdsBackdrop()) asks.leave()
  })
  return {
    show(next: Place): void {
      if (next === place) return
      const before = place
      const held = deepFocus(document)
      place = next
      holdPage(next === 'top')
      if (before === 'closed') opener = held
      // It only changes its layer: nothing rises or fades again.
      dialog.toggleAttribute('data-still', before !== 'closed')
      if (dialog.open) dialog.close()
      // So that the browser gives the focus to the panel itself, and not first to the button that happens to come first in it. Not before the dialog is in the page, whose
      // autofocus it would take then.
      dialog.autofocus = true
      if (next === 'top') dialog.showModal()
      // Not by show(): that would take the focus from the wallet's window.
      if (next === 'page') dialog.open = true
      if (before === 'closed') unzoom(dialog)
      if (next === 'closed') opener?.focus({ preventScroll: true })
      else if (before === 'closed') focusStart(dialog)
      else held?.focus({ preventScroll: true })
    },
    dispose(): void {
      listening.abort()
    },
  }
}

/** Undoes a zoom in the page's own styles: 85 % of the viewport, zoomed, is more than there is. */
function unzoom(panel: HTMLElement): void {
  panel.style.zoom = ''
  const zoom = panel.currentCSSZoom ?? 1
  if (zoom !== 1) panel.style.zoom = String(1 / zoom)
}

/** Puts the focus where a view begins: the field that asks for it where there is a mouse, else the panel itself. */
export function focusStart(panel: HTMLElement): void {
  const field = hasMouse(panel) ? panel.querySelector<HTMLElement>('[data-autofocus]') : null
  ;(field ?? panel).focus({ preventScroll: true })
}

function deepFocus(document: Document): HTMLElement | undefined {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active && active !== document.body ? (active as HTMLElement) : undefined
}
