/**
 * Validates the answers of KyberSwap's aggregator. Rejects an answer of another shape as a whole.
 */
import type { Hex } from '@portico/kernel/chain'
import * as v from 'valibot'
import { isAddress } from '../uniswap/assets.js'

const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform(digits => BigInt(digits)),
)
const address = v.custom<Hex>(isAddress)
const bytes = v.custom<Hex>(
  value => typeof value === 'string' && value.length < 100_000 && /^0x([0-9a-f]{2})*$/i.test(value),
)

/** `summary` is sent back unchanged, because the service signs it. */
const found = v.object({
  data: v.object({
    routeSummary: v.looseObject({ amountIn: units, amountOut: units, gas: units }),
    routerAddress: address,
  }),
})
export const readRoute = (body: unknown) => {
  const { amountOut, gas } = v.parse(found, body).data.routeSummary
  return {
    toAmount: amountOut,
    gas,
    summary: (body as { readonly data: { readonly routeSummary: unknown } }).data.routeSummary,
  }
}

const built = v.object({
  data: v.object({
    amountOut: units,
    gas: units,
    data: bytes,
    routerAddress: address,
    transactionValue: v.optional(units),
  }),
})
export const readBuilt = (body: unknown) => v.parse(built, body).data
