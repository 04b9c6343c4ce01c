/**
 * What is wrong with how a panel is laid out: measured in the page, so that tests and the gallery
 * say the same.
 */

/** Half a pixel is rounding. */
const tolerance = 1

/** The panels of a page: over it and inside it. */
const panelsIn = (page: Document): readonly HTMLElement[] =>
  [...page.querySelectorAll('portico-root')].flatMap(host => [
    ...(host.shadowRoot?.querySelectorAll<HTMLElement>('.p-panel') ?? []),
  ])

const nameOf = (element: Element) =>
  `<${element.tagName.toLowerCase()} class="${element.className}"> ${(element.textContent ?? '').slice(0, 40)}`
const isHidden = (element: Element) =>
  element.closest('.p-hidden') !== null || !element.getClientRects().length
/** A name in one line that ends in `…` is cut on purpose. */
const isCut = (element: Element) => element.closest('.p-cut') !== null

function outside(element: Element, box: DOMRect): boolean {
  const { left, right } = element.getBoundingClientRect()
  return (
    !isCut(element.parentElement ?? element) &&
    (left < box.left - tolerance || right > box.right + tolerance)
  )
}
function cutOff(element: HTMLElement): 'sideways' | 'below' | undefined {
  // A field scrolls what is written into it.
  if (element.clientWidth === 0 || isCut(element) || element instanceof HTMLInputElement)
    return undefined
  const { overflowX, overflowY } = getComputedStyle(element)
  if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + tolerance)
    return 'sideways'
  // Accents reach a little beyond their line.
  const isCutBelow =
    /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 3
  return isCutBelow && !element.matches('.p-outlet,.p-pending') ? 'below' : undefined
}

/**
 * Everything that is wider than its panel, is cut off, or scrolls sideways, and a panel that is
 * larger than the page. Empty when all is well.
 */
export function widthFaults(page: Document = document): readonly string[] {
  const { clientWidth, clientHeight } = page.documentElement
  return panelsIn(page).flatMap(panel => {
    const box = panel.getBoundingClientRect()
    if (box.width === 0) return []
    const parts = [...panel.querySelectorAll<HTMLElement>('*')].filter(
      part => !(part instanceof SVGElement) && !isHidden(part),
    )
    const isOver =
      panel instanceof HTMLDialogElement &&
      (box.top < -tolerance || box.bottom > clientHeight + tolerance)
    return [
      ...(isOver || box.left < -tolerance || box.right > clientWidth + tolerance
        ? ['the panel is larger than the page']
        : []),
      ...parts
        .filter(part => outside(part, box))
        .map(part => `sticks out of the panel: ${nameOf(part)}`),
      ...parts.flatMap(part => {
        const side = cutOff(part)
        return side ? [`is cut off ${side}: ${nameOf(part)}`] : []
      }),
    ]
  })
}

/** The visible part of an element: a part that its list has scrolled away cannot be pressed. */
function seenOf(
  element: Element,
  panel: Element,
): {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
} {
  let { left, right, top, bottom } = element.getBoundingClientRect()
  for (let part = element.parentElement; part && part !== panel; part = part.parentElement) {
    if (getComputedStyle(part).overflowY === 'visible') continue
    const around = part.getBoundingClientRect()
    left = Math.max(left, around.left)
    right = Math.min(right, around.right)
    top = Math.max(top, around.top)
    bottom = Math.min(bottom, around.bottom)
  }
  return { left, right, top, bottom }
}
/**
 * A toast that covers something of a panel over the page although there is room above it, or leaves
 * the window.
 */
function misplacedToasts(panel: HTMLElement): readonly string[] {
  const toast = panel instanceof HTMLDialogElement && panel.querySelector('.p-toast')
  if (!toast) return []
  const [own, around] = [toast.getBoundingClientRect(), panel.getBoundingClientRect()]
  // With a line of air above and below it.
  const hasRoom = own.height + 16 <= around.top
  return own.top < 0 || (hasRoom && own.bottom > around.top)
    ? [`covers something or is not to be seen: ${nameOf(toast)}`]
    : []
}
/**
 * Everything that overlaps a button beside it: a tap would press the wrong one. And toasts that
 * cover anything.
 */
