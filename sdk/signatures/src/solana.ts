/**
 * Signatures of Solana accounts: ed25519, in the narrow reading of RFC 8032 that the chain itself
 * has.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesOfBase58, bytesOfBase64, bytesOfText, sameBytes } from './bytes.js'
import type { Verdict } from './verdict.js'

/** An address is a key, and has one spelling. */
export const canonicalAddress = (text: string): string | undefined =>
  bytesOfBase58(text, 32) ? text : undefined

/**
 * Judges a signature in base58. `signedBytes`: what was really signed, where a wallet put the text
 * into an envelope; a string is base64.
 */
export function judge(
  address: string,
  text: string,
  signature: string,
  signedBytes: Uint8Array | string = bytesOfText(text),
): Verdict {
  const key = bytesOfBase58(address, 32)
  if (!key) return 'ADDRESS_MALFORMED'
  const bytes = bytesOfBase58(signature, 64)
  const signed =
    typeof signedBytes === 'string'
      ? bytesOfBase64(signedBytes.slice(0, longestEnvelope))
      : signedBytes
  if (!bytes || !signed) return 'SIGNATURE_MALFORMED'
  if (!isWordingOf(signed, bytesOfText(text), key)) return 'SIGNATURE_WRONG'
  if (!isReduced(bytes)) return 'SIGNATURE_MALLEABLE'
  return isSignedBy(key, signed, bytes) ? { scheme: 'ed25519' } : 'SIGNATURE_WRONG'
}
// In base64: more than the longest message and its header come to.
const longestEnvelope = 65_536

/**
 * Whether this key signed these bytes. By RFC 8032, as the chain itself checks: what the chain
 * refuses is no signature here.
 */
export function isSignedBy(key: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, bytes, key, { zip215: false })
  } catch {
    // A key that is on no curve has signed nothing.
    return false
  }
}
/**
 * Whether the number in the second half is below the order of the group: the same signature has
 * others above it.
 */
function isReduced(signature: Uint8Array): boolean {
  const s = signature.subarray(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return s < ed25519.CURVE.n
}

// What hardware wallets put before a text, so that it can never be a transaction (Solana off-chain
// message, version 0).
const envelope = Uint8Array.of(0xff, ...bytesOfText('solana offchain'), 0)
const domainLength = 32

/**
 * Whether bytes say this text to this key and nothing else: as it is, or in the envelope of
 * off-chain messages, whose header is read to its last byte.
 */
export function isWordingOf(signed: Uint8Array, text: Uint8Array, key: Uint8Array): boolean {
  return sameBytes(signed, text) || isEnveloped(signed, text, key)
}
/**
 * The header names an application (any), the form of the text, one signer and the length of the
 * text; that of older wallets form and length alone.
 */
function isEnveloped(signed: Uint8Array, text: Uint8Array, key: Uint8Array): boolean {
  const at = signed.length - text.length
  if (at < envelope.length || text.length > 0xffff) return false
  if (
    !sameBytes(signed.subarray(0, envelope.length), envelope) ||
    !sameBytes(signed.subarray(at), text)
  )
    return false
  const length = [text.length & 0xff, text.length >> 8]
  const header = signed.subarray(envelope.length, at)
  return (
    isEnding(header, text, length) ||
    isEnding(header.subarray(domainLength), text, [1, ...key, ...length])
  )
}
function isEnding(header: Uint8Array, text: Uint8Array, expected: readonly number[]): boolean {
  const [form] = header
  // 0: plain ASCII, where wallets let lines break; 1 and 2: UTF-8, of which any text is.
  const isForm =
    form === 0
      ? text.every(byte => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a)
      : form === 1 || form === 2
  return isForm && sameBytes(header.subarray(1), Uint8Array.from(expected))
}
