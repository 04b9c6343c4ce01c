/** The rendered entries of a long list, and where a key leads. Pure functions; sizes in pixels. */

export interface Raster {
  readonly columns: number
  readonly rowHeight: number
}
/** Rows that are rendered beyond each edge. */
const ahead = 1

/**
 * Returns the first rendered entry and the one after the last, for a list of `count` entries at
 * scroll position `top`.
 */
export function windowOf(
  { columns, rowHeight }: Raster,
  count: number,
  top: number,
  height: number,
): readonly [from: number, to: number] {
  const first = Math.max(0, Math.floor(top / rowHeight) - ahead)
  const last = Math.ceil((top + height) / rowHeight) + ahead
  return [Math.min(first * columns, count), Math.min(last * columns, count)]
}
/**
 * Returns the entry that a key leads to from entry `at`; undefined for other keys. `isMirrored`:
 * the first column is on the right.
 */
export function entryAfter(
  { columns, rowHeight }: Raster,
  key: string,
  at: number,
  count: number,
  height: number,
  isMirrored: boolean,
): number | undefined {
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
  // Up from the first row and down from the last row stay at the entry instead of moving along the
  // row.
  if (
    Math.abs(step) === columns &&
    key.startsWith('Arrow') &&
    (to < 0 || Math.floor(to / columns) > Math.floor((count - 1) / columns))
  )
    return at
  return Math.min(Math.max(to, 0), count - 1)
}

/** Returns the scroll position at which the whole entry is visible. */
export function scrollFor(
  { columns, rowHeight }: Raster,
  at: number,
  top: number,
  height: number,
): number {
  const edge = Math.floor(at / columns) * rowHeight
  if (edge < top) return edge
  return edge + rowHeight > top + height ? edge + rowHeight - height : top
}
