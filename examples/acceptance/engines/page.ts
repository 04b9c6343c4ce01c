/**
 * A tab as a person sees it: elements by role and name, through shadow roots and frames of the same
 * origin. The same code in every engine.
 */
import { expect } from '@playwright/test'
import type { Point, Tab } from './driver.js'

const roles = {
  button: 'button,summary,[role=button]',
  dialog: 'dialog[open],[role=dialog]',
  heading: 'h1,h2,h3,h4,h5,h6,[role=heading]',
  image: 'img,[role=img]',
  listitem: 'li,[role=listitem]',
  radio: 'input[type=radio],[role=radio]',
  region: 'section[aria-label],[role=region]',
  tab: '[role=tab]',
  textbox: 'input:not([type]),input[type=text],input[type=search],textarea,[role=textbox]',
} as const

/**
 * An element to look for. `name` is the accessible name, or a part of it; `text` is what the
 * element itself says.
 */
export interface Target {
  readonly role?: keyof typeof roles
  readonly name?: string | RegExp
  readonly text?: string | RegExp
  readonly css?: string
  /** Only in the modal. */
  readonly inModal?: boolean
}
interface Query {
  readonly selector: string
  readonly name?: Pattern
  readonly text?: Pattern
  readonly inModal: boolean
}
interface Pattern {
  readonly source: string
  readonly flags: string
}

/** What the page knows of an element that is visible. */
export interface Found {
  readonly name: string
  readonly text: string
  readonly value: string
  readonly center: Point
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly isEnabled: boolean
  readonly isFocused: boolean
  /** An animation of the element, or of one around it, is not over. */
  readonly isMoving: boolean
  /** A click at the center reaches the element. */
  readonly isHit: boolean
}

/** What the page remembers of a click that is about to come. */
interface Aim {
  aim?: { isHit?: boolean }
}

/**
 * Runs in the page: all visible elements that match. `scroll` brings the first one into view; `aim`
 * also notes whether the next click of the person reaches it.
 */
function locate(query: Query, mode: 'look' | 'scroll' | 'aim'): Found[] {
  const found: Found[] = []
  const [name, text] = [query.name, query.text].map(
    pattern => pattern && new RegExp(pattern.source, pattern.flags),
  )
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim()
  const nameOf = (element: HTMLElement) => {
    const root = element.getRootNode() as Document | ShadowRoot
    const label = element.getAttribute('aria-labelledby')?.split(/\s+/)
    const labels = (element as HTMLInputElement).labels
    const labelled = label
      ? label.map(id => root.getElementById(id)?.textContent ?? '').join(' ')
      : ''
    return clean(
      labelled ||
        element.getAttribute('aria-label') ||
        [...(labels ?? [])].map(label => label.textContent).join(' ') ||
        element.textContent ||
        element.title,
    )
  }
  const hitAt = (document: Document, x: number, y: number) => {
    let hit = document.elementFromPoint(x, y)
    for (let inner = hit; inner?.shadowRoot; ) {
      inner = inner.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === hit) break
      hit = inner
    }
    return hit
  }
  const isMoving = (element: Element | null): boolean => {
    const runs = element
      ?.getAnimations()
      .some(
        ({ effect, playState }) =>
          playState !== 'finished' &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    const above =
      element?.parentElement ??
      (element?.getRootNode() as Partial<ShadowRoot> | undefined)?.host ??
      null
    return Boolean(runs) || (above !== null && isMoving(above))
  }
  const look = (
    element: HTMLElement,
    root: Document | ShadowRoot,
    dx: number,
    dy: number,
  ): Found => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = hitAt(element.ownerDocument, x, y)
    return {
      name: nameOf(element),
      text: clean(element.textContent ?? ''),
      value: (element as HTMLInputElement).value ?? '',
      center: { x: x + dx, y: y + dy },
      left: left + dx,
      top: top + dy,
      width,
      height,
      isEnabled:
        !(element as HTMLButtonElement).disabled &&
        element.getAttribute('aria-disabled') !== 'true',
      isFocused: root.activeElement === element,
      isMoving: isMoving(element),
      isHit: hit !== null && (element.contains(hit) || hit.contains(element)),
    }
  }
  const matches = (element: HTMLElement) => {
    if (!element.matches(query.selector) || (name && !name.test(nameOf(element)))) return false
    // Of elements within each other that say the same, the innermost one.
    const says = (one: Element) => text?.test(clean(one.textContent ?? ''))
    return !text || (says(element) && (query.selector !== '*' || ![...element.children].some(says)))
  }
  const isVisible = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const prepare = (element: HTMLElement) => {
    if (mode !== 'look') element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (mode !== 'aim') return
    const aim: { isHit?: boolean } = {}
    ;(window as Aim).aim = aim
    const note = (event: Event) => {
      aim.isHit = event.composedPath().includes(element)
    }
    element.ownerDocument.addEventListener('click', note, { capture: true, once: true })
  }
  const isWanted = (element: HTMLElement, inModal: boolean) =>
    (inModal || !query.inModal) && matches(element) && isVisible(element)
  const walk = (root: Document | ShadowRoot, dx: number, dy: number, inModal: boolean): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot)
        walk(element.shadowRoot, dx, dy, inModal || element.localName === 'portico-root')
      const inner =
        element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null
      const { left, top } = element.getBoundingClientRect()
      if (inner) walk(inner, dx + left + element.clientLeft, dy + top + element.clientTop, false)
      if (!isWanted(element, inModal)) continue
      if (found.length === 0) prepare(element)
      found.push(look(element, root, dx, dy))
    }
  }
  walk(document, 0, 0, false)
  return found
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (text: string | RegExp): Pattern =>
  typeof text === 'string'
    ? { source: escaped(text), flags: '' }
    : { source: text.source, flags: text.flags }
