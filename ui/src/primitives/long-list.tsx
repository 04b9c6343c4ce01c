import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './long-list.css?inline'
import { entryAfter, scrollFor, windowOf } from './long-list-window.js'

/** Goes onto what of an entry takes the focus. */
export interface Stop {
  readonly 'data-at': number
  readonly tabIndex: 0 | -1
}
export interface LongListProps<Entry> {
  readonly label: string
  readonly entries: readonly Entry[]
  /** What is drawn of one; the same function each time, so that only those are drawn again that changed. */
  readonly draw: (entry: Entry, stop: Stop) => ReactNode
  /** What the entries are the answer to: another one begins at its top. */
  readonly question?: string
  readonly columns?: number
  /** Pixels, for all rows alike. */
  readonly rowHeight: number
  /** Pixels that are seen at once, where there is room. */
  readonly height: number
  /** Pixels of the panel that stand above and below. */
  readonly beside?: number
  /** An entry that is only read, a heading: keys pass it by. */
  readonly isRead?: (entry: Entry) => boolean
  /** The last entries are about to be seen. */
  readonly onEnd?: () => void
}

/** Entries of which only those are there that are seen: thousands cost as much as a few. One stop for the tabulator, arrow keys inside. */
export function LongList<Entry>(props: LongListProps<Entry>) {
  const { label, entries, draw, question = '', columns = 1, rowHeight, height: shown, beside = 240, isRead, onEnd } = props
  useStyles(styles)
  const raster = useMemo(() => ({ columns, rowHeight }), [columns, rowHeight])
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, see] = useState({ question, top: 0, height: shown })
  const [chosen, choose] = useState(0)
  /** The entry that a key led to, until it has the focus. Not only whether there is one: the effects of the render before the key may run after it. */
  const focusing = useRef<number>(undefined)
  /** Where it is scrolled to, without asking: an answer would have all that has changed laid out at once. */
  const scrolled = useRef(0)
  if (seen.question !== question) {
    see({ ...seen, question, top: 0 })
    choose(0)
  }
  const { top, height } = seen
  const [from, to] = windowOf(raster, entries.length, top, height)
  const isLast = to >= entries.length
  const canStop = (at: number) => !isRead?.(entries[at] as Entry)
  /** From there on in this direction, the first that a key can stop at. */
  const stopFrom = (at: number, step: 1 | -1) => {
    let found = at
    while (found >= 0 && found < entries.length && !canStop(found)) found += step
    return found >= 0 && found < entries.length ? found : undefined
  }
  const active = (chosen < entries.length ? (stopFrom(chosen, 1) ?? stopFrom(chosen, -1)) : undefined) ?? -1

  const look = useCallback(() => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 }
    scrolled.current = scrollTop
    // Within a row there is nothing new to see.
    const edge = Math.floor(scrollTop / rowHeight) * rowHeight
    see(before => (before.top === edge && before.height === clientHeight + rowHeight ? before : { ...before, top: edge, height: clientHeight + rowHeight }))
  }, [rowHeight])
  useEffect(() => {
    look()
    const box = scroller.current
    const Observer = box?.ownerDocument.defaultView?.ResizeObserver
    if (!box || !Observer) return
    const observer = new Observer(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its top.
  useEffect(() => {
    if (scroller.current && scrolled.current) scroller.current.scrollTop = 0
    scrolled.current = 0
  }, [question])
  useEffect(() => {
    const box = scroller.current
    if (!box || focusing.current !== active) return
    focusing.current = undefined
    box.scrollTop = scrollFor(raster, active, box.scrollTop, box.clientHeight)
    box.querySelector<HTMLElement>(`[data-at="${active}"]`)?.focus({ preventScroll: true })
  }, [active, raster])
  useEffect(() => {
    if (isLast) onEnd?.()
  }, [isLast, onEnd])

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset.at)
    const next = entryAfter(raster, event.key, at, entries.length, scroller.current?.clientHeight ?? 0, event.currentTarget.matches(':dir(rtl)'))
    if (next === undefined) return
    event.preventDefault()
    const stop = stopFrom(next, next < at ? -1 : 1) ?? at
    focusing.current = stop === at ? undefined : stop
    choose(stop)
    // A heading that keys pass by is seen again from the first entry below it.
    if (stop === at && next < at && scroller.current) scroller.current.scrollTop = scrollFor(raster, next, scroller.current.scrollTop, height)
  }
  // In the order of the list, for who reads it in the order of the document. The active entry stays when it is scrolled away. Keys are places: an element is made
  // or removed at either end and never moved, because a moved element loses the focus.
  const inView = Array.from({ length: to - from }, (_, at) => from + at)
  const there = active < 0 || (active >= from && active < to) ? inView : active < from ? [active, ...inView] : [...inView, active]
  const rows = Math.ceil(entries.length / columns)
  const sizes = {
    '--rows': rows,
    '--row-high': `${rowHeight}px`,
    '--column-wide': `${100 / columns}%`,
    '--seen': `${shown}px`,
    '--beside': `${beside}px`,
  }
  return (
    <div className="p-long" ref={scroller} onScroll={look} style={sizes as CSSProperties}>
      {/* A list without bullets is no list to Safari, unless it is told so. */}
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
            draw={draw as (entry: unknown, stop: Stop) => ReactNode}
          />
        ))}
      </ul>
    </div>
  )
}

interface PlaceProps {
  readonly entry: unknown
  readonly at: number
  readonly count: number
  readonly columns: number
  /** The one that the tabulator comes to. */
  readonly isActive: boolean
  readonly draw: (entry: unknown, stop: Stop) => ReactNode
}
const Place = memo(function Place({ entry, at, count, columns, isActive, draw }: PlaceProps) {
  return (
    <li style={{ '--row': Math.floor(at / columns), '--column': at % columns } as CSSProperties} aria-setsize={count} aria-posinset={at + 1}>
      {draw(entry, { 'data-at': at, tabIndex: isActive ? 0 : -1 })}
    </li>
  )
})
