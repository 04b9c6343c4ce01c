/**
 * What a wallet signs of a transaction: the words of SignerPayloadJSON as bytes, by the extensions
 * that the runtime names.
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'

type Words = Readonly<Record<string, unknown>>

/**
 * The bytes, hashed where they are more than 256, as the runtime checks them. Throws for words that
 * are none.
 */
export function payloadBytes(words: Words): Uint8Array {
  const extensions = Array.isArray(words.signedExtensions) ? words.signedExtensions.map(String) : []
  const parts = extensions.map(name => extensionBytes[name]?.(words) ?? {})
  const payload = join([
    bytes(words.method),
    ...parts.map(part => part.extra),
    ...parts.map(part => part.additional),
  ])
  return payload.length > 256 ? blake2b(payload, { dkLen: 32 }) : payload
}

interface Part {
  /** Goes along with the transaction. */
  readonly extra?: Uint8Array
  /** Is signed, and known to the chain anyway. */
  readonly additional?: Uint8Array
}
const mortality = (words: Words): Part => ({
  extra: bytes(words.era),
  additional: bytes(words.blockHash),
})
// An extension without a line adds nothing, as wallets take it.
const extensionBytes: Readonly<Record<string, (words: Words) => Part>> = {
  CheckSpecVersion: words => ({ additional: u32(words.specVersion) }),
  CheckTxVersion: words => ({ additional: u32(words.transactionVersion) }),
  CheckGenesis: words => ({ additional: bytes(words.genesisHash) }),
  CheckEra: mortality,
  CheckMortality: mortality,
  CheckNonce: words => ({ extra: compact(BigInt(String(words.nonce))) }),
  ChargeTransactionPayment: words => ({ extra: compact(BigInt(String(words.tip))) }),
  ChargeAssetTxPayment: words => ({
    extra: Uint8Array.of(...compact(BigInt(String(words.tip))), 0),
  }),
  CheckMetadataHash: ({ mode, metadataHash }) =>
    mode === 1
      ? { extra: Uint8Array.of(1), additional: Uint8Array.of(1, ...bytes(metadataHash)) }
      : { extra: Uint8Array.of(0), additional: Uint8Array.of(0) },
}

/** Hex as bytes. Throws for anything else. */
export function bytes(text: unknown): Uint8Array {
  return hex.decode(String(text).replace(/^0x/, ''))
}
function join(parts: readonly (Uint8Array | undefined)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => [...(part ?? [])]))
}
function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_none, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}
const u32 = (value: unknown) => littleEndian(BigInt(String(value)), 4)

/** SCALE's form of whole numbers, whose length depends on their value. */
function compact(value: bigint): Uint8Array {
  if (value < 64n) return littleEndian(value << 2n, 1)
  if (value < 16_384n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1_073_741_824n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return Uint8Array.of(((length - 4) << 2) | 3, ...littleEndian(value, length))
}
