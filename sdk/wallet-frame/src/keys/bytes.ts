import { base64urlnopad } from '@scure/base'
import { KeyError } from './errors.js'

/** Bytes with a buffer of their own, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
export const base64url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)

/** Throws MESSAGE_INVALID for anything but base64url without padding. */
export function bytesOfBase64url(text: string): Bytes {
  try {
    return Uint8Array.from(base64urlnopad.decode(text))
  } catch (error) {
    throw new KeyError('MESSAGE_INVALID', 'A value is not base64url without padding.', error)
  }
}

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Compares in a time that depends on the lengths alone. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return difference === 0
}
