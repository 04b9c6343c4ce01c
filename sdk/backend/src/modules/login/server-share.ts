import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { BackendError } from '../../errors.js'
import { Refusal } from '../../server/refusal.js'
import type { SecretKeys } from './secret-keys.js'

/** A share as it is stored: under a data key of its own, which a key of the configuration seals. */
export interface StoredShare {
  readonly data_key: string
  readonly share: string
}

/** A row that was moved to another person or version does not open. */
const contextOf = (person: string, version: number) => `${person}\n${version}`

/** Encrypts with AES-256-GCM under a new data key. */
export function encryptShare(
  keys: SecretKeys,
  person: string,
  version: number,
  share: Uint8Array,
): StoredShare {
  const [dataKey, iv] = [randomBytes(32), randomBytes(12)]
  const context = contextOf(person, version)
  const cipher = createCipheriv('aes-256-gcm', dataKey, iv)
  cipher.setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(share), cipher.final()])
  const stored = {
    data_key: keys.seal('data-key', context, dataKey),
    share: Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url'),
  }
  dataKey.fill(0)
  return stored
}

/** @throws BackendError LOGIN_SEALED when the key is gone or the row was changed */
export function decryptShare(
  keys: SecretKeys,
  person: string,
  version: number,
  { data_key, share }: StoredShare,
): Buffer {
  const context = contextOf(person, version)
  const dataKey = keys.open('data-key', context, data_key)
  const all = Buffer.from(share, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', dataKey, all.subarray(0, 12), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(all.subarray(12, 28))
    return Buffer.concat([decipher.update(all.subarray(28)), decipher.final()])
  } catch (cause) {
    throw new BackendError('LOGIN_SEALED', 'A stored share was changed.', { cause })
  } finally {
    dataKey.fill(0)
  }
}

/** Seals the data key under the current key of the configuration. The share stays as it is. */
export function rewrapDataKey(
  keys: SecretKeys,
  person: string,
  version: number,
  sealed: string,
): string {
  const context = contextOf(person, version)
  const dataKey = keys.open('data-key', context, sealed)
  const rewrapped = keys.seal('data-key', context, dataKey)
  dataKey.fill(0)
  return rewrapped
}

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
})
const info = new TextEncoder().encode('portico server share 1').buffer

/**
 * Seals a share to a key of the frame: RFC 9180, base mode, X25519, HKDF-SHA-256, AES-128-GCM.
 *
 * @throws Refusal 422 `publicKey` for a key of low order, which gives no secret
 */
export async function sealShare(
  publicKey: Uint8Array,
  share: Uint8Array,
  aad: string,
): Promise<{ readonly enc: string; readonly sealed: string }> {
  const sender = await senderTo(publicKey)
  const sealed = await sender.seal(bufferOf(share), bufferOf(new TextEncoder().encode(aad)))
  return {
    enc: Buffer.from(sender.enc).toString('base64url'),
    sealed: Buffer.from(sealed).toString('base64url'),
  }
}

async function senderTo(publicKey: Uint8Array) {
  try {
    const recipientPublicKey = await suite.kem.deserializePublicKey(bufferOf(publicKey))
    return await suite.createSenderContext({ recipientPublicKey, info })
  } catch {
    throw new Refusal(422, 'publicKey', 'publicKey is no X25519 key that data can be sealed to.')
  }
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
