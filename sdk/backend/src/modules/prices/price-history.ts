import { type Kysely, sql } from 'kysely'
import { normalisedAsset } from '../../assets.js'
import type { Currency } from '../../option-schemas.js'
import type { PriceOptions } from './options.js'
import type { Prices } from './prices.js'
import type { PriceTables } from './tables.js'

/** A price at a time. */
export interface PriceSample {
  /** Seconds since 1970. */
  readonly time: number
  /** Exact decimal text. */
  readonly price: string
}
export interface PriceHistory {
  /** Stores the current price of everything in the configuration. A missing price is a gap. */
  sample(): Promise<void>
  /** Deletes samples that are too old, and thins out older ones. */
  forget(): Promise<void>
  /** Returns at most 300 samples of the period, oldest first. */
  read(ask: {
    readonly chain: string
    readonly asset: string
    readonly currency: Currency
    readonly period: Period
  }): Promise<readonly PriceSample[]>
}

const [hour, day] = [3_600, 86_400]
/** Seconds. */
const secondsOf = { '1d': day, '1w': 7 * day, '1m': 31 * day, '1y': 366 * day }
export type Period = keyof typeof secondsOf
export const periods = Object.keys(secondsOf) as readonly Period[]

/** Samples older than `age` seconds: the first in each `span` seconds is kept. */
const thinning = [
  { age: 2 * day, span: hour },
  { age: 40 * day, span: 12 * hour },
] as const
const mostSamples = 300

/** `now`: milliseconds since 1970. */
export function createPriceHistory(
  database: Kysely<PriceTables>,
  prices: Prices,
  { prices: configured, priceHistory: { everySeconds, keepDays } }: PriceOptions,
  now: () => number = Date.now,
): PriceHistory {
  const seconds = () => Math.floor(now() / 1_000)

  return {
    async sample() {
      // Several servers of one database write the same slot, and the first one wins.
      const time = Math.floor(seconds() / everySeconds) * everySeconds
      const found = await Promise.all(
        configured.map(async ({ asset, currency }) => {
          const at = asset.lastIndexOf(':')
          const price = await prices.of(asset.slice(0, at), asset.slice(at + 1), currency)
          return price === undefined || !/[1-9]/.test(price)
            ? []
            : [{ asset: normalisedAsset(asset), currency, time, price }]
        }),
      )
      const rows = found.flat()
      if (rows.length)
        await database
          .insertInto('price_samples')
          .values(rows)
          .onConflict(conflict => conflict.columns(['asset', 'currency', 'time']).doNothing())
          .execute()
    },

    async forget() {
      await database
        .deleteFrom('price_samples')
        .where('time', '<', seconds() - keepDays * day)
        .execute()
      for (const { age, span } of thinning) {
        // A whole span, so that the first sample of a span is the same in each run.
        const before = Math.floor((seconds() - age) / span) * span
        await database
          .deleteFrom('price_samples')
          .where('time', '<', before)
          // Compared with one list: a subquery for each row takes seconds on PostgreSQL.
          .where(
            sql<boolean>`(asset, currency, time) not in (
              select asset, currency, min(time) from price_samples
              where time < ${sql.lit(before)}
              group by asset, currency, time - time % ${sql.lit(span)}
            )`,
          )
          .execute()
      }
    },

    async read({ chain, asset, currency, period }) {
      const end = seconds()
      const length = secondsOf[period]
      const rows = await database
        .selectFrom('price_samples')
        .select(['time', 'price'])
        .where('asset', '=', normalisedAsset(`${chain}:${asset}`))
        .where('currency', '=', currency)
        .where('time', '>=', end - length)
        .where('time', '<=', end)
        .orderBy('time')
        .execute()
      return rows.length <= mostSamples ? rows : thinned(rows, length / (mostSamples - 2))
    },
  }
}

/** Keeps the first sample of each span, and the newest one. */
function thinned(rows: readonly PriceSample[], span: number): readonly PriceSample[] {
  const slotOf = ({ time }: PriceSample) => Math.floor(time / span)
  return rows.filter((row, index) => {
    const before = rows[index - 1]
    return !before || slotOf(before) !== slotOf(row) || index === rows.length - 1
  })
}
