/**
 * Reads past prices for the chart. Pure; prices are exact decimal text
 * (decision 20).
 */
import type { PricePeriod, PricePoint } from '@portico/kernel/backend'
import { formatAmount, parseAmount } from '@portico/kernel/text'

export const periods: readonly PricePeriod[] = ['1d', '1w', '1m', '1y']
/** The most decimals of a price. */
const scale = 100

/**
 * Splits points where prices are missing: the time between two of them is more than four times
 * the usual one.
 */
export function splitAtGaps(points: readonly PricePoint[]): readonly (readonly PricePoint[])[] {
  const steps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at))
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const parts: PricePoint[][] = []
  for (const [index, point] of points.entries()) {
    const part = parts.at(-1)
    if (part && (steps[index - 1] ?? 0) <= usual * 4) part.push(point)
    else parts.push([point])
  }
  return parts
}

/**
 * Returns the change from the first to the last price in percent, cut to two decimals: `-1.25`.
 * Undefined with fewer than two points.
 */
export function changeOf(points: readonly PricePoint[]): string | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return undefined
  const [before, after] = [parseAmount(first.price, scale), parseAmount(last.price, scale)]
  if (!before || after === undefined) return undefined
  const change = ((after - before) * 10_000n) / before
  return `${change < 0n ? '-' : ''}${formatAmount(change < 0n ? -change : change, 2)}`
}

/** Returns at most `most` points, evenly spread, with the first and the last one. */
export function fewPoints(points: readonly PricePoint[], most: number): readonly PricePoint[] {
  if (points.length <= most) return points
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, at) => points[Math.round(at * step)]).filter(
    point => point !== undefined,
  )
}

/** Returns the index of the point that is nearest to a time. */
export function nearestPoint(points: readonly PricePoint[], at: number): number {
  let nearest = 0
  for (const [index, point] of points.entries())
    if (Math.abs(point.at - at) < Math.abs((points[nearest]?.at ?? 0) - at)) nearest = index
  return nearest
}

/** Digits after the point that show a price: 2 from 1 on, else 4 from the first one above zero. */
export function digitsOf(price: string): number {
  const [whole = '', fraction = ''] = price.split('.')
  if (/[1-9]/.test(whole)) return 2
  const first = fraction.search(/[1-9]/)
  return first < 0 ? 2 : Math.min(first + 4, 20)
}
