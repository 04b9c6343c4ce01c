/**
 * The recovery share under a secret that is too long to guess: a generated code, or the value of a
 * passkey. A password that a person chose is never one of them, because the server, which has a
 * share of its own, could try passwords.
 */
import { type Bytes, concat, randomBytes, utf8 } from './bytes.js'
import { readWithCheck, writeWithCheck } from './check-characters.js'
import { KeyError } from './errors.js'
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

async function wrappingKey(secret: RecoverySecret, salt: Bytes): Promise<CryptoKey> {
  const bytes = secret.kind === 'code' ? readWithCheck(secret.code) : secret.value
  if (bytes.length !== (secret.kind === 'code' ? 16 : 32))
    throw new KeyError('CODE_MISTYPED', 'The code is too short or too long.')
  const key = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(`portico recovery 1 ${secret.kind}`) },
    key,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
