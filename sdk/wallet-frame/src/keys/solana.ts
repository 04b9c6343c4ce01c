/** Solana: SLIP-10 on ed25519, m/44'/501'/0'/0'. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { base58, base64, hex } from '@scure/base'
import { type Bytes, concat, isEqual, utf8 } from './bytes.js'
import { KeyError } from './errors.js'
import type { KnownAccount } from './messages.js'
import { masterSeed } from './seed.js'
import type { SignRequestOf, SignResult } from './sign-messages.js'
import { readSolanaMessage, readSolanaTransaction } from './solana-message.js'

const path = [44, 501, 0, 0]

export const solanaAccounts = (entropy: Bytes): Promise<readonly KnownAccount[]> =>
  withKey(entropy, ({ publicKey }) => [
    {
      namespace: 'solana',
      address: base58.encode(publicKey),
      publicKey: `0x${hex.encode(publicKey)}`,
      path: `m/${path.map(index => `${index}'`).join('/')}`,
    },
  ])

/** The 64 bytes that other wallets import, base58. */
export const exportSolanaKey = (entropy: Bytes): Promise<string> =>
  withKey(entropy, ({ secret, publicKey }) => base58.encode(concat(secret, publicKey)))

export const signSolana = (entropy: Bytes, request: SignRequestOf<'solana'>): Promise<SignResult> =>
  withKey(entropy, ({ secret, publicKey }) => {
    if (request.kind === 'solana/transactions')
      return {
        signed: request.transactions.map(text =>
          base64.encode(signTransaction(bytesOf(text), secret, publicKey)),
        ),
      }
    const message = bytesOf(request.message)
    if (readSolanaMessage(message))
      throw new KeyError('REQUEST_REFUSED', 'The text to sign is a transaction.')
    return { signature: base58.encode(ed25519.sign(message, secret)) }
  })

function signTransaction(transaction: Bytes, secret: Bytes, publicKey: Bytes): Bytes {
  const read = readSolanaTransaction(transaction)
  const place = read?.signers.findIndex(signer => isEqual(signer, publicKey)) ?? -1
  if (!read || place < 0)
    throw new KeyError('REQUEST_REFUSED', 'This transaction has no place for your signature.')
  const signed = Uint8Array.from(transaction)
  signed.set(ed25519.sign(read.message, secret), read.signaturesAt + 64 * place)
  return signed
}

function bytesOf(text: string): Bytes {
  try {
    return Uint8Array.from(base64.decode(text))
  } catch (error) {
    throw new KeyError('REQUEST_REFUSED', 'The bytes to sign are not base64.', error)
  }
}

async function withKey<T>(
  entropy: Bytes,
  use: (key: { readonly secret: Bytes; readonly publicKey: Bytes }) => T,
): Promise<T> {
  const seed = await masterSeed(entropy)
  const secret = deriveEd25519(seed, path)
  try {
    return use({ secret, publicKey: Uint8Array.from(ed25519.getPublicKey(secret)) })
  } finally {
    seed.fill(0)
    secret.fill(0)
  }
}

/** The private key at a path of hardened indexes (SLIP-10). */
export function deriveEd25519(seed: Uint8Array, indexes: readonly number[]): Bytes {
  let node = hmac(sha512, utf8('ed25519 seed'), seed)
  for (const index of indexes) {
    const suffix = new Uint8Array(4)
    new DataView(suffix.buffer).setUint32(0, index + 0x8000_0000)
    const data = concat(Uint8Array.of(0), node.subarray(0, 32), suffix)
    const next = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = next
  }
  const secret = Uint8Array.from(node.subarray(0, 32))
  node.fill(0)
  return secret
}
