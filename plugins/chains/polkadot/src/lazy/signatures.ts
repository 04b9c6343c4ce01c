/** Signatures of the three kinds that Substrate accounts have. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { verify as verifySr25519 } from '@scure/sr25519'
import { sameBytes } from './bytes.js'
import { blake2 } from './extrinsic.js'

export type Scheme = 'ed25519' | 'sr25519' | 'ecdsa'
const schemes: readonly Scheme[] = ['ed25519', 'sr25519', 'ecdsa']

/**
 * How a signature over these bytes was made by that account; undefined: not by it. It may have the byte in front that names its kind; without it, the kinds
 * are tried, because an account does not tell its own.
 */
export function schemeOf(signature: Uint8Array, signed: Uint8Array, accountId: Uint8Array): Scheme | undefined {
  return candidates(signature).find(([scheme, bare]) => fits(scheme, bare, signed, accountId))?.[0]
}
/** The signature with the byte in front that names its kind. */
export function typedSignature(signature: Uint8Array, scheme: Scheme): Uint8Array {
  const bare = candidates(signature).find(([candidate]) => candidate === scheme)?.[1] ?? signature
  return Uint8Array.of(schemes.indexOf(scheme), ...bare)
}

function candidates(signature: Uint8Array): readonly (readonly [Scheme, Uint8Array])[] {
  const [first = -1] = signature
  const named = schemes[first]
  const rest = signature.slice(1)
  switch (signature.length) {
    case 64:
      return [
        ['sr25519', signature],
        ['ed25519', signature],
      ]
    case 65:
      return [...(named === 'ed25519' || named === 'sr25519' ? [[named, rest] as const] : []), ['ecdsa', signature]]
    case 66:
      return named === 'ecdsa' ? [[named, rest]] : []
    default:
      return []
  }
}

function fits(scheme: Scheme, signature: Uint8Array, signed: Uint8Array, accountId: Uint8Array): boolean {
  try {
    if (scheme === 'sr25519') return accountId.length === 32 && verifySr25519(signed, signature, accountId)
    if (scheme === 'ed25519') return accountId.length === 32 && ed25519.verify(signature, signed, accountId)
    // Some write the recovery number as Bitcoin and Ethereum do.
    const recovery = (signature[64] ?? 0) % 27
    const key = secp256k1.Signature.fromBytes(Uint8Array.of(recovery, ...signature.slice(0, 64)), 'recovered')
      .recoverPublicKey(blake2(signed, 32))
      .toBytes(true)
    return sameBytes(key, accountId) || sameBytes(blake2(key, 32), accountId)
  } catch {
    // The libraries throw at what is no signature or key at all; that is as wrong as a wrong one.
    return false
  }
}
