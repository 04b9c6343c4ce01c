import { displayText } from '@portico/kernel/text'
import { parseLink } from '@portico/kernel/wallet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { readWallet } from './validation.js'

const fine = { id: 'fox', name: 'Fox', namespaces: ['tally'] }
const refused = (entry: unknown) =>
  expect(() => readWallet(entry), JSON.stringify(entry)?.slice(0, 100)).toThrow(
    expect.objectContaining({ code: 'ENTRY_REFUSED' }),
  )

const readSafely = (entry: unknown) => {
  try {
    return readWallet(entry)
  } catch {
    return undefined
  }
}

describe('the validation of external wallets', () => {
  it('a valid wallet is accepted unchanged', () => {
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
      stores: {
        ios: 'https://apps.apple.com/us/app/fox/id1234567',
        chrome: 'https://fox.example/download',
      },
    }
    expect(readWallet(whole)).toEqual({
      ...whole,
      rdns: 'dev.fox',
      stores: { ios: 'https://apps.apple.com/app/id1234567' },
    })
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
  ])('[S7] a value without the shape of a wallet is rejected: %j', entry => refused(entry))

  it('[S7] a plain name and a plain link are returned unchanged, and a longer one is checked in full', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'aZ0_-./ %:@~'),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(part, part, (name, path) => {
        const link = `https://fox.example/${path}`
        const wallet = readSafely({ ...fine, name, homepage: link })
        if (wallet)
          expect([wallet.name, wallet.homepage]).toEqual([displayText(name), parseLink(link)])
      }),
      { numRuns: 500 },
    )
  })

  it('[S7] a name of a megabyte is rejected without being read, and a long name is cut', () => {
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
  ])('[S7] a wallet with the link %s in any field is rejected', link => {
    for (const field of links) refused({ ...fine, [field]: link })
    refused({ ...fine, mobile: { universal: link } })
    refused({ ...fine, desktop: { universal: link } })
    refused({ ...fine, stores: { ios: link } })
    if (!link.startsWith('https:')) refused({ ...fine, mobile: { native: link } })
  })

  it.each([
    'javascript://x',
    'intent://x',
    'data://x',
    'file://x',
    'content://x',
    'android-app://x',
    'tel://1',
    'ms-settings://x',
    'JavaScript://x',
  ])('[S7] a wallet with the scheme %s is rejected', native =>
    refused({ ...fine, mobile: { native } }),
  )

  it('a link that is merely useless is left out', () => {
    expect(
      readWallet({
        ...fine,
        homepage: 'http://fox.example',
        mobile: { native: 'Fox://' },
        stores: { android: 'https://fox.example/apk' },
      }),
    ).toEqual(fine)
    expect(readWallet({ ...fine, rdns: 'not an rdns', explorerId: 'a b' })).toEqual(fine)
    expect(readWallet({ ...fine, homepage: '', mobile: { native: null } })).toEqual(fine)
    expect(readWallet({ ...fine, browse: 'https://fox.example/without-a-place' })).toEqual(fine)
  })

  it('an image that may not be shown is left out', () => {
    expect(readWallet({ ...fine, imageUrl: 'javascript:alert(1)' })).toEqual(fine)
    expect(readWallet({ ...fine, imageUrl: 'data:image/png;base64,AA' })).toEqual({
      ...fine,
      imageUrl: 'data:image/png;base64,AA',
    })
  })

  it.each(['MetаMask', 'Τrust Wallet', 'Rainbow Кошелёк'])(
    '[S7] the name %s is rejected, because it mixes letters that look alike',
    name => refused({ ...fine, name }),
  )
  it.each(['Кошелёк', 'Πορτοφόλι', '币安 Wallet', 'محفظة Trust', 'Ünïcode'])(
    'the name %s is accepted',
    name => {
      expect(readWallet({ ...fine, name }).name).toBe(name)
    },
  )

  it('[S30] links to blocked hosts, and to their subdomains, are left out', () => {
    const entry = {
      ...fine,
      homepage: 'https://www.evil.example/',
      web: 'https://fox.example/',
      mobile: { universal: 'https://evil.example/go', native: 'fox://' },
    }
    expect(readWallet(entry, new Set(['evil.example']))).toEqual({
      ...fine,
      web: 'https://fox.example/',
      mobile: { native: 'fox://' },
    })
  })

  it('[S7] [S30] a generated link is accepted only when a browser opens the host written in it, and never a blocked host', () => {
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
    const authority = fc
      .tuple(
        bits,
        fc.constantFrom(
          'fox.example',
          'a.fox.example',
          'evil.example',
          'a.evil.example',
          'evil',
          '',
        ),
        bits,
      )
      .map(all => all.flat())
    const start = fc.constantFrom(
      'https://',
      'https://',
      'https://',
      'HTTPS://',
      'https:/',
      'https:',
      'https:///',
      'https:\\\\',
    )
    const blocked = new Set(['evil.example'])
    let came = 0
    fc.assert(
      fc.property(
        start,
        authority,
        fc.constantFrom('', '/', '/a?b#c', '/@evil.example', '?@evil.example'),
        (scheme, parts, rest) => {
          const homepage = `${scheme}${parts.join('')}${rest}`
          try {
            const link = readWallet({ ...fine, homepage }, blocked).homepage
            if (link === undefined) return
            came++
            const { protocol, hostname, port, username, password } = new URL(link)
            expect([protocol, port, username, password]).toEqual(['https:', '', '', ''])
            expect(link.toLowerCase()).toMatch(
              new RegExp(`^https://${hostname.replaceAll('.', '[.]')}(?::443)?(?:[/?#]|$)`),
            )
            expect(hostname === 'evil.example' || hostname.endsWith('.evil.example')).toBe(false)
          } catch (error) {
            expect(error).toMatchObject({ code: 'ENTRY_REFUSED' })
          }
        },
      ),
      { numRuns: 4_000 },
    )
    expect(came).toBeGreaterThan(20)
  })

  it('[S7] any input throws only the validation error, and yields only safe links', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom('javascript:1', 'http://x', 'fox://', null, undefined, 1, {}),
    )
    fc.assert(
      fc.property(
        fc.record({
          homepage: anything,
          web: anything,
          browse: anything,
          mobile: fc.oneof(anything, fc.record({ universal: anything, native: anything })),
        }),
        entry => {
          try {
            const { homepage, web, browse, mobile } = readWallet({ ...fine, ...entry })
            for (const link of [homepage, web, browse, mobile?.universal])
              if (link !== undefined)
                expect(link).toMatch(/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}([/?#]|$)/)
            if (mobile?.native !== undefined)
              expect(mobile.native).toMatch(/^[a-z][a-z0-9+.-]*(:|$)/)
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
  it('[S7] each hostile deep link is rejected, and each of the others is accepted', () => {
    for (const { kind, appLink } of cases) {
      const mobile = appLink?.startsWith('https:') ? { universal: appLink } : { native: appLink }
      if (kind === 'pairing')
        expect(readWallet({ ...fine, mobile }).mobile, appLink).toEqual(mobile)
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
