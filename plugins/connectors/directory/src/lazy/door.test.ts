import { displayText, parseLink } from '@portico/kernel/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { readWallet } from './door.js'

const fine = { id: 'fox', name: 'Fox', namespaces: ['tally'] }
const refused = (entry: unknown) =>
  expect(() => readWallet(entry), JSON.stringify(entry)?.slice(0, 100)).toThrow(expect.objectContaining({ code: 'ENTRY_REFUSED' }))

const readSafely = (entry: unknown) => {
  try {
    return readWallet(entry)
  } catch {
    return undefined
  }
}

describe('the door for wallets from outside', () => {
  it('lets a sound one through whole', () => {
    const whole = {
      ...fine,
      rdns: 'Dev.Fox',
      explorerId: 'ab12',
      imageUrl: 'https://fox.example/fox.png',
      homepage: 'https://fox.example/',
      mobile: { universal: 'https://go.fox.example', native: 'fox://' },
      desktop: { native: 'foxdesk://x' },
      web: 'https://web.fox.example/',
      browse: 'https://go.fox.example/dapp?url={url}',
      stores: { ios: 'https://apps.apple.com/us/app/fox/id1234567', chrome: 'https://fox.example/download' },
    }
    expect(readWallet(whole)).toEqual({ ...whole, rdns: 'dev.fox', stores: { ios: 'https://apps.apple.com/app/id1234567' } })
  })

  it.each([
    undefined,
    null,
    'fox',
    {},
    [],
    { ...fine, name: 1 },
    { ...fine, namespaces: [] },
    { ...fine, namespaces: ['NO'] },
    { ...fine, id: '../x' },
    { ...fine, name: '\u200b' },
  ])('[S7] refuses what has not the shape of a wallet: %j', entry => refused(entry))

  it('[S7] takes no plain name and no plain link for more than it is', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aZ0_-./ %:@~'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(part, part, (name, path) => {
        const link = `https://fox.example/${path}`
        const wallet = readSafely({ ...fine, name, homepage: link })
        if (wallet) expect([wallet.name, wallet.homepage]).toEqual([displayText(name), parseLink(link)])
      }),
      { numRuns: 500 },
    )
  })

  it('[S7] refuses a name of a megabyte without a look at it, and cuts one that is long', () => {
    refused({ ...fine, name: 'x'.repeat(1_000_000) })
    expect(readWallet({ ...fine, name: 'x'.repeat(200) }).name).toHaveLength(64)
    refused({ ...fine, homepage: `https://fox.example/${'x'.repeat(10_000)}` })
  })

  const links = ['homepage', 'web', 'browse'] as const
  it.each([
    'javascript:alert(1)',
    'intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
    'data:text/html,<script>alert(1)</script>',
    'https://user:pass@evil.example',
    'https://xn--metamsk-4fg.io',
    'https://mеtamask.io',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://fox.example:8443/x',
    'https://evil.example\\@fox.example',
    '//evil.example',
  ])('[S7] refuses a wallet with the link %s, wherever it stands', link => {
    for (const field of links) refused({ ...fine, [field]: link })
    refused({ ...fine, mobile: { universal: link } })
    refused({ ...fine, desktop: { universal: link } })
    refused({ ...fine, stores: { ios: link } })
    if (!link.startsWith('https:')) refused({ ...fine, mobile: { native: link } })
  })

  it.each(['javascript://x', 'intent://x', 'data://x', 'file://x', 'content://x', 'android-app://x', 'tel://1', 'ms-settings://x', 'JavaScript://x'])(
    '[S7] refuses a wallet with the scheme %s',
    native => refused({ ...fine, mobile: { native } }),
  )

  it('leaves out a link that is only useless', () => {
    expect(readWallet({ ...fine, homepage: 'http://fox.example', mobile: { native: 'Fox://' }, stores: { android: 'https://fox.example/apk' } })).toEqual(fine)
    expect(readWallet({ ...fine, rdns: 'not an rdns', explorerId: 'a b' })).toEqual(fine)
    expect(readWallet({ ...fine, homepage: '', mobile: { native: null } })).toEqual(fine)
    expect(readWallet({ ...fine, browse: 'https://fox.example/without-a-place' })).toEqual(fine)
  })

  it('leaves out an image that may not be shown', () => {
    expect(readWallet({ ...fine, imageUrl: 'javascript:alert(1)' })).toEqual(fine)
    expect(readWallet({ ...fine, imageUrl: 'data:image/png;base64,AA' })).toEqual({ ...fine, imageUrl: 'data:image/png;base64,AA' })
  })

  it.each(['MetаMask', 'Τrust Wallet', 'Rainbow Кошелёк'])('[S7] refuses the name %s, which mixes letters that look alike', name => refused({ ...fine, name }))
  it.each(['Кошелёк', 'Πορτοφόλι', '币安 Wallet', 'محفظة Trust', 'Ünïcode'])('lets the name %s in', name => {
    expect(readWallet({ ...fine, name }).name).toBe(name)
  })

  it('[S30] leaves out links to hosts that are blocked, and to what stands below them', () => {
    const entry = {
      ...fine,
      homepage: 'https://www.evil.example/',
      web: 'https://fox.example/',
      mobile: { universal: 'https://evil.example/go', native: 'fox://' },
    }
    expect(readWallet(entry, new Set(['evil.example']))).toEqual({ ...fine, web: 'https://fox.example/', mobile: { native: 'fox://' } })
  })

  it('[S7] [S30] lets links in that a browser takes to the host that is written in them, and to none that is blocked, however they are made', () => {
    const atoms = [
      'fox',
      'evil',
      '.example',
      '.',
      '..',
      '-',
      '@',
      ':',
      ':443',
      ':0443',
      ':8443',
      '/',
      '//',
      '\\',
      '?',
      '#',
      '%2e',
      '%65',
      '%40',
      'xn--',
      'XN--',
      'EVIL',
    ]
    const odd = [
      '\u3002',
      '\uff0e',
      '\u2024',
      '\u00ad',
      '\u200b',
      '\u2044',
      '\u2100',
      '\uff45',
      'ſ',
      'ß',
      'K',
      'İ',
      '①',
      '0x7f',
      '127.1',
      '1',
      '[',
      ']',
      '\t',
      '\n',
      ' ',
      ';',
      '|',
      '^',
      '_',
      '~',
    ]
    const bits = fc.array(fc.constantFrom(...atoms, ...odd), { maxLength: 2 })
    const authority = fc.tuple(bits, fc.constantFrom('fox.example', 'a.fox.example', 'evil.example', 'a.evil.example', 'evil', ''), bits).map(all => all.flat())
    const start = fc.constantFrom('https://', 'https://', 'https://', 'HTTPS://', 'https:/', 'https:', 'https:///', 'https:\\\\')
    const blocked = new Set(['evil.example'])
    let came = 0
    fc.assert(
      fc.property(start, authority, fc.constantFrom('', '/', '/a?b#c', '/@evil.example', '?@evil.example'), (scheme, parts, rest) => {
        const homepage = `${scheme}${parts.join('')}${rest}`
        try {
          const link = readWallet({ ...fine, homepage }, blocked).homepage
          if (link === undefined) return
          came++
          const { protocol, hostname, port, username, password } = new URL(link)
          expect([protocol, port, username, password]).toEqual(['https:', '', '', ''])
          expect(link.toLowerCase()).toMatch(new RegExp(`^https://${hostname.replaceAll('.', '[.]')}(?::443)?(?:[/?#]|$)`))
          expect(hostname === 'evil.example' || hostname.endsWith('.evil.example')).toBe(false)
        } catch (error) {
          expect(error).toMatchObject({ code: 'ENTRY_REFUSED' })
        }
      }),
      { numRuns: 4_000 },
    )
    expect(came).toBeGreaterThan(20)
  })

  it('[S7] throws nothing but its own error, and lets no other link out, whatever comes', () => {
    const anything = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('javascript:1', 'http://x', 'fox://', null, undefined, 1, {}))
    fc.assert(
      fc.property(
        fc.record({ homepage: anything, web: anything, browse: anything, mobile: fc.oneof(anything, fc.record({ universal: anything, native: anything })) }),
        entry => {
          try {
            const { homepage, web, browse, mobile } = readWallet({ ...fine, ...entry })
            for (const link of [homepage, web, browse, mobile?.universal])
              if (link !== undefined) expect(link).toMatch(/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}([/?#]|$)/)
            if (mobile?.native !== undefined) expect(mobile.native).toMatch(/^[a-z][a-z0-9+.-]*(:|$)/)
          } catch (error) {
            expect(error).toMatchObject({ code: 'ENTRY_REFUSED' })
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe.skipIf(!hasVectors)('public deep link vectors', () => {
  const { cases } = vectors<{ readonly kind: string; readonly appLink: string }>('deep-links')
  it('[S7] none of the hostile ones comes through the door, and each of the others does', () => {
    for (const { kind, appLink } of cases) {
      const mobile = appLink?.startsWith('https:') ? { universal: appLink } : { native: appLink }
      if (kind === 'pairing') expect(readWallet({ ...fine, mobile }).mobile, appLink).toEqual(mobile)
      if (kind !== 'hostile') continue
      const seen = (() => {
        try {
          return readWallet({ ...fine, mobile, homepage: appLink })
        } catch (error) {
          return (error as { code: string }).code
        }
      })()
      expect(['ENTRY_REFUSED', fine], appLink).toContainEqual(seen)
    }
  })
})
