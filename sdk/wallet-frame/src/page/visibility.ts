/** Watches whether elements are really visible: on screen, opaque, and not covered by anything. */

/** The part of version 2 of IntersectionObserver that the types lack. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: true
  readonly delay: number
}

/** The part of an element that has to be visible: places between pixels round the whole off. */
const whole = 0.99

/** Milliseconds between two looks of the browser; 100 is the least that it allows. */
const lookMs = 100

/** A window of the wallet has no page around it that could cover anything. */
const isOwnWindow = (): boolean => window.top === window

/** False in browsers that cannot say whether the page around the frame covers an element. */
export const canTrackVisibility = (): boolean =>
  isOwnWindow() ||
  (typeof IntersectionObserverEntry === 'function' &&
    'isVisible' in IntersectionObserverEntry.prototype)

export interface Watched {
  /** What has to be visible all the time. */
  readonly button: Element
  /** What has to have been visible as a whole, together with the button. */
  readonly rows: readonly Element[]
  /** The bar with the button, which lies over the rows while they are scrolled. */
  readonly bar: Element
}

/**
 * Calls back with true once every row has been visible and the button has been so since for `ms`
 * milliseconds, and with false as soon as it is not. Rows that the person scrolled away count as
 * seen; rows that something covers, and all rows after a change of the frame's size, do not.
 */
export function watchVisibility(
  { button, rows, bar }: Watched,
  ms: number,
  onChange: (isVisible: boolean) => void,
): () => void {
  const unseen = new Set(rows)
  const visible = new Set<Element>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    onChange(false)
  }
  const decide = () => {
    if (visible.has(button)) for (const element of visible) unseen.delete(element)
    if (!visible.has(button) || unseen.size > 0) stop()
    else timer ??= setTimeout(() => onChange(true), ms)
  }
  const hide = ({ target, boundingClientRect: { top, bottom } }: IntersectionObserverEntry) => {
    visible.delete(target)
    if (target === button) return stop()
    // Inside of the frame, and yet invisible: something of the page is in the way.
    if (top >= 0 && bottom <= bar.getBoundingClientRect().top) unseen.add(target)
  }
  const isOwn = isOwnWindow()
  const threshold = [0, 0.5, whole]
  const options: VisibilityOptions | IntersectionObserverInit = isOwn
    ? { threshold }
    : { threshold, trackVisibility: true, delay: lookMs }
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries as VisibilityEntry[])
      if ((isOwn || entry.isVisible) && entry.intersectionRatio >= whole) visible.add(entry.target)
      else hide(entry)
    decide()
  }, options)
  const observe = () => {
    for (const element of [button, ...rows]) observer.observe(element)
  }
  /** The browser reports each element anew, so what is still visible is seen again. */
  const begin = () => {
    stop()
    observer.disconnect()
    visible.clear()
    for (const row of rows) unseen.add(row)
    observe()
  }
  const view = button.ownerDocument.defaultView
  // A window that lay over this one may have closed between the two clicks of a double-click.
  const events = isOwn ? ['resize', 'focus'] : ['resize']
  for (const event of events) view?.addEventListener(event, begin)
  observe()
  return () => {
    clearTimeout(timer)
    for (const event of events) view?.removeEventListener(event, begin)
    observer.disconnect()
  }
}