const queryOf = ({ role, name, text, css, inModal = false }: Target): Query => ({
  selector: css ?? (role ? roles[role] : '*'),
  inModal,
  ...(name !== undefined && { name: patternOf(name) }),
  ...(text !== undefined && { text: patternOf(text) }),
})
const sentenceOf = ({ role, name, text, css }: Target) =>
  `${role ?? css ?? 'text'} ${String(name ?? text ?? '')}`

const pollMs = 50
const timeoutMs = 15_000
/** Asks as often as we do: Playwright waits up to a second between two looks. */
const polling = { timeout: timeoutMs, intervals: [pollMs] }

export class Page {
  readonly tab: Tab
  /** Messages of documents that are gone. */
  #said: string[] = []
  constructor(tab: Tab) {
    this.tab = tab
  }

  /** Everything that the page wrote to the console or threw. */
  async said(): Promise<readonly string[]> {
    await this.#keepSaid()
    return [...new Set([...this.#said, ...this.tab.logged])]
  }
  async #keepSaid(): Promise<void> {
    const said = await this.tab.run(() =>
      [window, ...Array.from(frames)].flatMap(
        page => (page as { said?: string[] }).said?.splice(0) ?? [],
      ),
    )
    this.#said.push(...said)
  }
  async reload(): Promise<void> {
    await this.#keepSaid()
    await this.tab.reload()
  }

  /** All that match and are visible now. */
  find(target: Target): Promise<readonly Found[]> {
    return this.tab.run(locate, queryOf(target), 'look' as const)
  }
  /** Waits until it is visible. */
  async see(target: Target): Promise<Found> {
    return this.#wait(target, false, () => true)
  }
  /** Waits until it is not visible. */
  async gone(target: Target): Promise<void> {
    await expect
      .poll(async () => (await this.find(target)).length, {
        message: `${sentenceOf(target)} is gone`,
        ...polling,
      })
      .toBe(0)
  }
  /** Waits until it stands still and takes clicks, and clicks at its center. */
  async click(target: Target): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      await this.still(target)
      const [found] = await this.tab.run(locate, queryOf(target), 'aim' as const)
      if (!found) continue
      await this.tab.clickAt(found.center)
      // Between the look and the press, content that arrived may have moved the element. A person
      // who misses aims again.
      if ((await this.tab.run(() => (window as Aim).aim?.isHit)) !== false) return
    }
    throw new Error(`${sentenceOf(target)} moved away from each click`)
  }
  /** Waits until it stands still, is enabled, and nothing covers it. */
  async still(target: Target): Promise<Found> {
    let before: Found | undefined
    let same = 0
    return this.#wait(target, true, found => {
      const isSame =
        before &&
        found.center.x === before.center.x &&
        found.center.y === before.center.y &&
        found.height === before.height
      same = isSame ? same + 1 : 0
      before = found
      return same >= 2 && found.isEnabled && found.isHit && !found.isMoving
    })
  }
  /** Replaces what a field holds, by the keyboard. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.tab.press('Control+A')
    await this.tab.type(text)
    await expect
      .poll(async () => (await this.find(target))[0]?.value, {
        message: `${sentenceOf(target)} holds ${text}`,
        ...polling,
      })
      .toBe(text)
  }
  /** Waits until a function of the page answers true. */
  async until<Args extends readonly unknown[]>(
    what: string,
    task: (...args: Args) => unknown,
    ...args: Args
  ): Promise<void> {
    await expect
      .poll(async () => Boolean(await this.tab.run(task, ...args)), { message: what, ...polling })
      .toBe(true)
  }
  /** The name of what has the focus, through shadow roots; empty for nothing. */
  focused(): Promise<string> {
    return this.tab.run(() => {
      let active = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      if (!active || active === document.body) return ''
      return (
        active.getAttribute('aria-label') ??
        (active.localName === 'dialog' ? 'dialog' : (active.textContent ?? ''))
      )
    })
  }

  async #wait(
    target: Target,
    scrolls: boolean,
    isReady: (found: Found) => boolean,
  ): Promise<Found> {
    const until = Date.now() + timeoutMs
    for (;;) {
      const [first] = await this.tab.run(
        locate,
        queryOf(target),
        scrolls ? ('scroll' as const) : ('look' as const),
      )
      if (first && isReady(first)) return first
      if (Date.now() > until)
        throw new Error(
          `${sentenceOf(target)} was not ${first ? `ready: ${JSON.stringify(first)}` : 'there'} after ${timeoutMs} ms`,
        )
      await (scrolls ? this.#painted() : new Promise(resolve => setTimeout(resolve, pollMs)))
    }
  }
  /**
   * Waits until the page has painted twice. An animation that is over is no longer listed before
   * the frame that takes its last step back: on a busy machine WebKit answers the old place for
   * many looks. A tab in the background paints nothing, so the wait ends by itself.
   */
  #painted(): Promise<void> {
    return this.tab.run(
      longestMs =>
        new Promise<void>(done => {
          requestAnimationFrame(() => requestAnimationFrame(() => done()))
          setTimeout(done, longestMs)
        }),
      10 * pollMs,
    )
  }
}