export function overlaps(page: Document = document): readonly string[] {
  return panelsIn(page).flatMap(panel => {
    const buttons = [
      ...panel.querySelectorAll<HTMLElement>('.p-view button, .p-head button'),
    ].filter(one => !isHidden(one))
    const pressedWrong = buttons.flatMap((one, at) =>
      buttons.slice(at + 1).flatMap(other => {
        if (one.contains(other) || other.contains(one)) return []
        // What sticks to the foot hides what scrolls below it, as an edge does.
        if (isStuck(one, panel) !== isStuck(other, panel)) return []
        const [a, b] = [seenOf(one, panel), seenOf(other, panel)]
        const apart =
          a.right <= b.left + tolerance ||
          b.right <= a.left + tolerance ||
          a.bottom <= b.top + tolerance ||
          b.bottom <= a.top + tolerance
        return apart ? [] : [`${nameOf(one)} overlaps ${nameOf(other)}`]
      }),
    )
    return [...pressedWrong, ...misplacedToasts(panel)]
  })
}

/** The primary action of a view, where it is not wholly in sight. */
export function hiddenAction(page: Document = document): readonly string[] {
  return panelsIn(page).flatMap(panel => {
    const { top, bottom } = (panel.querySelector('.p-outlet') ?? panel).getBoundingClientRect()
    const action = [
      ...panel.querySelectorAll<HTMLElement>('.p-view .p-button:not(.p-button-plain)'),
    ]
      .filter(one => !isHidden(one))
      .at(-1)
    if (!action) return ['there is no action']
    const own = action.getBoundingClientRect()
    return own.top < top - tolerance ||
      own.bottom > Math.min(bottom, page.documentElement.clientHeight) + tolerance
      ? [`not in sight: ${nameOf(action)}`]
      : []
  })
}

/** Whether it is part of what sticks to an edge of the view. */
function isStuck(element: Element, view: Element): boolean {
  for (let part: Element | null = element; part && part !== view; part = part.parentElement)
    if (getComputedStyle(part).position === 'sticky') return true
  return false
}

export interface MoveWatch {
  /** Accepts all moves until now: the person caused them. */
  forget(): void
  /** Stops watching. Returns what has moved. */
  end(): readonly string[]
}
/**
 * Watches whether what a view has shown stays where it was, frame by frame, by its place in the
 * layout: what slides in by `translate` has not moved, and what sticks to the foot of a panel has
 * its place once the panel has grown to its height.
 */
export function watchMoves(page: Document = document): MoveWatch {
  let places = new WeakMap<
    Element,
    { readonly view: Element; readonly text: string | null; readonly x: number; readonly y: number }
  >()
  const moved = new Set<string>()
  let isOver = false
  const look = () => {
    if (isOver) return
    for (const panel of panelsIn(page)) {
      const view = panel.querySelector('.p-view')
      const isGrowing = view?.parentElement
        ?.getAnimations()
        .some(({ playState }) => playState === 'running')
      for (const element of view?.querySelectorAll<HTMLElement>(
        'button,li,h3,p,.p-caption,.p-heading,.p-picture,.p-note',
      ) ?? []) {
        if (!view || isHidden(element) || (isGrowing && isStuck(element, view))) continue
        const [own, around] = [element.getBoundingClientRect(), view.getBoundingClientRect()]
        const place = {
          view,
          text: element.textContent,
          x: Math.round(own.left - around.left),
          y: Math.round(own.top - around.top),
        }
        const before = places.get(element)
        // Another text in its place is another width.
        if (
          before?.view === view &&
          before.text === place.text &&
          (Math.abs(before.x - place.x) > tolerance || Math.abs(before.y - place.y) > tolerance)
        )
          moved.add(`moved by ${place.x - before.x}, ${place.y - before.y}: ${nameOf(element)}`)
        places.set(element, place)
      }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  return {
    forget() {
      places = new WeakMap()
      moved.clear()
    },
    end() {
      isOver = true
      return [...moved]
    },
  }
}
