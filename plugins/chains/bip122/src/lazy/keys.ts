/** How a public key and an address belong together. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { BitcoinAddress } from './address.js'
import { bytesOfHex, sameBytes } from './bytes.js'

/** What stands for a key in the older addresses. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
/** The script that a nested address (P2SH-P2WPKH) hides: version 0 and the key's hash. */
export const nestedScript = (publicKey: Uint8Array): Uint8Array => Uint8Array.of(0, 20, ...hash160(publicKey))

/** Whether a key in hex is on the curve: 33 bytes, or 32 (x only) as taproot has them. */
export function readPublicKey(text: unknown): Uint8Array | undefined {
  const bytes = typeof text === 'string' ? bytesOfHex(text) : undefined
  if (bytes?.length !== 33 && bytes?.length !== 32) return undefined
  const compressed = bytes.length === 33 ? bytes : Uint8Array.of(2, ...bytes)
  return secp256k1.utils.isValidPublicKey(compressed, true) ? bytes : undefined
}

/** Whether the key is the one that spends from a single-key address. Undefined: the address does not tell (scripts). */
export function keyFits(publicKey: Uint8Array, { kind, payload }: BitcoinAddress): boolean | undefined {
  if (kind === 'p2tr') return sameBytes(taprootKey(xOnly(publicKey)), payload)
  if (publicKey.length !== 33) return kind === 'p2wsh' ? undefined : false
  if (kind === 'p2pkh' || kind === 'p2wpkh') return sameBytes(hash160(publicKey), payload)
  // Any other script may stand behind a script hash.
  return kind === 'p2sh' && sameBytes(hash160(nestedScript(publicKey)), payload) ? true : undefined
}
export const xOnly = (publicKey: Uint8Array): Uint8Array => publicKey.slice(-32)

/** The key that a taproot address shows: the wallet's own, moved by its hash (BIP-341, no scripts). */
function taprootKey(internal: Uint8Array): Uint8Array {
  const { lift_x, pointToBytes, taggedHash } = schnorr.utils
  const point = lift_x(secp256k1.Point.Fp.fromBytes(internal))
  const tweak = secp256k1.Point.Fn.fromBytes(taggedHash('TapTweak', internal))
  return pointToBytes(point.add(secp256k1.Point.BASE.multiply(tweak)))
}
