import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as v from 'valibot'
import { Refusal } from '../../server/refusal.js'
import { randomToken, tokenDigest } from './codes.js'
import type { LoginDatabase } from './tables.js'

export const nonceSeconds = 60

/** What a device proves that it wants; the binding says to what exactly. */
export type ProofPurpose =
  | 'login'
  | 'release'
  | 'store'
  | 'recovery-add'
  | 'recovery-release'
  | 'recovery-remove'
  | 'email'
  | 'passkey-add'
  | 'passkey-remove'
  | 'export'
  | 'delete'
  | 'sign-out-everywhere'

const coordinate = v.pipe(v.string(), v.regex(/^[-_A-Za-z0-9]{43}$/, 'is no coordinate of P-256'))
/** A public P-256 key as WebCrypto exports it; its further members are dropped. */
export const deviceKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
export type DeviceKey = v.InferOutput<typeof deviceKey>

/** The thumbprint of RFC 7638. */
export const thumbprintOf = ({ kty, crv, x, y }: DeviceKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** The text that a device signs. */
export const proofText = (
  purpose: ProofPurpose,
  origin: string,
  nonce: string,
  binding: string,
): string => ['portico device proof 1', purpose, origin, nonce, binding].join('\n')

/** Verifies ECDSA with SHA-256; the signature has 64 bytes, as WebCrypto returns it. */
export function isProvenBy(key: DeviceKey, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  const publicKey = readKey(key)
  return (
    publicKey !== undefined &&
    bytes.length === 64 &&
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
  )
}

/** Undefined for a point that is not on the curve. */
export function readKey(key: DeviceKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' })
  } catch {
    return undefined
  }
}

export const notProven = () =>
  new Refusal(403, 'device_proof', 'The proof of this device is missing or wrong.')

/** Nonces of one session: each is used once, within a minute. */
export interface DeviceNonces {
  issue(session: string): Promise<string>
  /** Of two requests with one nonce one gets true. */
  take(session: string, nonce: string): Promise<boolean>
}

export const createDeviceNonces = (database: LoginDatabase, now: () => number): DeviceNonces => ({
  async issue(session) {
    const nonce = randomToken(24)
    await database
      .insertInto('login_nonces')
      .values({ nonce: tokenDigest(nonce), session, expires: now() + nonceSeconds * 1_000 })
      .execute()
    return nonce
  },
  async take(session, nonce) {
    const { numDeletedRows } = await database
      .deleteFrom('login_nonces')
      .where('nonce', '=', tokenDigest(nonce))
      .where('session', '=', session)
      .where('expires', '>', now())
      .executeTakeFirst()
    return numDeletedRows === 1n
  },
})
