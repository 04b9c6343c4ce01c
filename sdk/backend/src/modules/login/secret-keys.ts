import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { BackendError } from '../../errors.js'

/** What is encrypted: each purpose has a key of its own, and none opens what another sealed. */
export type Purpose = 'code' | 'address' | 'mail' | 'data-key' | 'signing-key'

/** The keys of the configuration. What they seal begins with the id of the key and a colon. */
export interface SecretKeys {
  /** Encrypts with AES-256-GCM. `context` must be the same when it is opened. */
  seal(purpose: Purpose, context: string, content: Uint8Array): string
  /** @throws BackendError LOGIN_SEALED when the key is gone, or the text or context is another */
  open(purpose: Purpose, context: string, sealed: string): Buffer
  /** HMAC-SHA-256 under the current key. */
  digest(purpose: Purpose, text: string): string
  /** Compares in constant time. False when the key of the digest is gone. */
  isDigestOf(digest: string, purpose: Purpose, text: string): boolean
  /** Whether the current key sealed it. */
  isCurrent(sealed: string): boolean
}

const [ivBytes, tagBytes] = [12, 16]

/** Derives a key for each purpose with HKDF-SHA-256. The first key is the current one. */
export function createSecretKeys(
  keys: readonly { readonly id: string; readonly secret: string }[],
): SecretKeys {
  const [first] = keys
  const current = first?.id ?? ''
  const derived = new Map<string, Buffer>()
  const keyOf = (id: string, purpose: Purpose): Buffer | undefined => {
    const name = `${id}:${purpose}`
    const known = derived.get(name)
    if (known) return known
    const found = keys.find(key => key.id === id)
    if (!found) return undefined
    const secret = Buffer.from(found.secret, 'base64')
    const key = Buffer.from(hkdfSync('sha256', secret, '', `portico login ${purpose}`, 32))
    derived.set(name, key)
    return key
  }
  const currentKey = (purpose: Purpose) => keyOf(current, purpose) ?? Buffer.alloc(0)
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

  return {
    seal(purpose, context, content) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', currentKey(purpose), iv)
      cipher.setAAD(Buffer.from(`${purpose}\n${context}`))
      const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
      const all = Buffer.concat([iv, cipher.getAuthTag(), encrypted])
      return `${current}:${all.toString('base64url')}`
    },
    open(purpose, context, sealed) {
      const [id = '', encoded = ''] = sealed.split(':')
      const key = keyOf(id, purpose)
      if (!key)
        throw new BackendError(
          'LOGIN_SEALED',
          `The configuration has no key "${id}" in login.keys any more, and data is still encrypted under it.`,
        )
      const all = Buffer.from(encoded, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(`${purpose}\n${context}`))
        decipher.setAuthTag(all.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(all.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch (cause) {
        throw new BackendError(
          'LOGIN_SEALED',
          `Encrypted data of the login was changed, or its key "${id}" was.`,
          { cause },
        )
      }
    },
    digest: (purpose, text) =>
      `${current}:${hmac(currentKey(purpose), text).toString('base64url')}`,
    isDigestOf(digest, purpose, text) {
      const [id = '', encoded = ''] = digest.split(':')
      const expected = Buffer.from(encoded, 'base64url')
      const computed = hmac(keyOf(id, purpose) ?? Buffer.alloc(32), text)
      return (
        keyOf(id, purpose) !== undefined &&
        expected.length === computed.length &&
        timingSafeEqual(expected, computed)
      )
    },
    isCurrent: sealed => sealed.startsWith(`${current}:`),
  }
}
