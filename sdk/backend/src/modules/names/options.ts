import * as v from 'valibot'
import { caip2, evmAddress } from '../../option-schemas.js'

export const options = {
  /** Where names are looked up. Without it there are none. */
  names: v.optional(
    v.strictObject({
      chain: caip2,
      universalResolver: v.optional(evmAddress, '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'),
    }),
  ),
}
export type NamesOptions = NonNullable<v.InferOutput<typeof options.names>>
