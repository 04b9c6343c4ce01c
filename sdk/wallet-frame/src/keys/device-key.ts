/** The key by which the server knows this browser: ECDSA on P-256, made once, never exported. */
import { base64url, utf8 } from './bytes.js'
import type { DeviceStore } from './device-store.js'

const how = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const deviceKey = (store: DeviceStore): Promise<CryptoKeyPair> =>
  store.ensure('device-key', () => crypto.subtle.generateKey(how, false, ['sign', 'verify']))

/** The four public members of a JWK. */
export async function devicePublicKey(store: DeviceStore) {
  const { publicKey } = await deviceKey(store)
  const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty, crv, x, y }
}

export interface DeviceProof {
  /** What the proof is for, such as `login` or `release`. */
  readonly purpose: string
  /** The server's, used once. */
  readonly nonce: string
  /** What the proof is bound to, such as the hash of the login key. */
  readonly binding: string
}

/** A signature over five lines, as the login module of the backend checks it. */
export async function proveDevice(
  store: DeviceStore,
  { purpose, nonce, binding }: DeviceProof,
  origin: string,
): Promise<string> {
  const { privateKey } = await deviceKey(store)
  const lines = ['portico device proof 1', purpose, origin, nonce, binding]
  return base64url(
    new Uint8Array(await crypto.subtle.sign(how, privateKey, utf8(lines.join('\n')))),
  )
}
