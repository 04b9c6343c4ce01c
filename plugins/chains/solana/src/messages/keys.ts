/** Encodes keys and signatures as Solana writes them. Makes no requests. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** Decodes base58 of this length. Undefined for anything else. */
export function readBase58(text: unknown, length: number): Uint8Array | undefined {
  // A byte is 1.37 characters, and decoding time grows with the square of the length.
  if (typeof text !== 'string' || text.length > length * 1.4 + 1) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}
export const writeBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/**
 * Returns true when a key can own the address. False: only a program can (a program derived
 * address).
 */
export function isOnCurve(key: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(key)
    return true
  } catch {
    return false
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
