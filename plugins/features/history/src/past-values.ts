/**
 * What a transaction was worth when it happened, by the price history. Loaded when an entry is
 * shown. A price of today never stands for a price of then.
 */
import { KernelError } from '@portico/kernel'
import {
  currencySlice,
  type PricePeriod,
  type PricePoint,
  priceHistoryEndpoint,
} from '@portico/kernel/backend'
import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { formatAmount, ModalError, parseAmount, worth } from '@portico/kernel/text'
import type { HistoryContext } from './refs.js'
import { sidesOf } from './rules.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/**
 * By age: the finest period that has the time, and how far the nearest price may be from it. A
 * history has about 300 prices of each period.
 */
const periods: readonly {
  readonly period: PricePeriod
  readonly most: number
  readonly apart: number
}[] = [
  { period: '1d', most: day, apart: 15 * minute },
  { period: '1w', most: 7 * day, apart: hour },
  { period: '1m', most: 31 * day, apart: 2 * hour },
  { period: '1y', most: 366 * day, apart: 18 * hour },
]
const periodOf = (age: number) => periods.find(({ most }) => age <= most)
/** Of the sum of several tokens. */
const decimals = 100

/** The price nearest to a time. Undefined: none is near enough. */
export function priceAt(
  points: readonly PricePoint[],
  at: number,
  apart: number,
): string | undefined {
  const [nearest] = points
    .filter(point => Math.abs(point.at - at) <= apart && isPrice(point.price))
    .toSorted((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at))
  return nearest?.price
}
const isPrice = (price: unknown) =>
  typeof price === 'string' && /^\d{1,100}(?:\.\d{1,100})?$/.test(price) && /[1-9]/.test(price)

/** Exact decimal text of the value of a transfer at a price. */
function valueAt({ quantity: { numeric } }: ActivityTransfer, price: string): bigint | undefined {
  const fraction = numeric.split('.')[1]?.length ?? 0
  const amount = fraction <= decimals ? parseAmount(numeric, fraction) : undefined
  const value = amount === undefined ? undefined : worth(amount, fraction, price)
  return value === undefined ? undefined : parseAmount(value.slice(0, 400), 2 * decimals)
}

/**
 * Returns the value in the chosen currency, as exact decimal text. Undefined: it is not known of
 * every transfer. Of a swap it is what came in return, else what was given.
 */
export async function pastValueOf(
  context: HistoryContext,
  entry: ActivityEntry,
): Promise<string | undefined> {
  const { minedAt, status, chain } = entry.metadata
  const at = Date.parse(minedAt)
  const span = periodOf(Date.now() - at)
  // A pending transaction has no value yet, and a failed one moved nothing.
  if (status !== 'confirmed' || !chain || !span || at > Date.now() + hour) return undefined
  const { out, got } = sidesOf(entry)
  const sum = async (moves: readonly ActivityTransfer[]): Promise<bigint | undefined> => {
    const values = await Promise.all(
      moves.map(async move => {
        const points = await pointsOf(context, chain, move, span.period)
        const price = priceAt(points, at, span.apart)
        return price === undefined ? undefined : valueAt(move, price)
      }),
    )
    return values.length && values.every(value => value !== undefined)
      ? values.reduce((all, value) => all + value, 0n)
      : undefined
  }
  const value = (await sum(got)) ?? (await sum(out))
  return value === undefined ? undefined : formatAmount(value, 2 * decimals)
}

// By context: an answer of this page, by what was requested. The past does not change, but a
// history grows at its end.
const answered = /* @__PURE__ */ new WeakMap<
  AbortSignal,
  Map<string, Promise<readonly PricePoint[]>>
>()
const mostAnswers = 100

function pointsOf(
  context: HistoryContext,
  network: NetworkId,
  { fungible_info: token }: ActivityTransfer,
  period: PricePeriod,
): Promise<readonly PricePoint[]> {
  const asset = token?.asset
  if (!asset) return Promise.resolve([])
  const currency = context.state(currencySlice).code
  const known = answered.get(context.signal) ?? new Map<string, Promise<readonly PricePoint[]>>()
  answered.set(context.signal, known)
  // The newest period is read again each quarter of an hour.
  const slot = period === '1d' ? Math.floor(Date.now() / (15 * minute)) : ''
  const key = `${network} ${asset} ${currency} ${period} ${slot}`
  const before = known.get(key)
  if (before) return before
  if (known.size >= mostAnswers) known.clear()
  const answer = readPoints(context, { network, asset, currency, period })
  known.set(key, answer)
  answer.catch(() => known.delete(key))
  return answer
}
async function readPoints(
  context: HistoryContext,
  ask: {
    readonly network: NetworkId
    readonly asset: NonNullable<NonNullable<ActivityTransfer['fungible_info']>['asset']>
    readonly currency: string
    readonly period: PricePeriod
  },
): Promise<readonly PricePoint[]> {
  try {
    const { value } = await context.call(priceHistoryEndpoint, ask, context.signal)
    return Array.isArray(value) ? value.filter(({ at }) => Number.isFinite(at)) : []
  } catch (error) {
    context.signal.throwIfAborted()
    // Without a history, or without its answer, the value is unknown.
    if (error instanceof KernelError || error instanceof ModalError) return []
    throw error
  }
}
