/** Decodes transactions in blocks. */
import { hexOf } from '../node/bytes.js'
import type { Metadata } from '../node/metadata.js'
import type { Runtime, SubstrateNode } from '../node/node.js'
import { createReader } from '../node/scale.js'
import { decodeAll, decodeValue, isChosen, type Value } from '../node/values.js'
import { extrinsicHash } from './extrinsic.js'

export interface SignedTransaction {
  readonly from: Uint8Array
  readonly nonce: number
  readonly call: Uint8Array
}

const signedFormat4 = 0x84

/**
 * Decodes a signed transaction. Undefined for an unsigned one, and for other formats. Throws a
 * ChainError CHAIN_ANSWER for malformed bytes.
 */
export function readSigned(
  { metadata }: Pick<Runtime, 'metadata'>,
  extrinsic: Uint8Array,
): SignedTransaction | undefined {
  const reader = createReader(extrinsic)
  reader.compact()
  if (reader.byte() !== signedFormat4) return undefined
  const from = accountOf(
    decodeValue(metadata, metadata.extrinsic.parameters.get('Address') ?? -1, reader),
  )
  // An ECDSA signature has one byte more than the other two kinds.
  reader.bytes(reader.byte() === 2 ? 65 : 64)
  let nonce = 0
  for (const { name, extra } of metadata.extrinsic.extensions) {
    if (name === 'CheckNonce') nonce = Number(reader.compact())
    else decodeValue(metadata, extra, reader)
  }
  return from && { from, nonce, call: reader.bytes(reader.left) }
}

/** Returns recipient and amount of a call of the pallet Balances. Empty for any other call. */
export function paymentOf(
  metadata: Metadata,
  call: Uint8Array,
): { readonly to?: Uint8Array; readonly amount?: bigint } {
  const [inner] = payments(metadata, call)
  const { dest, value } = (
    isChosen(inner) && typeof inner.with === 'object' ? inner.with : {}
  ) as Readonly<Record<string, Value | undefined>>
  const to = accountOf(dest)
  return { ...(to && { to }), ...(typeof value === 'bigint' && { amount: value }) }
}
function payments(metadata: Metadata, call: Uint8Array): readonly Value[] {
  try {
    const decoded = decodeAll(metadata, metadata.extrinsic.parameters.get('Call') ?? -1, call)
    return isChosen(decoded) && decoded.is === 'Balances' && Array.isArray(decoded.with)
      ? decoded.with
      : []
  } catch {
    // An undecodable call counts as different from the described one.
    return []
  }
}

/** Returns the account that an address names by its id. */
function accountOf(address: Value | undefined): Uint8Array | undefined {
  const value = isChosen(address) ? (address.is === 'Id' ? address.with : undefined) : address
  if (value instanceof Uint8Array) return value.length === 32 ? value : undefined
  return Array.isArray(value) && value.length === 1 ? accountOf(value[0]) : undefined
}

export interface Place {
  readonly extrinsic: Uint8Array
  readonly hash: string
  readonly runtime: Runtime
}
// Blocks requested at once.
const together = 16

/**
 * Searches the blocks from `first` to `last` for a transaction. `mayBe` filters without the
 * runtime, which is read only for its matches; `is` decides with it.
 */
export async function findInBlocks(
  node: SubstrateNode,
  { first, last }: { readonly first: number; readonly last: number },
  { mayBe, is }: { mayBe(extrinsic: Uint8Array): boolean; is(place: Place): boolean },
  signal: AbortSignal,
): Promise<Place | undefined> {
  for (let at = first; at <= last; at += together) {
    const numbers = Array.from(
      { length: Math.min(together, last - at + 1) },
      (_none, offset) => at + offset,
    )
    const blocks = await Promise.all(
      numbers.map(async number => {
        const block = await node.blockHash(number, signal)
        return { block, extrinsics: (await node.extrinsics(block, signal)).filter(mayBe) }
      }),
    )
    for (const { block, extrinsics } of blocks.filter(one => one.extrinsics.length)) {
      const runtime = await node.runtime(block, signal)
      const found = extrinsics
        .map(extrinsic => ({ extrinsic, hash: extrinsicHash(extrinsic), runtime }))
        .find(is)
      if (found) return found
    }
  }
  return undefined
}
/**
 * Matches transactions that this account may have sent: its id follows a length, a format and a
 * kind of address.
 */
export function mayBeFrom(account: Uint8Array): (extrinsic: Uint8Array) => boolean {
  const id = hexOf(account).slice(2)
  return extrinsic => hexOf(extrinsic.subarray(0, 40)).includes(id)
}
