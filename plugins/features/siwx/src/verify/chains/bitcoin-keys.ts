/** How a public key and an address belong together. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sameBytes } from '../bytes.js'
import type { BitcoinAddress } from './bitcoin-address.js'

/** What stands for a key in the older addresses. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
/** The script that a nested address (P2SH-P2WPKH) hides: version 0 and the key's hash. */
export const nestedScript = (publicKey: Uint8Array): Uint8Array => Uint8Array.of(0, 20, ...hash160(publicKey))

/** Whether a key of 33 bytes is the one that spends from a single-key address. */
export function keyFits(publicKey: Uint8Array, { kind, payload }: BitcoinAddress): boolean {
  switch (kind) {
    case 'p2pkh':
    case 'p2wpkh':
      return sameBytes(hash160(publicKey), payload)
    case 'p2sh':
      return sameBytes(hash160(nestedScript(publicKey)), payload)
    case 'p2tr':
      return sameBytes(taprootKey(publicKey.subarray(1)), payload)
    default:
      return false
  }
}

/** The key that a taproot address shows: the wallet's own, moved by its hash (BIP-341, no scripts). */
function taprootKey(internal: Uint8Array): Uint8Array {
  const { lift_x, pointToBytes, taggedHash } = schnorr.utils
  const point = lift_x(secp256k1.Point.Fp.fromBytes(internal))
  const tweak = secp256k1.Point.Fn.fromBytes(taggedHash('TapTweak', internal))
  return pointToBytes(point.add(secp256k1.Point.BASE.multiply(tweak)))
}
