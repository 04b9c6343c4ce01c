/** Validates the keys that wallets report. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesOfHex } from '../node/bytes.js'

/** Parses a hex key on the curve: 33 bytes, or 32 (x only) as in taproot. */
export function readPublicKey(text: unknown): Uint8Array | undefined {
  const bytes = typeof text === 'string' ? bytesOfHex(text) : undefined
  if (bytes?.length !== 33 && bytes?.length !== 32) return undefined
  return isOnCurve(bytes.length === 33 ? bytes : Uint8Array.of(2, ...bytes)) ? bytes : undefined
}
function isOnCurve(publicKey: Uint8Array): boolean {
  try {
    secp256k1.ProjectivePoint.fromHex(publicKey)
    return true
  } catch {
    return false
  }
}
export const xOnly = (publicKey: Uint8Array): Uint8Array => publicKey.slice(-32)
