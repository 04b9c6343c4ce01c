/** Which tiles of a long grid are there, and where a key leads. Pure. Sizes are pixels. */

export const columns = 4
export const rowHeight = 104
/** What is seen at once: four rows, and of the fifth enough to tell that there is more. */
export const shownHeight = rowHeight * 4 + 24
/** Rows beyond the edges that are there already when somebody scrolls. */
const ahead = 1

/** The first tile that is there and the one after the last, for a grid of `count` tiles that is scrolled to `top` and `height` high. */
export function windowOf(count: number, top: number, height: number): readonly [from: number, to: number] {
  const first = Math.max(0, Math.floor(top / rowHeight) - ahead)
  const last = Math.ceil((top + height) / rowHeight) + ahead
  return [Math.min(first * columns, count), Math.min(last * columns, count)]
}
/** Tiles of a window of this height, and more than that: one that comes takes over the element of one that went. */
export function poolOf(height: number): number {
  return (Math.ceil(height / rowHeight) + 2 * ahead + 2) * columns
}

/** The tile that a key leads to from tile `at`; undefined for a key that leads nowhere. `isMirrored`: the first column is on the right. */
export function tileAfter(key: string, at: number, count: number, height: number, isMirrored: boolean): number | undefined {
  const page = Math.max(1, Math.floor(height / rowHeight)) * columns
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isMirrored ? -1 : 1,
    ArrowLeft: isMirrored ? 1 : -1,
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

/** How far to scroll so that a tile is seen whole. */
export function scrollFor(at: number, top: number, height: number): number {
  const edge = Math.floor(at / columns) * rowHeight
  if (edge < top) return edge
  return edge + rowHeight > top + height ? edge + rowHeight - height : top
}
