// Not `hex` of @scure/base: without the platform's `Uint8Array.fromHex` it is twelve times slower,
// 69 ms of CPU for the metadata of Polkadot.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Hex } from '@portico/kernel/chain'

export const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
/** Parses hex digits after 0x. Undefined for anything else. */
export function bytesOfHex(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && /^0x(?:[\da-f]{2})*$/i.test(text)
    ? hexToBytes(text.slice(2))
    : undefined
}
/** Compares bytes for equality. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
