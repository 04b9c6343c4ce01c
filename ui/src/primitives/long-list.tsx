import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './long-list.css?inline'
import { entryAfter, scrollFor, windowOf } from './long-list-window.js'

/** Props of the focusable element of an entry (roving tab index). */
export interface TabStop {
  readonly 'data-at': number
  readonly tabIndex: 0 | -1
}
export interface LongListProps<Entry> {
  readonly label: string
  readonly entries: readonly Entry[]
  /**
   * Renders an entry. Pass the same function each time, so that only changed entries render again.
   */
  readonly draw: (entry: Entry, tabStop: TabStop) => ReactNode
  /** Identifies the request that the entries answer. A change scrolls to the top. */
  readonly query?: string
  readonly columns?: number
  /** Pixels of every row. */
  readonly rowHeight: number
  /**
   * Pixels of the visible part, where there is room: the list has a scrollbar of its own. Absent:
   * it is as high as its rows, and scrolls with the view; in an embedded modal it shows some rows.
   */
  readonly height?: number
  /** Pixels of the panel above and below a list with a scrollbar of its own. */
  readonly reservedHeight?: number
  /** True for a heading, which keys skip. */
  readonly isHeading?: (entry: Entry) => boolean
  /** Called when the last entries are about to become visible. */
  readonly onEnd?: () => void
}

/** Pixels of a list that scrolls with its view, until the view has been measured. */
const firstHeight = 600

/**
 * The element that scrolls the list: the panel around it, or its own box. A panel in the page is as
 * high as its content, so there the list has a scrollbar, too.
 */
const scrollerOf = (box: HTMLElement, isOwn: boolean) =>
  (isOwn || box.closest('.p-inline') ? undefined : box.closest<HTMLElement>('.p-outlet')) ?? box

/** Pixels of the panel's content above the list. */
const offsetOf = (box: HTMLElement, scroller: HTMLElement) =>
  box === scroller
    ? 0
    : box.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop

