/**
 * The key by which the server knows the opened wallet: Ed25519, from the entropy, and never outside
 * of the worker. Access to the mailbox alone does not have it, so it cannot replace shares.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { type Bytes, base64url, utf8 } from './bytes.js'
import type { DeviceProof } from './device-key.js'
import { deriveFromEntropy } from './seed.js'

/** The public key, 32 bytes in base64url, which the server keeps with the first share. */
export const walletKeyOf = (entropy: Bytes): Promise<string> =>
  withSecret(entropy, secret => base64url(ed25519.getPublicKey(secret)))

/** A signature over five lines, as the login module of the backend checks it. */
export const proveWallet = (
  entropy: Bytes,
  { purpose, nonce, binding }: DeviceProof,
  origin: string,
): Promise<string> =>
  withSecret(entropy, secret => {
    const lines = ['portico wallet proof 1', purpose, origin, nonce, binding]
    return base64url(ed25519.sign(utf8(lines.join('\n')), secret))
  })

async function withSecret<T>(entropy: Bytes, use: (secret: Bytes) => T): Promise<T> {
  const secret = await deriveFromEntropy(entropy, 'portico wallet proof 1')
  try {
    return use(secret)
  } finally {
    secret.fill(0)
  }
}
