/** Validates past prices. */
import type { PricePeriod, PricePoint } from '@portico/kernel/backend'

const [hour, day] = [3_600_000, 86_400_000]
const lengthOf: Record<PricePeriod, number> = {
  '1d': day,
  '1w': 7 * day,
  '1m': 31 * day,
  '1y': 366 * day,
}
/** More points than a chart has pixels. */
const mostPoints = 1_000

const isPrice = (price: unknown): price is string =>
  typeof price === 'string' && /^\d{1,100}(?:\.\d{1,100})?$/.test(price) && /[1-9]/.test(price)

/**
 * Returns the points that can be drawn, oldest first: a positive price, and a time in the period.
 * A source may be a third party, so a point of another kind is left out.
 */
export function soundPoints(
  answer: unknown,
  period: PricePeriod,
  now: number,
): readonly PricePoint[] {
  if (!Array.isArray(answer)) return []
  const byTime = new Map<number, PricePoint>()
  for (const one of answer) {
    const { at, price } = Object(one) as Partial<PricePoint>
    const isInPeriod =
      typeof at === 'number' && at >= now - lengthOf[period] - hour && at <= now + hour
    if (isInPeriod && isPrice(price)) byTime.set(at, { at, price })
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at).slice(-mostPoints)
}
