import { base64, hex } from '@scure/base'

/** Parses hex digits of any case. Undefined for anything else. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  return /^(?:[\da-f]{2})+$/i.test(text) ? hex.decode(text.toLowerCase()) : undefined
}
/** Parses base64 with or without padding. Undefined for anything else. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    const bare = text.trim().replace(/=+$/, '')
    return bare ? base64.decode(bare + '='.repeat(-bare.length & 3)) : undefined
  } catch {
    return undefined
  }
}
export const hexOf = (bytes: Uint8Array): string => hex.encode(bytes)
export const base64Of = (bytes: Uint8Array): string => base64.encode(bytes)
/** Compares bytes for equality. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
