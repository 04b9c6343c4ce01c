/** Validates the answers of Jupiter's API. */
import * as v from 'valibot'
import { fromBase64 } from './wire.js'

const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform(digits => BigInt(digits)),
)
/** Reads a fraction in decimal text as percent with 12 decimals; undefined for any other value. */
const fraction = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}(\.\d{1,100})?$/),
  v.transform(text => {
    const [whole = '', rest = ''] = text.split('.')
    return BigInt(`${whole}${rest.slice(0, 14).padEnd(14, '0')}`)
  }),
)
const quote = v.object({
  outAmount: units,
  priceImpactPct: v.fallback(v.optional(fraction), undefined),
})
/**
 * Reads a quote. `lost`: the loss that Jupiter states, in percent with 12 decimals. `quote` is sent
 * back unchanged.
 */
export function readQuote(body: unknown) {
  const { outAmount, priceImpactPct } = v.parse(quote, body)
  return { toAmount: outAmount, lost: priceImpactPct, quote: body }
}

const swap = v.object({
  swapTransaction: v.pipe(v.string(), v.maxLength(4_096)),
  lastValidBlockHeight: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
/** Reads a swap. `bytes` is undefined for invalid base64. */
export function readSwap(body: unknown) {
  const { swapTransaction, lastValidBlockHeight } = v.parse(swap, body)
  return {
    wire: swapTransaction,
    bytes: fromBase64(swapTransaction),
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  }
}
