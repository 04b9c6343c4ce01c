/** Validates node responses (decision 37). */
import type { Hex } from '@portico/kernel/chain'
import * as v from 'valibot'
import { bytesOfHex } from './bytes.js'
import { createReader } from './scale.js'

export const hexBytes = v.pipe(
  v.string(),
  v.regex(/^0x(?:[\da-f]{2})*$/i),
  v.transform(text => bytesOfHex(text) ?? new Uint8Array()),
)
export const blockHash = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{64}$/i),
  v.transform(text => text.toLowerCase() as Hex),
)
export const u32 = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffffffff))
export const runtimeVersion = v.object({ specVersion: u32, transactionVersion: u32 })
export type RuntimeVersion = v.InferOutput<typeof runtimeVersion>
/**
 * Result of `Metadata_metadata_at_version`: bytes after their length; null for a version that the
 * runtime lacks.
 */
export const optionalMetadata = v.pipe(
  hexBytes,
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    if (value.length === 1 && value[0] === 0) return null
    try {
      const reader = createReader(value)
      const bytes = reader.byte() === 1 && reader.bytes(reader.count())
      if (bytes && !reader.left) return bytes
    } catch {
      // Truncated: reported below.
    }
    addIssue({ message: 'not optional bytes' })
    return NEVER
  }),
)
export const header = v.object({
  number: v.pipe(
    v.string(),
    v.regex(/^0x[\da-f]{1,8}$/i),
    v.transform(text => Number(text)),
  ),
})
export const block = v.object({ block: v.object({ extrinsics: v.array(hexBytes) }) })

/** The chain's record of an account. Base units. */
export interface AccountBalance {
  /** The number of the account's transactions in blocks. */
  readonly nonce: number
  readonly free: bigint
  readonly reserved: bigint
  readonly frozen: bigint
  /** True for an open account. Opening one takes an existential deposit. */
  readonly exists: boolean
  /** True when nothing on the chain depends on the account, so its owner may empty it. */
  readonly canClose: boolean
}

const newLogic = 1n << 127n
const accountInfoBytes = 80

/**
 * Decodes `frame_system::AccountInfo` with the balances of `pallet_balances`, the same 80 bytes on
 * every chain that has both. null: the account is not open.
 */
export const account = v.pipe(
  v.nullable(hexBytes),
  v.check(stored => stored === null || stored.length === accountInfoBytes),
  v.transform((stored): AccountBalance => {
    if (!stored)
      return { nonce: 0, free: 0n, reserved: 0n, frozen: 0n, exists: false, canClose: false }
    const reader = createReader(stored)
    const nonce = Number(reader.uint(4))
    const [consumers, providers, sufficients] = [
      reader.uint(4),
      reader.uint(4),
      reader.uint(4),
    ] as const
    const [free, reserved, frozen, last] = [
      reader.uint(16),
      reader.uint(16),
      reader.uint(16),
      reader.uint(16),
    ] as const
    // Older runtimes keep two kinds of locks, of which the higher one counts; newer ones set a flag
    // in the last number.
    const locked = last >= newLogic || last < frozen ? frozen : last
    return {
      nonce,
      free,
      reserved,
      frozen: locked,
      exists: providers + sufficients > 0n || free > 0n,
      canClose: consumers === 0n && reserved === 0n && locked === 0n,
    }
  }),
)

/**
 * Result of `TransactionPaymentApi_query_info`: weight and class come first, in a form that has
 * changed; the fee is always the last number.
 */
export const dispatchFee = v.pipe(
  hexBytes,
  v.check(info => info.length >= 18 && info.length <= 64),
  v.transform(info => createReader(info.slice(-16)).uint(16)),
)