/** A virtual list: renders only visible entries. One Tab stop; arrow keys move inside. */
export function LongList<Entry>(props: LongListProps<Entry>) {
  const {
    label,
    entries,
    draw,
    query = '',
    columns = 1,
    rowHeight,
    height: shown,
    reservedHeight = 240,
    isHeading,
    onEnd,
  } = props
  useStyles(styles)
  const raster = useMemo(() => ({ columns, rowHeight }), [columns, rowHeight])
  const isOwn = shown !== undefined
  const list = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ query, top: 0, height: shown ?? firstHeight })
  const [chosen, choose] = useState(0)
  /**
   * The entry that a key led to, until it has the focus. A flag is not enough: the effects of the
   * render before the key may run after the key.
   */
  const focusing = useRef<number>(undefined)
  /** Pixels of the list above the visible part. Reading them from the element forces a layout. */
  const scrolled = useRef(0)
  if (seen.query !== query) {
    setSeen({ ...seen, query, top: 0 })
    choose(0)
  }
  const { top, height } = seen
  const [from, to] = windowOf(raster, entries.length, top, height)
  const isLast = to >= entries.length
  const canStop = (at: number) => !isHeading?.(entries[at] as Entry)
  /** Returns the first entry from `at` in this direction that is not a heading. */
  const stopFrom = (at: number, step: 1 | -1) => {
    let found = at
    while (found >= 0 && found < entries.length && !canStop(found)) found += step
    return found >= 0 && found < entries.length ? found : undefined
  }
  const active =
    (chosen < entries.length ? (stopFrom(chosen, 1) ?? stopFrom(chosen, -1)) : undefined) ?? -1

  const measure = useCallback(() => {
    const box = list.current
    if (!box) return
    const scroller = scrollerOf(box, isOwn)
    scrolled.current = Math.max(0, scroller.scrollTop - offsetOf(box, scroller))
    // Scrolling within a row shows no new entry.
    const edge = Math.floor(scrolled.current / rowHeight) * rowHeight
    const visible = scroller.clientHeight + rowHeight
    setSeen(before =>
      before.top === edge && before.height === visible
        ? before
        : { ...before, top: edge, height: visible },
    )
  }, [rowHeight, isOwn])
  useEffect(() => {
    measure()
    const box = list.current
    if (!box) return
    const scroller = scrollerOf(box, isOwn)
    scroller.addEventListener('scroll', measure, { passive: true })
    const Observer = box.ownerDocument.defaultView?.ResizeObserver
    const observer = Observer && new Observer(measure)
    // What stands above a list changes its place in the view.
    for (const element of [scroller, scroller.firstElementChild])
      if (element) observer?.observe(element)
    return () => {
      scroller.removeEventListener('scroll', measure)
      observer?.disconnect()
    }
  }, [measure, isOwn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at its top.
  useEffect(() => {
    const box = list.current
    if (box && scrolled.current) {
      const scroller = scrollerOf(box, isOwn)
      scroller.scrollTop = offsetOf(box, scroller)
    }
    scrolled.current = 0
  }, [query])
  /** Scrolls until the whole entry is visible. */
  const reveal = useCallback(
    (box: HTMLElement, at: number) => {
      const scroller = scrollerOf(box, isOwn)
      const offset = offsetOf(box, scroller)
      const { scrollTop, clientHeight } = scroller
      scroller.scrollTop = offset + scrollFor(raster, at, scrollTop - offset, clientHeight)
    },
    [raster, isOwn],
  )
  useEffect(() => {
    const box = list.current
    if (!box || focusing.current !== active) return
    focusing.current = undefined
    reveal(box, active)
    box.querySelector<HTMLElement>(`[data-at="${active}"]`)?.focus({ preventScroll: true })
  }, [active, reveal])
  useEffect(() => {
    if (isLast) onEnd?.()
  }, [isLast, onEnd])

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const box = list.current
    if (!box) return
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset.at)
    const next = entryAfter(
      raster,
      event.key,
      at,
      entries.length,
      scrollerOf(box, isOwn).clientHeight,
      event.currentTarget.matches(':dir(rtl)'),
    )
    if (next === undefined) return
    event.preventDefault()
    const stop = stopFrom(next, next < at ? -1 : 1) ?? at
    focusing.current = stop === at ? undefined : stop
    choose(stop)
    // A key at the first entry below a heading scrolls the heading into view.
    if (stop === at && next < at) reveal(box, next)
  }
  // In the order of the list, for screen readers. The active entry stays rendered when it is
  // scrolled away. React keys are positions: an element is added or removed at either end and never
  // moved, because a moved element loses the focus.
  const inView = Array.from({ length: to - from }, (_, at) => from + at)
  const there =
    active < 0 || (active >= from && active < to)
      ? inView
      : active < from
        ? [active, ...inView]
        : [...inView, active]
  const rows = Math.ceil(entries.length / columns)
  const sizes = {
    '--rows': rows,
    '--row-high': `${rowHeight}px`,
    '--column-wide': `${100 / columns}%`,
    ...(isOwn && { '--seen': `${shown}px`, '--beside': `${reservedHeight}px` }),
  }
  return (
    <div className="p-long-frame">
      <div
        className={isOwn ? 'p-long' : 'p-long p-long-whole'}
        ref={list}
        style={sizes as CSSProperties}
      >
        {/* Safari takes the list role from a list without bullets. */}
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <ul role="list" aria-label={label} onKeyDown={move}>
          {there.map(at => (
            <Place
              key={at}
              entry={entries[at]}
              at={at}
              count={entries.length}
              columns={columns}
              isActive={at === active}
              draw={draw as (entry: unknown, tabStop: TabStop) => ReactNode}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}

interface PlaceProps {
  readonly entry: unknown
  readonly at: number
  readonly count: number
  readonly columns: number
  /** True for the entry in the Tab order. */
  readonly isActive: boolean
  readonly draw: (entry: unknown, tabStop: TabStop) => ReactNode
}
const Place = memo(function Place({ entry, at, count, columns, isActive, draw }: PlaceProps) {
  return (
    <li
      style={{ '--row': Math.floor(at / columns), '--column': at % columns } as CSSProperties}
      aria-setsize={count}
      aria-posinset={at + 1}
    >
      {draw(entry, { 'data-at': at, tabIndex: isActive ? 0 : -1 })}
    </li>
  )
})
