/** Signatures of before segwit: 65 bytes from which the key can be recovered. BIP-137. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { BitcoinAddress } from './address.js'
import { sameBytes } from './bytes.js'
import { hash160, keyFits } from './keys.js'

/** What is hashed and signed: magic words, length, text. */
export function legacyMessageHash(text: string): Uint8Array {
  const [magic, said] = ['Bitcoin Signed Message:\n', text].map(part => new TextEncoder().encode(part)) as [Uint8Array, Uint8Array]
  return sha256(sha256(concatBytes(Uint8Array.of(magic.length), magic, compactSize(said.length), said)))
}

/**
 * Whether a 65-byte signature is that address's over that text.
 *
 * The header says which key to recover (its value modulo 4) and whether the key is written short. Which kind of address it stands for is not believed: wallets
 * sign for nested and segwit addresses under the header of the oldest kind. The key itself has to lead to the address.
 */
export function verifyLegacy(signature: Uint8Array, text: string, address: BitcoinAddress): boolean {
  const read = readLegacySignature(signature)
  if (!read) return false
  try {
    const key = secp256k1.Signature.fromBytes(Uint8Array.of(read.recovery, ...read.signature), 'recovered').recoverPublicKey(legacyMessageHash(text))
    if (read.compressed) return keyFits(key.toBytes(true), address) === true
    return address.kind === 'p2pkh' && sameBytes(hash160(key.toBytes(false)), address.payload)
  } catch {
    // Numbers that are no point of the curve.
    return false
  }
}

/** Takes the 65 bytes apart: which of the keys that fit, whether it is written short, and the two numbers. Undefined: no signature of this kind. */
export function readLegacySignature([header = 0, ...rest]: Uint8Array) {
  if (rest.length !== 64 || header < 27 || header > 42) return undefined
  return { recovery: (header - 27) & 3, compressed: header >= 31, signature: Uint8Array.from(rest) }
}

function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  if (length <= 0xffff) return Uint8Array.of(0xfd, length & 0xff, length >> 8)
  return Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24)
}
