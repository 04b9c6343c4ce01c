import * as v from 'valibot'
import { caip2, count, currency, decimalText, evmAddress } from '../../option-schemas.js'

const price = v.strictObject({
  /** CAIP-10 of the token; the native coin has the address 0xeeee…eeee (eip155), or `native`. */
  asset: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+:[-_a-zA-Z0-9]+:[-.%a-zA-Z0-9]+$/, 'is no CAIP-10 id'),
  ),
  currency,
  /** A fixed price, or a feed on chain that answers `latestRoundData()` and `decimals()`. */
  from: v.union([
    v.strictObject({ fixed: decimalText }),
    v.strictObject({
      feed: evmAddress,
      chain: caip2,
      /** Older answers are none. Seconds. */ maxAge: v.optional(count, 86_400),
    }),
  ]),
})

export const options = {
  prices: v.optional(v.array(price), []),
  /** How often prices are stored for charts, and for how long. */
  priceHistory: v.optional(
    v.strictObject({
      everySeconds: v.optional(v.pipe(count, v.minValue(1), v.maxValue(86_400)), 300),
      keepDays: v.optional(v.pipe(count, v.minValue(1), v.maxValue(3_660)), 400),
    }),
    {},
  ),
}
export type PriceConfiguration = v.InferOutput<typeof price>
export interface PriceOptions {
  readonly prices: readonly PriceConfiguration[]
  readonly priceHistory: v.InferOutput<typeof options.priceHistory>
}
