/** Computes the drawing of past prices. Coordinates are pixels, so they are numbers. */
import type { PricePoint } from '@portico/kernel/backend'
import { area, curveMonotoneX, line } from 'd3-shape'
import { splitAtGaps } from './price-points.js'

/** The size of the drawing, which is stretched to the size of its place. */
export const [curveWidth, curveHeight] = [1_000, 100]
/** Kept free above and below, so that the line is not cut. */
const margin = 4

interface Place {
  /** From 0 at the start of the drawing to 1 at its end. */
  readonly x: number
  /** From 0 at its top to 1. */
  readonly y: number
}
export interface PriceCurve {
  /** The `d` of a path. */
  readonly line: string
  readonly area: string
  /** Where each point is. */
  readonly places: readonly Place[]
}

/** Draws at least two points, oldest first. The line has gaps where prices are missing. */
export function drawCurve(points: readonly PricePoint[]): PriceCurve {
  // For places on the screen only. What is read stays decimal text.
  const prices = points.map(({ price }) => Number(price))
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const [begin, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const across = (at: number) => (end > begin ? (at - begin) / (end - begin) : 0.5)
  // A price that does not change is drawn in the middle. An overflow to infinity, too.
  const range = highest - lowest
  const down = (price: number) =>
    range > 0 && Number.isFinite(range)
      ? (margin + (1 - (price - lowest) / range) * (curveHeight - 2 * margin)) / curveHeight
      : 0.5
  const places = points.map(({ at }, index) => ({ x: across(at), y: down(prices[index] ?? 0) }))
  const placeOf = new Map(points.map((point, index) => [point, places[index] ?? { x: 0, y: 0 }]))
  const parts = splitAtGaps(points).map(part =>
    part.map(point => placeOf.get(point) ?? { x: 0, y: 0 }),
  )
  const xOf = ({ x }: Place) => x * curveWidth
  const yOf = ({ y }: Place) => y * curveHeight
  const drawLine = line<Place>().x(xOf).y(yOf).curve(curveMonotoneX)
  const drawArea = area<Place>().x(xOf).y1(yOf).y0(curveHeight).curve(curveMonotoneX)
  return {
    line: parts.map(part => drawLine(part) ?? '').join(''),
    area: parts.map(part => drawArea(part) ?? '').join(''),
    places,
  }
}
