/** Validates what a Safe answers. */
import * as v from 'valibot'

const hex = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^0x[\\da-fA-F]{${2 * bytes}}$`)))
const signature = v.pipe(v.string(), v.maxLength(65_538), v.regex(/^0x(?:[\da-fA-F]{2})*$/))

export const safeInfo = v.object({
  safeAddress: hex(20),
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
export type SafeInfo = v.InferOutput<typeof safeInfo>

export const sent = v.object({ safeTxHash: hex(32) })
/**
 * Signed by all required owners; or to be signed by others, found by its hash; or signed by a
 * transaction.
 */
export const signed = v.object({
  signature: v.nullish(signature),
  messageHash: v.nullish(hex(32)),
  safeTxHash: v.nullish(hex(32)),
})
/** Empty as long as a signature is missing. */
export const laterSignature = v.nullish(signature)

export const transaction = v.object({
  txStatus: v.picklist([
    'AWAITING_CONFIRMATIONS',
    'AWAITING_EXECUTION',
    'SUCCESS',
    'FAILED',
    'CANCELLED',
  ]),
  txHash: v.nullish(hex(32)),
})
