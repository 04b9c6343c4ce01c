import { base58, base64, hex } from '@scure/base'

/** Hex digits after 0x, in any case, as bytes; undefined for anything else. */
export const bytesOfHex = (text: string): Uint8Array | undefined =>
  /^0x(?:[\da-f]{2})*$/i.test(text) ? hex.decode(text.slice(2).toLowerCase()) : undefined
export const hexOf = (bytes: Uint8Array): `0x${string}` => `0x${hex.encode(bytes)}`
/** Base64 with or without padding as bytes; undefined for anything else. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    const bare = text.replace(/={1,2}$/, '')
    return bare ? base64.decode(bare + '='.repeat(-bare.length & 3)) : undefined
  } catch {
    return undefined
  }
}
/**
 * Base58 as this many bytes; undefined for anything else. Decoding takes the square of the length,
 * so that is looked at first.
 */
export function bytesOfBase58(text: string, length: number): Uint8Array | undefined {
  if (text.length > length * 1.4 + 1) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}
export const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text)
/** The same bytes, at the same places. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
