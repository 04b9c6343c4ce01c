import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretKeys } from './secret-keys.js'
import { decryptShare, encryptShare, rewrapDataKey } from './server-share.js'

const key = (id: string, byte: number) => ({
  id,
  secret: Buffer.alloc(32, byte).toString('base64'),
})
const [one, two] = [key('one', 1), key('two', 2)]

describe('the keys of the configuration', () => {
  const keys = createSecretKeys([one])

  it('open what they sealed, with the same purpose and context alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (content, context) => {
        const sealed = keys.seal('code', context, content)
        expect(new Uint8Array(keys.open('code', context, sealed))).toEqual(content)
        expect(() => keys.open('mail', context, sealed)).toThrow(/changed/)
        expect(() => keys.open('code', `${context}x`, sealed)).toThrow(/changed/)
      }),
    )
  })

  it('refuse what was changed in any of its bytes', () => {
    const sealed = keys.seal('data-key', 'person', Buffer.from('a data key'))
    const bytes = Buffer.from(sealed.split(':')[1] ?? '', 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => keys.open('data-key', 'person', `one:${changed.toString('base64url')}`)).toThrow(
        expect.objectContaining({ code: 'LOGIN_SEALED' }),
      )
    }
    expect(() => keys.open('data-key', 'person', 'gone:AAAA')).toThrow(/no key "gone"/)
    expect(() => keys.open('data-key', 'person', '')).toThrow(/no key/)
  })

  it('seal the same content differently each time', () => {
    const sealed = Array.from({ length: 100 }, () => keys.seal('mail', '', Buffer.from('same')))
    expect(new Set(sealed).size).toBe(100)
  })

  it('a digest of a code cannot be guessed from the database without the key', () => {
    const code = '123456'
    const digest = keys.digest('code', `id\n${code}`)
    const stored = digest.split(':')[1] ?? ''
    expect(keys.isDigestOf(digest, 'code', `id\n${code}`)).toBe(true)
    expect(keys.isDigestOf(digest, 'code', 'id\n123457')).toBe(false)
    expect(keys.isDigestOf('', 'code', `id\n${code}`)).toBe(false)
    expect(createSecretKeys([two]).isDigestOf(digest, 'code', `id\n${code}`)).toBe(false)
    // Hashes that need no secret: trying all codes with them finds nothing.
    const guesses = [
      createHash('sha256').update(`id\n${code}`),
      createHmac('sha256', '').update(`id\n${code}`),
      createHmac('sha256', 'one').update(`id\n${code}`),
      createHmac('sha256', Buffer.alloc(32)).update(`id\n${code}`),
    ].map(hash => hash.digest('base64url'))
    expect(guesses).not.toContain(stored)
  })

  it('after a rotation the new key seals, the old one still opens, and rewrapping ends its use', () => {
    const sealed = keys.seal('data-key', 'x', Buffer.from('old'))
    const rotated = createSecretKeys([two, one])
    expect(rotated.open('data-key', 'x', sealed).toString()).toBe('old')
    expect([rotated.isCurrent(sealed), keys.isCurrent(sealed)]).toEqual([false, true])
    const again = rotated.seal('data-key', 'x', rotated.open('data-key', 'x', sealed))
    expect(createSecretKeys([two]).open('data-key', 'x', again).toString()).toBe('old')
  })
})

describe('a stored share', () => {
  const keys = createSecretKeys([one])
  const share = Buffer.alloc(39, 7)

  it('opens for its own person and version alone, so that a row cannot be moved', () => {
    const stored = encryptShare(keys, 'ada', 3, share)
    expect(decryptShare(keys, 'ada', 3, stored)).toEqual(share)
    for (const [person, version] of [
      ['bob', 3],
      ['ada', 2],
      ['ada', 4],
      ['ada\n3', 3],
    ] as const)
      expect(() => decryptShare(keys, person, version, stored)).toThrow(/changed/)
  })

  it('opens with its own data key alone, so that two rows cannot be mixed', () => {
    const [first, second] = [
      encryptShare(keys, 'ada', 1, share),
      encryptShare(keys, 'ada', 1, share),
    ]
    expect(first.share).not.toBe(second.share)
    expect(() =>
      decryptShare(keys, 'ada', 1, { share: first.share, data_key: second.data_key }),
    ).toThrow(/changed/)
  })

  it('stays as it is when its data key is sealed under a new key', () => {
    const stored = encryptShare(keys, 'ada', 1, share)
    const rotated = createSecretKeys([two, one])
    const data_key = rewrapDataKey(rotated, 'ada', 1, stored.data_key)
    expect(decryptShare(createSecretKeys([two]), 'ada', 1, { ...stored, data_key })).toEqual(share)
    expect(() => decryptShare(createSecretKeys([two]), 'ada', 1, stored)).toThrow(/no key "one"/)
  })
})
