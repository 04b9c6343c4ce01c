/** Text for paper: Crockford's base 32 in groups of four, with two check characters at the end. */
import { sha256 } from '@noble/hashes/sha2.js'
import { utils } from '@scure/base'
import { type Bytes, isEqual } from './bytes.js'
import { KeyError } from './errors.js'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const text = utils.chain(utils.radix2(5), utils.alphabet(letters), utils.join(''))

export function writeWithCheck(bytes: Uint8Array): string {
  const body = text.encode(bytes)
  return ((body + checkOf(bytes)).match(/.{1,4}/g) ?? []).join('-')
}

/**
 * Reads such a text as people type it: in any case, with any spaces or hyphens, O for 0, I and L
 * for 1. Throws CODE_MISTYPED when a character is wrong or missing.
 */
export function readWithCheck(typed: string): Bytes {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015\u2212-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  try {
    const bytes = Uint8Array.from(text.decode(plain.slice(0, -2)))
    const check = new TextEncoder().encode(checkOf(bytes))
    if (plain.length > 2 && isEqual(new TextEncoder().encode(plain.slice(-2)), check)) return bytes
  } catch (error) {
    throw mistyped(error)
  }
  throw mistyped()
}
const mistyped = (cause?: unknown) =>
  new KeyError('CODE_MISTYPED', 'The code has a typing mistake. Compare it with your copy.', cause)

/** Ten bits of a hash: one typing mistake in 1,024 stays unnoticed here. */
function checkOf(bytes: Uint8Array): string {
  const [first = 0, second = 0] = sha256(bytes)
  return `${letters[first >> 3]}${letters[((first & 7) << 2) | (second >> 6)]}`
}
