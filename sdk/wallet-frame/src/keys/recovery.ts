/**
 * The recovery share under a secret that is too long to guess: a generated code, or the value of a
 * passkey. A password that a person chose is never one of them, because the server, which has a
 * share of its own, could try passwords.
 */
import { type Bytes, concat, randomBytes, utf8 } from './bytes.js'
import { readWithCheck, writeWithCheck } from './check-characters.js'
import { KeyError } from './errors.js'
import { deriveFromEntropy } from './seed.js'
import { readShare, type Share, writeShare } from './share.js'

export type RecoveryKind = 'code' | 'prf'
export type RecoverySecret =
  | { readonly kind: 'code'; readonly code: string }
  /** 32 bytes that a passkey answers to `passkeyPrfInput`. */
  | { readonly kind: 'prf'; readonly value: Bytes }

/** `extensions.prf.eval.first` of every passkey that keeps a recovery share. */
export const passkeyPrfInput: Bytes = utf8('portico recovery share passkey 1')

/** Whether a wallet with these recovery methods survives the loss of one of them and a device. */
export const isProtected = (methods: readonly { readonly kind: RecoveryKind }[]): boolean =>
  methods.length > 1 || methods.some(({ kind }) => kind === 'code')

/** 128 random bits in 28 characters. */
export const newRecoveryCode = (): string => writeWithCheck(randomBytes(16))

/** Salt (16 bytes), iv (12) and the encrypted share. Throws CODE_MISTYPED. */
export async function wrapShare(share: Share, secret: RecoverySecret): Promise<Bytes> {
  const [salt, iv, plain] = [randomBytes(16), randomBytes(12), writeShare(share)]
  const key = await wrappingKey(secret, salt)
  const box = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
  plain.fill(0)
  return concat(salt, iv, new Uint8Array(box))
}

/** Throws CODE_MISTYPED, and RECOVERY_WRONG when the code or passkey does not open this blob. */
export async function unwrapShare(blob: Bytes, secret: RecoverySecret): Promise<Share> {
  const key = await wrappingKey(secret, blob.slice(0, 16))
  let plain: Bytes
  try {
    const how = { name: 'AES-GCM', iv: blob.slice(16, 28) }
    plain = new Uint8Array(await crypto.subtle.decrypt(how, key, blob.slice(28)))
  } catch (error) {
    throw new KeyError(
      'RECOVERY_WRONG',
      secret.kind === 'code'
        ? 'This code does not belong to this wallet.'
        : 'This passkey does not belong to this wallet.',
      error,
    )
  }
  const share = readShare(plain, 'recovery')
  plain.fill(0)
  return share
}

/**
 * The secret under a key of the wallet: iv (12 bytes) and AES-256-GCM. So a later split wraps its
 * recovery share by all methods, also by those that are not at hand.
 */
export async function sealSecret(entropy: Bytes, secret: RecoverySecret): Promise<Bytes> {
  const iv = randomBytes(12)
  const plain = Uint8Array.from(bytesOfSecret(secret))
  const how = { name: 'AES-GCM', iv, additionalData: utf8(secret.kind) }
  const box = await crypto.subtle.encrypt(how, await secretKey(entropy), plain)
  plain.fill(0)
  return concat(iv, new Uint8Array(box))
}

/** Undefined for what this wallet did not seal. */
export async function openSecret(
  entropy: Bytes,
  kind: RecoveryKind,
  sealed: Bytes,
): Promise<RecoverySecret | undefined> {
  const how = { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData: utf8(kind) }
  const plain = await crypto.subtle
    .decrypt(how, await secretKey(entropy), sealed.slice(12))
    .catch(() => undefined)
  if (!plain) return undefined
  const value = new Uint8Array(plain)
  return kind === 'code' ? { kind, code: writeWithCheck(value) } : { kind, value }
}

async function secretKey(entropy: Bytes): Promise<CryptoKey> {
  const bytes = await deriveFromEntropy(entropy, 'portico recovery secrets 1')
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  bytes.fill(0)
  return key
}

function bytesOfSecret(secret: RecoverySecret): Bytes {
  const bytes = secret.kind === 'code' ? readWithCheck(secret.code) : secret.value
  if (bytes.length !== (secret.kind === 'code' ? 16 : 32))
    throw new KeyError('CODE_MISTYPED', 'The code is too short or too long.')
  return bytes
}

async function wrappingKey(secret: RecoverySecret, salt: Bytes): Promise<CryptoKey> {
  const bytes = bytesOfSecret(secret)
  const key = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(`portico recovery 1 ${secret.kind}`) },
    key,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
