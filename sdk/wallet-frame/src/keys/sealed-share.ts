/** The server share as the server sends it: sealed to a key that this frame made (RFC 9180). */
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, base64url, bytesOfBase64url, sha256, utf8 } from './bytes.js'
import { KeyError } from './errors.js'

/** The answer of a release, with the nonce of the proof that asked for it. */
export interface Released {
  readonly version: number
  readonly enc: string
  readonly sealed: string
  readonly nonce: string
}

export interface LoginKey {
  readonly pair: CryptoKeyPair
  /** 32 bytes. */
  readonly publicKey: Bytes
}

/**
 * A key for one login, which cannot be exported. Throws BROWSER_TOO_OLD where WebCrypto has no
 * X25519.
 */
export async function newLoginKey(): Promise<LoginKey> {
  try {
    const pair = (await crypto.subtle.generateKey('X25519', false, ['deriveBits'])) as CryptoKeyPair
    return {
      pair,
      publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
    }
  } catch (error) {
    throw new KeyError('BROWSER_TOO_OLD', 'This browser is too old: it has no X25519 keys.', error)
  }
}

/** The public key and its hash, which binds a login to it. Both base64url. */
export const describeLoginKey = async ({ publicKey }: LoginKey) => ({
  publicKey: base64url(publicKey),
  keyHash: base64url(await sha256(publicKey)),
})

/** Throws SEAL_WRONG for what was sealed to another key, person, version or request. */
export async function openSeal(
  { pair }: LoginKey,
  { version, enc, sealed, nonce }: Released,
  person: string,
): Promise<Bytes> {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  })
  const [encapsulated, box] = [bytesOfBase64url(enc), bytesOfBase64url(sealed)]
  try {
    return new Uint8Array(
      await suite.open(
        { recipientKey: pair, enc: encapsulated, info: utf8('portico server share 1') },
        box,
        utf8(`${person}\n${version}\n${nonce}`),
      ),
    )
  } catch (error) {
    throw new KeyError('SEAL_WRONG', 'The server share was not sealed for this login.', error)
  }
}
