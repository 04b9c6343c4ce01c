import { createDecipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomBytes } from './bytes.js'
import { readWithCheck, writeWithCheck } from './check-characters.js'
import {
  isProtected,
  newRecoveryCode,
  passkeyPrfInput,
  type RecoverySecret,
  unwrapShare,
  wrapShare,
} from './recovery.js'
import { newEntropy } from './seed.js'
import { writeShare } from './share.js'
import { splitEntropy } from './shares.js'

const share = async () => (await splitEntropy(newEntropy(12), 1)).recovery
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  )
const passkey = (): RecoverySecret => ({ kind: 'prf', value: randomBytes(32) })
const paper = (code = newRecoveryCode()): RecoverySecret => ({ kind: 'code', code })

describe('a recovery code', () => {
  it('has 28 characters in groups of four, and 128 bits that never repeat', () => {
    const codes = new Set(Array.from({ length: 500 }, newRecoveryCode))
    expect(codes.size).toBe(500)
    for (const code of codes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(readWithCheck(code)).toHaveLength(16)
    }
  })

  it('is read as people type it: in any case, with any spaces and hyphens, with O for 0 and I or L for 1', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(), (bytes, at) => {
        const code = writeWithCheck(bytes)
        const typed = [...code.replaceAll('-', '')]
          .map((letter, index) => {
            const other = letter === '0' ? 'oO' : letter === '1' ? 'iIlL' : letter.toLowerCase()
            return `${other[at % other.length]}${['', ' ', '-', '\u2013', '\n'][(at + index) % 5]}`
          })
          .join('')
        expect(readWithCheck(typed)).toEqual(bytes)
      }),
    )
  })

  it('tells a typing mistake: at most one of 300 changed characters passes unnoticed', () => {
    const code = newRecoveryCode().replaceAll('-', '')
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    let unnoticed = 0
    let tried = 0
    for (let at = 0; at < code.length; at++)
      for (const letter of letters) {
        if (letter === code[at]) continue
        tried++
        try {
          readWithCheck(code.slice(0, at) + letter + code.slice(at + 1))
          unnoticed++
        } catch (error) {
          expect(error).toMatchObject({ code: 'CODE_MISTYPED' })
        }
      }
    expect(tried).toBe(28 * 31)
    expect(unnoticed).toBeLessThan(tried / 100)
  })

  it('refuses a code that is too short, too long, or no code', () => {
    const code = newRecoveryCode()
    for (const typed of [
      '',
      '-',
      'AB',
      code.slice(0, -1),
      `${code}0`,
      'correct horse battery staple',
      'ü',
    ])
      expect(() => readWithCheck(typed)).toThrow(expect.objectContaining({ code: 'CODE_MISTYPED' }))
  })
})

describe('a wrapped recovery share', () => {
  it.each([
    ['code', paper],
    ['passkey', passkey],
  ])('opens with its own %s alone', async (_kind, make) => {
    const [kept, secret] = [await share(), make()]
    const blob = await wrapShare(kept, secret)
    expect(await unwrapShare(blob, secret)).toEqual(kept)
    for (const other of [paper(), passkey()])
      expect(await codeOf(unwrapShare(blob, other))).toBe('RECOVERY_WRONG')
  })

  it('does not open when any byte of it was changed, or with its salt of another blob', async () => {
    const secret = paper()
    const blob = await wrapShare(await share(), secret)
    for (let at = 0; at < blob.length; at++) {
      const changed = Uint8Array.from(blob)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await codeOf(unwrapShare(changed, secret))).toBe('RECOVERY_WRONG')
    }
    expect(await codeOf(unwrapShare(new Uint8Array(5), secret))).toBe('RECOVERY_WRONG')
  })

  it('opens by HKDF and AES-GCM of another library, as the README describes it', async () => {
    const kept = await share()
    const value = randomBytes(32)
    const blob = await wrapShare(kept, { kind: 'prf', value })
    const [salt, iv, box] = [blob.slice(0, 16), blob.slice(16, 28), blob.slice(28)]
    const key = new Uint8Array(hkdfSync('sha256', value, salt, 'portico recovery 1 prf', 32))
    const opener = createDecipheriv('aes-256-gcm', key, iv)
    opener.setAuthTag(box.slice(-16))
    const plain = Buffer.concat([opener.update(box.slice(0, -16)), opener.final()])
    expect(Uint8Array.from(plain)).toEqual(writeShare(kept))
  })

  it('is another blob each time, so the server cannot tell that two wrap the same share', async () => {
    const [kept, secret] = [await share(), paper()]
    expect(await wrapShare(kept, secret)).not.toEqual(await wrapShare(kept, secret))
  })

  it('takes no password that a person chose, and no passkey value of another length', async () => {
    const kept = await share()
    expect(await codeOf(wrapShare(kept, { kind: 'code', code: 'my dog is called Rex' }))).toBe(
      'CODE_MISTYPED',
    )
    const short = writeWithCheck(randomBytes(8)) // a valid text, but of 64 bits
    expect(await codeOf(wrapShare(kept, { kind: 'code', code: short }))).toBe('CODE_MISTYPED')
    expect(await codeOf(wrapShare(kept, { kind: 'prf', value: randomBytes(16) }))).not.toBe(
      'accepted',
    )
  })

  it('the input of the passkey function has 32 bytes and stays the same in every version', () => {
    expect(new TextDecoder().decode(passkeyPrfInput)).toBe('portico recovery share passkey 1')
    expect(passkeyPrfInput).toHaveLength(32)
  })

  it('a wallet counts as protected with a printed code or with two passkeys', () => {
    const [code, prf] = [{ kind: 'code' }, { kind: 'prf' }] as const
    expect([[], [prf], [code], [prf, prf], [prf, code]].map(isProtected)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })
})
