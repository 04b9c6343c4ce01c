/** Watches whether an element is really visible: on screen, opaque, and not covered by anything. */

/** The part of version 2 of IntersectionObserver that the types lack. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: true
  readonly delay: number
}

/** Milliseconds between two looks of the browser; 100 is the least that it allows. */
const lookMs = 100

/** False in browsers that cannot say whether the page around the frame covers an element. */
export const canTrackVisibility = (): boolean =>
  typeof IntersectionObserverEntry === 'function' &&
  'isVisible' in IntersectionObserverEntry.prototype

/**
 * Calls back with true once the element has been visible as a whole for `ms` milliseconds, and with
 * false as soon as it is not.
 */
export function watchVisibility(
  element: Element,
  ms: number,
  onChange: (isVisible: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const options: VisibilityOptions = {
    threshold: [0, 0.5, 1],
    trackVisibility: true,
    delay: lookMs,
  }
  const observer = new IntersectionObserver(entries => {
    const entry = entries.at(-1) as VisibilityEntry | undefined
    clearTimeout(timer)
    if (entry?.isVisible && entry.intersectionRatio === 1)
      timer = setTimeout(() => onChange(true), ms)
    else onChange(false)
  }, options)
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
