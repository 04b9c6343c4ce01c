import type { Dispose } from '@portico/kernel'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'

/** A person needs this long to read a button that appeared (threat S11). Milliseconds. */
const inertMs = 400

export interface ClickGuardProps {
  /** False: clicks are also held while the button is covered or not fully visible. */
  readonly mayBeCovered?: boolean
  /** The amounts that a click confirms, as text. A change holds clicks for another 400 ms. */
  readonly figures?: string | undefined
  /** Renders one button, with `aria-disabled` while clicks are held. */
  readonly children: (isReady: boolean) => ReactNode
}
/**
 * Holds clicks on a button for 400 ms after it appeared or moved, such as under the pointer when a
 * row above was removed. Scrolling inside the panel is not a move: who scrolled to a button may
 * click it. Also ignores a key that repeats.
 */
export function ClickGuard({ mayBeCovered = true, figures, children }: ClickGuardProps) {
  const box = useRef<HTMLDivElement>(null)
  const watch = useRef<Steadiness>(undefined)
  const [isReady, setSteady] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = watchSteadiness(element, mayBeCovered, setSteady)
    watch.current = made
    return made.dispose
  }, [mayBeCovered])
  const hold = (event: MouseEvent) => {
    // The button may have moved since the last frame.
    if (watch.current?.isReady()) return
    event.preventDefault()
    event.stopPropagation()
  }
  const holdRepeated = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  }
  return (
    <div ref={box} data-figures={figures} onClickCapture={hold} onKeyDownCapture={holdRepeated}>
      {children(isReady)}
    </div>
  )
}

interface Steadiness {
  isReady(): boolean
  readonly dispose: Dispose
}

/**
 * Calls `changed` in each frame with whether the element has been at one place, with the same
 * figures, for 400 ms.
 */
function watchSteadiness(
  element: HTMLElement,
  mayBeCovered: boolean,
  changed: (isReady: boolean) => void,
): Steadiness {
  const window = element.ownerDocument.defaultView
  if (!window) return { isReady: () => false, dispose: () => undefined }
  let placeInWindow = ''
  let placeInContent = ''
  let since = 0
  let lookedAt = 0
  let isCovered = false
  let frame = 0
  const isReady = () => {
    const now = window.performance.now()
    const { x, y, width, height } = element.getBoundingClientRect()
    let left = x
    let top = y
    // Ends at the root of the modal, so a page that scrolls does move the button.
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      left += parent.scrollLeft
      top += parent.scrollTop
    }
    const size = [width, height].map(Math.round).join() + element.dataset.figures
    const inWindow = [Math.round(x), Math.round(y), size].join()
    const inContent = [Math.round(left), Math.round(top), size].join()
    // A person who scrolls changes one of the two: the place in the window, or for a button that
    // sticks to the edge the place in the content.
    const hasMoved = inWindow !== placeInWindow && inContent !== placeInContent
    // While the page was hidden or frozen, the person did not see the button.
    if (hasMoved || isCovered || now - lookedAt > 2 * inertMs) since = now
    placeInWindow = inWindow
    placeInContent = inContent
    lookedAt = now
    return now - since >= inertMs
  }
  const look = () => {
    changed(isReady())
    frame = window.requestAnimationFrame(look)
  }
  look()
  const stop = mayBeCovered
    ? undefined
    : watchCover(element, covered => {
        isCovered = covered
      })
  return {
    isReady,
    dispose() {
      window.cancelAnimationFrame(frame)
      stop?.()
    },
  }
}

/**
 * Watches for an element that covers the button: one that opens later in the top layer may let
 * clicks through. Only for a panel in the top layer, because in the page a transform of the host
 * counts as a cover too. Does nothing in browsers that cannot track visibility.
 */
function watchCover(element: HTMLElement, changed: (isCovered: boolean) => void): Dispose {
  const Observer = element.ownerDocument.defaultView?.IntersectionObserver
  if (!Observer) return () => undefined
  const settings: IntersectionObserverInit & {
    readonly trackVisibility: true
    readonly delay: number
  } = { threshold: 1, trackVisibility: true, delay: 100 }
  const observer = new Observer(entries => {
    const { isVisible } = entries.at(-1) as IntersectionObserverEntry & {
      readonly isVisible?: boolean
    }
    changed(isVisible === false && element.closest('dialog')?.matches(':modal') === true)
  }, settings)
  observer.observe(element)
  return () => observer.disconnect()
}
