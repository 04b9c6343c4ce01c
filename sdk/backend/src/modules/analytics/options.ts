import * as v from 'valibot'
import { count } from '../../option-schemas.js'

export const options = {
  analytics: v.optional(
    v.strictObject({
      store: v.optional(v.boolean(), true),
      /** Whether the address of an account is kept where the page sent it. */
      keepAddresses: v.optional(v.boolean(), false),
      keepDays: v.optional(v.pipe(count, v.minValue(1)), 90),
      /** The oldest go first. */
      keepEvents: v.optional(v.pipe(count, v.minValue(1)), 1_000_000),
      /** About so many bytes of events are kept; the oldest go first. */
      keepBytes: v.optional(v.pipe(count, v.minValue(100_000)), 256_000_000),
    }),
    {},
  ),
}
export type AnalyticsOptions = v.InferOutput<typeof options.analytics>
