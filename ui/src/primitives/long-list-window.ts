/** Which entries of a long list are there, and where a key leads. Pure. Sizes are pixels. */

export interface Raster {
  readonly columns: number
  readonly rowHeight: number
}
/** Rows beyond the edges that are there already when somebody scrolls. */
const ahead = 1

/** The first entry that is there and the one after the last, for a list of `count` entries that is scrolled to `top` and `height` high. */
export function windowOf({ columns, rowHeight }: Raster, count: number, top: number, height: number): readonly [from: number, to: number] {
  const first = Math.max(0, Math.floor(top / rowHeight) - ahead)
  const last = Math.ceil((top + height) / rowHeight) + ahead
  return [Math.min(first * columns, count), Math.min(last * columns, count)]
}
/** The entry that a key leads to from entry `at`; undefined for a key that leads nowhere. `isMirrored`: the first column is on the right. */
export function entryAfter({ columns, rowHeight }: Raster, key: string, at: number, count: number, height: number, isMirrored: boolean): number | undefined {
  const page = Math.max(1, Math.floor(height / rowHeight)) * columns
  const beside = columns > 1 ? 1 : undefined
  const steps: Readonly<Record<string, number | undefined>> = {
    ArrowRight: beside && (isMirrored ? -1 : 1),
    ArrowLeft: beside && (isMirrored ? 1 : -1),
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  if (step === undefined || !count) return undefined
  const to = at + step
  // Up from the first row and down from the last one lead nowhere: not along the row.
  if (Math.abs(step) === columns && key.startsWith('Arrow') && (to < 0 || Math.floor(to / columns) > Math.floor((count - 1) / columns))) return at
  return Math.min(Math.max(to, 0), count - 1)
}

/** How far to scroll so that an entry is seen whole. */
export function scrollFor({ columns, rowHeight }: Raster, at: number, top: number, height: number): number {
  const edge = Math.floor(at / columns) * rowHeight
  if (edge < top) return edge
  return edge + rowHeight > top + height ? edge + rowHeight - height : top
}
