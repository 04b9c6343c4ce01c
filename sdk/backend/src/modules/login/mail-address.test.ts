import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMailAddress } from './mail-address.js'

describe('[S5.27] a mail address', () => {
  it.each([
    ['ada@mail.test', 'ada@mail.test'],
    [' Ada.Lovelace+wallet@Mail.Test ', 'ada.lovelace+wallet@mail.test'],
    ["o'brien@x.io", "o'brien@x.io"],
    ['ada@zürich.ch', 'ada@xn--zrich-kva.ch'],
    ['a@b.museum', 'a@b.museum'],
    [`${'a'.repeat(64)}@b.cd`, `${'a'.repeat(64)}@b.cd`],
    ['', undefined],
    ['ada', undefined],
    ['@b.cd', undefined],
    ['ada@', undefined],
    ['ada@b', undefined],
    ['ada@b.1', undefined],
    ['ada@127.0.0.1', undefined],
    ['ada@[127.0.0.1]', undefined],
    ['ada@b.cd/x', undefined],
    ['ada@b.cd\\x', undefined],
    ['ada@b.cd?x', undefined],
    ['ada@b.cd#x', undefined],
    ['ada@b.cd:25', undefined],
    ['ada@-b.cd', undefined],
    ['ada@b..cd', undefined],
    ['.ada@b.cd', undefined],
    ['ada.@b.cd', undefined],
    ['a..a@b.cd', undefined],
    ['"a b"@c.de', undefined],
    ['a b@c.de', undefined],
    ['a@b.cd, c@d.ef', undefined],
    ['Ada <a@b.cd>', undefined],
    ['a@b.cd\r\nBcc: c@d.ef', undefined],
    ['a\0@b.cd', undefined],
    ['ädа@b.cd', undefined],
    [`${'a'.repeat(65)}@b.cd`, undefined],
    [`a@${'b'.repeat(64)}.cd`, undefined],
    [`a@${'b.'.repeat(130)}cd`, undefined],
  ])('%j is read as %j', (given, expected) => {
    expect(readMailAddress(given)).toBe(expected)
  })

  it('reads its own result as the same address: printable ASCII, without characters that end a header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), text => {
        const address = readMailAddress(text)
        if (address === undefined) return
        expect(readMailAddress(address)).toBe(address)
        expect(address).toMatch(/^[!-~]+$/)
        expect(address).not.toMatch(/[<>,;:"()\\]/)
      }),
    )
  })

  it('reads 1 MB of text in less than 100 ms', () => {
    for (const text of [`${'a.'.repeat(500_000)}@b.cd`, `a@${'b.'.repeat(500_000)}`]) {
      const began = performance.now()
      expect(readMailAddress(text)).toBeUndefined()
      expect(performance.now() - began).toBeLessThan(100)
    }
  })
})
