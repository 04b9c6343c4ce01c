/** Signatures of the three kinds that Substrate accounts have, over text that wallets wrap. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { verify as verifySr25519 } from '@scure/sr25519'
import { bytesOfHex, bytesOfText, sameBytes } from './bytes.js'
import { readAddress } from './substrate-address.js'
import type { Verdict } from './verdict.js'

export type Scheme = 'ed25519' | 'sr25519' | 'ecdsa'
// In the order of the byte that may stand in front of a signature.
const schemes: readonly Scheme[] = ['ed25519', 'sr25519', 'ecdsa']

/** Judges a signature in hex, over the wrapped text or, as older wallets sign it, the bare one. */
export function judge(address: string, text: string, signature: string): Verdict {
  const account = readAddress(address)
  if (!account) return 'ADDRESS_MALFORMED'
  // A longer one is none.
  const bytes = bytesOfHex(signature.slice(0, 200)) ?? new Uint8Array()
  const verdicts = [`<Bytes>${text}</Bytes>`, text].map(said =>
    judgeBytes(bytes, bytesOfText(said), account),
  )
  return (
    verdicts.find(each => typeof each === 'object') ??
    verdicts.find(each => each !== 'SIGNATURE_WRONG') ??
    'SIGNATURE_WRONG'
  )
}
/**
 * Judges a signature over these bytes by that account: 32 bytes, or the 33 of a whole ECDSA key. It
 * may have the byte in front that names its kind.
 */
export function judgeBytes(
  signature: Uint8Array,
  signed: Uint8Array,
  account: Uint8Array,
): Verdict {
  const candidates = candidatesOf(signature)
  if (!candidates.length) return 'SIGNATURE_MALFORMED'
  const verdicts = candidates.map(([scheme, bytes]) => judgeOne(scheme, bytes, signed, account))
  return (
    verdicts.find(each => typeof each === 'object') ??
    verdicts.find(each => each !== 'SIGNATURE_WRONG') ??
    'SIGNATURE_WRONG'
  )
}
/** How a signature over these bytes was made by that account; undefined: not by it. */
export function schemeOf(
  signature: Uint8Array,
  signed: Uint8Array,
  account: Uint8Array,
): Scheme | undefined {
  const verdict = judgeBytes(signature, signed, account)
  return typeof verdict === 'object' ? schemes.find(each => each === verdict.scheme) : undefined
}
/**
 * The signature in the one form that the chain takes: with the byte in front that names its kind,
 * and with the recovery number of ecdsa from 0 on.
 */
export function typedSignature(signature: Uint8Array, scheme: Scheme): Uint8Array {
  const bare = candidatesOf(signature).find(([candidate]) => candidate === scheme)?.[1] ?? signature
  const recovery = scheme === 'ecdsa' ? recoveryOf(bare) : undefined
  return Uint8Array.of(
    schemes.indexOf(scheme),
    ...(recovery === undefined ? bare : [...bare.subarray(0, 64), recovery]),
  )
}
/** 0 to 3, as the chain has it; some write it as Bitcoin and Ethereum do, from 27 on. */
function recoveryOf(signature: Uint8Array): number | undefined {
  const last = signature[64] ?? 255
  const recovery = last < 27 ? last : last - 27
  return recovery < 4 ? recovery : undefined
}

/**
 * A signature may name its kind; without that, the kinds of its length are tried, because an
 * account does not tell its own.
 */
function candidatesOf(signature: Uint8Array): readonly (readonly [Scheme, Uint8Array])[] {
  const named = schemes[signature[0] ?? -1]
  const rest = signature.slice(1)
  switch (signature.length) {
    case 64:
      return [
        ['sr25519', signature],
        ['ed25519', signature],
      ]
    case 65:
      return [
        ...(named === 'ed25519' || named === 'sr25519' ? [[named, rest] as const] : []),
        ['ecdsa', signature],
      ]
    case 66:
      return named === 'ecdsa' ? [[named, rest]] : []
    default:
      return []
  }
}

function judgeOne(
  scheme: Scheme,
  signature: Uint8Array,
  signed: Uint8Array,
  account: Uint8Array,
): Verdict {
  try {
    if (scheme === 'sr25519')
      return account.length === 32 && verifySr25519(signed, signature, account)
        ? { scheme }
        : 'SIGNATURE_WRONG'
    if (scheme === 'ed25519')
      return account.length === 32 && ed25519.verify(signature, signed, account, { zip215: false })
        ? { scheme }
        : 'SIGNATURE_WRONG'
    const recovery = recoveryOf(signature)
    if (recovery === undefined) return 'SIGNATURE_WRONG'
    const parsed = secp256k1.Signature.fromCompact(signature.subarray(0, 64)).addRecoveryBit(
      recovery,
    )
    const key = parsed.recoverPublicKey(blake2b(signed, { dkLen: 32 })).toRawBytes(true)
    if (!sameBytes(key, account) && !sameBytes(blake2b(key, { dkLen: 32 }), account))
      return 'SIGNATURE_WRONG'
    return parsed.hasHighS() ? 'SIGNATURE_MALLEABLE' : { scheme }
  } catch {
    // The libraries throw at what is no signature or key at all; that is as wrong as a wrong one.
    return 'SIGNATURE_WRONG'
  }
}
