import { hasMouse } from '../react/initial-focus.js'

/**
 * Where the panel is: closed, in the top layer over an inert page, or in the page, below the window
 * of a wallet.
 */
export type Place = 'closed' | 'top' | 'page'

export interface LayerCallbacks {
  /** The person asks to close the panel. Returns false when that is refused. */
  leave(): boolean
  /** True while a click beside the panel does nothing, because a wallet request is open. */
  holdsBackdrop(): boolean
}

/**
 * Controls a native dialog element and replaces the default handling of Escape, the back gesture,
 * focus and scrolling.
 */
export function createDialogLayer(dialog: HTMLDialogElement, callbacks: LayerCallbacks) {
  const document = dialog.ownerDocument
  const listening = new AbortController()
  const { signal } = listening
  let place: Place = 'closed'
  let opener: HTMLElement | null = null
  let beganOutside = false
  let isShowing = false

  const isOutside = (event: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return (
      event.target === dialog &&
      (event.clientX < left ||
        event.clientX > right ||
        event.clientY < top ||
        event.clientY > bottom)
    )
  }
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    run: (event: HTMLElementEventMap[Type]) => void,
    passive = true,
  ) => dialog.addEventListener(type, run, { signal, passive })
  const isScroller = (node: EventTarget) =>
    node instanceof HTMLElement &&
    node !== dialog &&
    node.scrollHeight > node.clientHeight &&
    /auto|scroll/.test(getComputedStyle(node).overflowY)
  const holdScroll = (event: WheelEvent | TouchEvent) => {
    const path = event.composedPath()
    const at = path.indexOf(dialog)
    const zooms = event.ctrlKey || ('touches' in event && event.touches.length > 1)
    if (at >= 0 && event.cancelable && !zooms && !path.slice(0, at).some(isScroller))
      event.preventDefault()
  }
  /** Blocks scrolling of the page without touching the styles of its body. */
  const holdPage = (isHeld: boolean) => {
    // On the document, because beside the panel Chromium only calls handlers of the whole page.
    for (const type of ['wheel', 'touchmove'] as const) {
      if (isHeld) document.addEventListener(type, holdScroll, { passive: false })
      else document.removeEventListener(type, holdScroll)
    }
  }

  // Not by `cancel`: Chromium closes the dialog on the third Escape, even if `cancel` is prevented.
  on(
    'keydown',
    event => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      event.preventDefault()
      callbacks.leave()
    },
    false,
  )
  // The browsers disagree: Chromium goes on to its own buttons, and Firefox never comes back to the
  // first element of the panel. An end takes the focus only where nothing else of the panel comes
  // next, whatever that may be, and passes it to the other end.
  on('focusin', ({ target }) => {
    // Chromium focuses the first end when it shows the dialog, before `focusStart`.
    if (isShowing) return
    const [first, last] = dialog.querySelectorAll('[data-focus-end]')
    if (target === last) moveFocus(tabStops(dialog))
    else if (target === first) moveFocus(tabStops(dialog).reverse())
  })
  // The panel itself stands before the first end.
  on(
    'keydown',
    event => {
      if (event.key !== 'Tab' || !event.shiftKey || event.target !== dialog || place !== 'top')
        return
      event.preventDefault()
      moveFocus(tabStops(dialog).reverse())
    },
    false,
  )
  on(
    'cancel',
    event => {
      if (event.target !== dialog) return
      event.preventDefault()
      callbacks.leave()
    },
    false,
  )
  on('close', () => {
    if (place === 'top' && !dialog.open && !callbacks.leave()) dialog.showModal()
  })
  on('pointerdown', event => {
    beganOutside = isOutside(event)
  })
  on('click', event => {
    // The pointer also went down outside: a text selection dragged out of the panel is not a click
    // beside it.
    if (beganOutside && isOutside(event) && !callbacks.holdsBackdrop()) callbacks.leave()
  })
  return {
    show(next: Place): void {
      if (next === place) return
      const before = place
      const held = deepFocus(document)
      place = next
      isShowing = true
      holdPage(next === 'top')
      if (before === 'closed') opener = held
      // A change of the layer does not repeat the opening animation.
      dialog.toggleAttribute('data-still', before !== 'closed')
      if (dialog.open) dialog.close()
      // The browser then focuses the panel instead of its first button. Set only once the dialog is
      // in the page, because it would take the autofocus of the page before.
      dialog.autofocus = true
      if (next === 'top') dialog.showModal()
      // show() would take the focus from the window of the wallet.
      if (next === 'page') dialog.open = true
      if (before === 'closed') unzoom(dialog)
      if (next === 'closed') opener?.focus({ preventScroll: true })
      else if (before === 'closed') focusStart(dialog)
      else held?.focus({ preventScroll: true })
      isShowing = false
    },
    dispose(): void {
      listening.abort()
    },
  }
}

/** The elements of the panel that may take the focus, in the order of Tab, without the two ends. */
const tabStops = (panel: HTMLElement): HTMLElement[] =>
  [
    ...panel.querySelectorAll<HTMLElement>(
      'a[href],button,input,select,textarea,summary,iframe,[contenteditable],[tabindex]',
    ),
  ].filter(stop => stop.tabIndex >= 0 && !stop.hasAttribute('data-focus-end'))

/**
 * Focuses the first of these that takes the focus. Hidden and disabled elements do not. Of a group
 * of radio buttons only the checked one is a stop of Tab.
 */
function moveFocus(stops: readonly HTMLElement[]): void {
  const checked = stops.filter(stop => stop.matches(':checked'))
  for (const stop of stops) {
    const isSkipped =
      stop.matches('[type=radio]:not(:checked)') &&
      checked.some(other => other.getAttribute('name') === stop.getAttribute('name'))
    if (isSkipped) continue
    stop.focus()
    if ((stop.getRootNode() as Document | ShadowRoot).activeElement === stop) return
  }
}

/**
 * Undoes the CSS `zoom` of the page: 85 % of the viewport, zoomed in, would not fit the viewport.
 */
function unzoom(panel: HTMLElement): void {
  panel.style.zoom = ''
  const zoom = panel.currentCSSZoom ?? 1
  if (zoom !== 1) panel.style.zoom = String(1 / zoom)
}

/** Focuses the first field of a view on devices with a mouse, and the panel on others. */
export function focusStart(panel: HTMLElement): void {
  const field = hasMouse(panel) ? panel.querySelector<HTMLElement>('[data-autofocus]') : null
  ;(field ?? panel).focus({ preventScroll: true })
}

/** Returns the focused element of the page, also inside shadow trees. */
export function deepFocus(document: Document): HTMLElement | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active && active !== document.body ? (active as HTMLElement) : null
}
