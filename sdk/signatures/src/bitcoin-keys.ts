/** How a public key and an address belong together. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sameBytes } from './bytes.js'

/** The hash of a key in the older addresses. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
/** The script that a nested address (P2SH-P2WPKH) hides: version 0 and the key's hash. */
export const nestedScript = (publicKey: Uint8Array): Uint8Array =>
  Uint8Array.of(0, 20, ...hash160(publicKey))

/**
 * Whether a key, 33 bytes or the 32 that taproot writes, is the one that spends from a single-key
 * address. Undefined for scripts, whose address does not show the key.
 */
export function keyFits(
  publicKey: Uint8Array,
  { kind, payload }: { readonly kind: string; readonly payload: Uint8Array },
): boolean | undefined {
  if (kind === 'p2tr') return sameBytes(taprootKey(publicKey.slice(-32)), payload)
  if (publicKey.length !== 33) return kind === 'p2wsh' ? undefined : false
  if (kind === 'p2pkh' || kind === 'p2wpkh') return sameBytes(hash160(publicKey), payload)
  // Any other script may stand behind a script hash.
  return kind === 'p2sh' && sameBytes(hash160(nestedScript(publicKey)), payload) ? true : undefined
}

/**
 * The key that a taproot address shows: the wallet's own, moved by its hash (BIP-341, no scripts).
 */
function taprootKey(internal: Uint8Array): Uint8Array {
  const { bytesToNumberBE, lift_x, pointToBytes, taggedHash } = schnorr.utils
  const tweak = bytesToNumberBE(taggedHash('TapTweak', internal))
  return pointToBytes(
    lift_x(bytesToNumberBE(internal)).add(secp256k1.ProjectivePoint.BASE.multiply(tweak)),
  )
}
