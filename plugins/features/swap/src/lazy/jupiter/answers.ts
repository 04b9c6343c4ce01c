/** What Jupiter's API answers (wire: embedded defaults, section 8.2), read at the door. */
import * as v from 'valibot'
import { fromBase64 } from './wire.js'

const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform(digits => BigInt(digits)),
)
const quote = v.object({ outAmount: units })
/** `quote` goes back as it came. */
export const readQuote = (body: unknown) => ({ toAmount: v.parse(quote, body).outAmount, quote: body })

const swap = v.object({
  swapTransaction: v.pipe(v.string(), v.maxLength(4_096)),
  lastValidBlockHeight: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
/** `bytes` is undefined for what is no base64. */
export function readSwap(body: unknown) {
  const { swapTransaction, lastValidBlockHeight } = v.parse(swap, body)
  return { wire: swapTransaction, bytes: fromBase64(swapTransaction), lastValidBlockHeight: BigInt(lastValidBlockHeight) }
}
