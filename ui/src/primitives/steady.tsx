import type { Dispose } from '@portico/kernel'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** For so long nobody has read it yet (reliability S11). Milliseconds. */
const inertMs = 400

export interface SteadyProps {
  /** False: it is also held while something lies over it, or while not all of it is in sight. */
  readonly mayBeCovered?: boolean
  /** What a click confirms, as text. A change holds clicks for another 400 ms. */
  readonly figures?: string | undefined
  /** One button; it gets `aria-disabled` while clicks are held. */
  readonly children: (isSteady: boolean) => ReactNode
}
/** A button that slides under the pointer when another one takes a row away: clicks are held for 400 ms after it appeared or moved, and so is a key that is held down. */
export function Steady({ mayBeCovered = true, figures, children }: SteadyProps) {
  const box = useRef<HTMLDivElement>(null)
  const watch = useRef<Steadiness>(undefined)
  const [isSteady, setSteady] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = watchSteadiness(element, mayBeCovered, setSteady)
    watch.current = made
    return made.dispose
  }, [mayBeCovered])
  const hold = (event: MouseEvent) => {
    // Asked again: since the last frame it may have moved.
    if (watch.current?.isSteady()) return
    event.preventDefault()
    event.stopPropagation()
  }
  const holdRepeated = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  }
  return (
    <div ref={box} data-figures={figures} onClickCapture={hold} onKeyDownCapture={holdRepeated}>
      {children(isSteady)}
    </div>
  )
}

interface Steadiness {
  isSteady(): boolean
  readonly dispose: Dispose
}

/** Tells whether an element has been seen at one place, with the same figures, for 400 ms, and calls `changed` with it. */
function watchSteadiness(element: HTMLElement, mayBeCovered: boolean, changed: (isSteady: boolean) => void): Steadiness {
  const window = element.ownerDocument.defaultView
  if (!window) return { isSteady: () => false, dispose: () => undefined }
  let place = ''
  let since = 0
  let lookedAt = 0
  let isCovered = false
  let frame = 0
  const isSteady = () => {
    const now = window.performance.now()
    const { x, y, width, height } = element.getBoundingClientRect()
    const next = [...[x, y, width, height].map(Math.round), element.dataset.figures].join()
    // A page that was hidden, or stood still, showed it to nobody.
    if (next !== place || isCovered || now - lookedAt > 2 * inertMs) since = now
    place = next
    lookedAt = now
    return now - since >= inertMs
  }
  const look = () => {
    changed(isSteady())
    frame = window.requestAnimationFrame(look)
  }
  look()
  const stop = mayBeCovered
    ? undefined
    : watchCover(element, covered => {
        isCovered = covered
      })
  return {
    isSteady,
    dispose() {
      window.cancelAnimationFrame(frame)
      stop?.()
    },
  }
}

/**
 * What opens later in the top layer lies over our panel, and may let clicks through. Only for a panel in the top layer: in the page, a transform of the host's would
 * count as a cover too. Where the browser cannot tell, there is only the time.
 */
function watchCover(element: HTMLElement, changed: (isCovered: boolean) => void): Dispose {
  const Observer = element.ownerDocument.defaultView?.IntersectionObserver
  if (!Observer) return () => undefined
  const settings: IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number } = { threshold: 1, trackVisibility: true, delay: 100 }
  const observer = new Observer(entries => {
    const { isVisible } = entries.at(-1) as IntersectionObserverEntry & { readonly isVisible?: boolean }
    changed(isVisible === false && element.closest('dialog')?.matches(':modal') === true)
  }, settings)
  observer.observe(element)
  return () => observer.disconnect()
}
