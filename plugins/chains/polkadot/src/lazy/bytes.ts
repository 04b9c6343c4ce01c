import type { Hex } from '@portico/kernel/contracts'
import { hex } from '@scure/base'

export const hexOf = (bytes: Uint8Array): Hex => `0x${hex.encode(bytes)}`
/** Hex digits after 0x as bytes; undefined for anything else. */
export function bytesOfHex(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && /^0x(?:[\da-f]{2})*$/i.test(text) ? hex.decode(text.slice(2).toLowerCase()) : undefined
}
/** The same bytes, at the same places. */
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
