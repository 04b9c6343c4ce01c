/** Signatures of Solana accounts: ed25519, in the narrow reading of RFC 8032 that the chain itself has. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesOfBase58, bytesOfBase64, bytesOfText, sameBytes } from './bytes.js'
import type { Verdict } from './verdict.js'

/** An address is a key, and has one spelling. */
export const canonicalAddress = (text: string): string | undefined => (bytesOfBase58(text, 32) ? text : undefined)

/** Judges a signature in base58. `signedBytes`: what was really signed, where a wallet put the text into an envelope; a string is base64. */
export function judge(address: string, text: string, signature: string, signedBytes: Uint8Array | string = bytesOfText(text)): Verdict {
  const key = bytesOfBase58(address, 32)
  if (!key) return 'ADDRESS_MALFORMED'
  const bytes = bytesOfBase58(signature, 64)
  const signed = typeof signedBytes === 'string' ? bytesOfBase64(signedBytes.slice(0, longestEnvelope)) : signedBytes
  if (!bytes || !signed) return 'SIGNATURE_MALFORMED'
  if (!isWordingOf(signed, bytesOfText(text))) return 'SIGNATURE_WRONG'
  if (!isReduced(bytes)) return 'SIGNATURE_MALLEABLE'
  return isSignedBy(key, signed, bytes) ? { scheme: 'ed25519' } : 'SIGNATURE_WRONG'
}
// In base64: more than the longest message and its header come to.
const longestEnvelope = 65_536

/** Whether this key signed these bytes. By RFC 8032, as the chain itself checks: what the chain refuses is no signature here. */
export function isSignedBy(key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, bytes, key, { zip215: false })
  } catch {
    // A key that is on no curve has signed nothing.
    return false
  }
}
/** Whether the number in the second half is below the order of the group: the same signature has others above it. */
function isReduced(signature: Uint8Array): boolean {
  const s = signature.subarray(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return s < ed25519.Point.Fn.ORDER
}

// What hardware wallets put before a text, so that it can never be a transaction (Solana off-chain message).
const envelope = Uint8Array.of(0xff, ...bytesOfText('solana offchain'))
// Version, domain, format, one signer and the length.
const longestHeader = 16 + 1 + 32 + 1 + 33 + 2

/** Whether bytes say this text and nothing else: as it is, or in the envelope of off-chain messages, which ends with it. */
export function isWordingOf(signed: Uint8Array, text: Uint8Array): boolean {
  if (sameBytes(signed, text)) return true
  const header = signed.length - text.length
  return (
    header > envelope.length && header <= longestHeader && sameBytes(signed.subarray(0, envelope.length), envelope) && sameBytes(signed.subarray(header), text)
  )
}
