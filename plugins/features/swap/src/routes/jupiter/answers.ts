/** What Jupiter's API answers read at the door. */
import * as v from 'valibot'
import { fromBase64 } from './wire.js'

const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform(digits => BigInt(digits)),
)
/** A fraction as decimal text, in percent with 12 decimals; what is none says nothing. */
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
 * `lost`: what it says itself that is lost, in percent with 12 decimals. `quote` goes back as it
 * came.
 */
export function readQuote(body: unknown) {
  const { outAmount, priceImpactPct } = v.parse(quote, body)
  return { toAmount: outAmount, lost: priceImpactPct, quote: body }
}

const swap = v.object({
  swapTransaction: v.pipe(v.string(), v.maxLength(4_096)),
  lastValidBlockHeight: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
/** `bytes` is undefined for what is no base64. */
export function readSwap(body: unknown) {
  const { swapTransaction, lastValidBlockHeight } = v.parse(swap, body)
  return {
    wire: swapTransaction,
    bytes: fromBase64(swapTransaction),
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  }
}
