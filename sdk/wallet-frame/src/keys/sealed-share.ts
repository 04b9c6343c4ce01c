/** The server share as the server sends it: sealed to a key that this frame made (RFC 9180). */
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, base64url, bytesOfBase64url, randomBytes, sha256, utf8 } from './bytes.js'
import type { DeviceStore, KeptLoginKey } from './device-store.js'
import { KeyError } from './errors.js'
import { wrappingKey } from './wrapping-key.js'

/** The answer of a release, with the nonce of the proof that asked for it. */
export interface Released {
  readonly version: number
  readonly enc: string
  readonly sealed: string
  readonly nonce: string
}

/**
 * A key for one login: what the server sends for it opens in this browser alone. The browser keeps
 * it under its wrapping key, because WebKit cannot store an X25519 key.
 *
 * Throws BROWSER_TOO_OLD where WebCrypto has no X25519.
 */
export async function newLoginKey(store: DeviceStore): Promise<Bytes> {
  const [wrapping, iv] = [await wrappingKey(store), randomBytes(12)]
  let kept: KeptLoginKey
  try {
    const made = await crypto.subtle.generateKey('X25519', true, ['deriveBits'])
    const { publicKey, privateKey } = made as CryptoKeyPair
    const how = { name: 'AES-GCM', iv }
    const wrapped = await crypto.subtle.wrapKey('pkcs8', privateKey, wrapping, how)
    const raw = await crypto.subtle.exportKey('raw', publicKey)
    kept = { publicKey: new Uint8Array(raw), iv, wrapped: new Uint8Array(wrapped) }
  } catch (error) {
    throw new KeyError('BROWSER_TOO_OLD', 'This browser is too old: it has no X25519 keys.', error)
  }
  await store.put('login-key', kept)
  return kept.publicKey
}

/** The public key and its hash, which binds a login to it. Both base64url. */
export const describeLoginKey = async (publicKey: Bytes) => ({
  publicKey: base64url(publicKey),
  keyHash: base64url(await sha256(publicKey)),
})

/** Throws LOGIN_KEY_MISSING where this browser has none, or cannot read it any more. */
async function readLoginKey(store: DeviceStore): Promise<CryptoKeyPair> {
  const kept = await store.read('login-key')
  if (!kept) throw missing()
  try {
    const { iv, wrapped, publicKey } = kept
    const how = { name: 'AES-GCM', iv }
    const key = await wrappingKey(store)
    return {
      privateKey: await crypto.subtle.unwrapKey('pkcs8', wrapped, key, how, 'X25519', false, [
        'deriveBits',
      ]),
      publicKey: await crypto.subtle.importKey('raw', publicKey, 'X25519', true, []),
    }
  } catch (error) {
    throw missing(error)
  }
}
const missing = (cause?: unknown) =>
  new KeyError('LOGIN_KEY_MISSING', 'The key of this login is gone. Log in again.', cause)

/** Throws SEAL_WRONG for what was sealed to another key, person, version or request. */
export async function openSeal(
  store: DeviceStore,
  { version, enc, sealed, nonce }: Released,
  person: string,
): Promise<Bytes> {
  const recipientKey = await readLoginKey(store)
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  })
  const [encapsulated, box] = [bytesOfBase64url(enc), bytesOfBase64url(sealed)]
  try {
    return new Uint8Array(
      await suite.open(
        { recipientKey, enc: encapsulated, info: utf8('portico server share 1') },
        box,
        utf8(`${person}\n${version}\n${nonce}`),
      ),
    )
  } catch (error) {
    throw new KeyError('SEAL_WRONG', 'The server share was not sealed for this login.', error)
  }
}
