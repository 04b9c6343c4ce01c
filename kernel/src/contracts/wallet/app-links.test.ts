import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../test/vectors.js'
import { appLinks, isBlocked, openAppLink, requestAppLink } from './app-links.js'
import { type Environment, environmentSlice } from './environment.js'
import { browserLink, walletBrowsers } from './wallet-browsers.js'

const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=587d'
const once = encodeURIComponent(uri)
const twice = encodeURIComponent(once)

const at = (part: Partial<Environment>): Environment => ({ ...environmentSlice.initial(), ...part })
const phone = (system: 'ios' | 'android', part: Partial<Environment> = {}) =>
  at({ kind: 'mobile', system, ...part })
const universal = 'https://app.example'
const native = 'example://'
const wallet = {
  both: { universal, native },
  universal: { universal },
  scheme: { native },
  none: {},
}

/**
 * What a tap opens first, then what is left to try: U an https link in another page, u the same
 * encoded twice, S a scheme from here, T from the top of the page.
 */
const table: readonly [string, Environment, Readonly<Record<keyof typeof wallet, string>>][] = [
  [
    'iOS Safari',
    phone('ios', { iosSafari: true }),
    { both: 'US', universal: 'U', scheme: 'S', none: '' },
  ],
  ['iOS Chrome', phone('ios'), { both: 'US', universal: 'U', scheme: 'S', none: '' }],
  ['Android Chrome', phone('android'), { both: 'US', universal: 'U', scheme: 'S', none: '' }],
  [
    'Telegram on iOS',
    phone('ios', { telegram: 'ios' }),
    { both: 'U', universal: 'U', scheme: '', none: '' },
  ],
  [
    'Telegram on Android',
    phone('android', { telegram: 'android' }),
    { both: 'u', universal: 'u', scheme: '', none: '' },
  ],
  [
    'Telegram on macOS',
    at({ telegram: 'macos' }),
    { both: 'U', universal: 'U', scheme: '', none: '' },
  ],
  [
    'Telegram on the desktop',
    at({ telegram: 'desktop' }),
    { both: 'U', universal: 'U', scheme: '', none: '' },
  ],
  [
    'Telegram on the web',
    at({ telegram: 'web', iframe: true }),
    { both: 'U', universal: 'U', scheme: '', none: '' },
  ],
  ...['phantom', 'okxwallet', 'trustwallet', 'bitkeep', 'coinbaseWalletExtension'].map(
    walletBrowser =>
      [
        `the browser of ${walletBrowser}`,
        phone('ios', { walletBrowser }),
        { both: 'U', universal: 'U', scheme: '', none: '' },
      ] as (typeof table)[number],
  ),
  [
    'a page on the home screen',
    phone('ios', { pwa: true }),
    { both: 'US', universal: 'U', scheme: 'S', none: '' },
  ],
  [
    'a frame on a phone',
    phone('android', { iframe: true }),
    { both: 'UT', universal: 'U', scheme: 'T', none: '' },
  ],
  ['a desktop', at({}), { both: 'US', universal: 'U', scheme: 'S', none: '' }],
  [
    'a frame on a desktop',
    at({ iframe: true }),
    { both: 'UT', universal: 'U', scheme: 'T', none: '' },
  ],
]
const marks: Readonly<Record<string, string>> = {
  [`https://app.example/wc?uri=${once} _blank`]: 'U',
  [`https://app.example/wc?uri=${twice} _blank`]: 'u',
  [`example://wc?uri=${once} _self`]: 'S',
  [`example://wc?uri=${once} _top`]: 'T',
}

describe('links to the app of a wallet', () => {
  describe.each(table)('on %s', (_, here, expected) => {
    it.each(Object.keys(wallet) as (keyof typeof wallet)[])(
      '[D16b] the app of a wallet opens by its links: %s',
      which => {
        const apps = { [here.kind]: wallet[which] }
        expect(
          appLinks(here, apps, uri)
            .map(({ link, target }) => marks[`${link} ${target}`])
            .join(''),
        ).toBe(expected[which])
      },
    )

    it('[D16b] The links of a wallet app show it a request by the same policy as the pairing', () => {
      const kinds = { universal: 'https://app.example/', scheme: 'example://' }
      for (const [kind, href] of Object.entries(kinds)) {
        const pairing = appLinks(here, { [here.kind]: { universal, native } }, uri).find(
          one => one.kind === kind,
        )
        const found = requestAppLink(here, href, 7, 'topic')
        expect(found && { href: found.href, target: found.target }).toEqual(
          pairing && { href: pairing.href, target: pairing.target },
        )
        if (found) expect(found.link).toBe(`${href}wc?requestId=7&sessionTopic=topic`)
      }
    })

    it('A wallet is not offered through an app for another device', () => {
      const otherKind = here.kind === 'mobile' ? 'desktop' : 'mobile'
      expect(appLinks(here, { [otherKind]: wallet.both }, uri)).toEqual([])
    })

    it('[D16a] A link to a wallet app opens within the tap, and without a handle to this page', () => {
      const opened: string[][] = []
      const [first] = appLinks(here, { [here.kind]: wallet.both }, uri)
      const report = (error: unknown) => expect.unreachable(String(error))
      expect(
        first && openAppLink(first, { open: (...what: string[]) => opened.push(what), report }),
      ).toBe(true)
      expect(opened).toEqual([[first?.link, first?.target, 'noopener,noreferrer']])
    })
  })

  it('[S7] A wallet whose links must not be opened has no app link, wherever the page runs', () => {
    const hostile = [
      'javascript:alert(1)',
      'intent://x#Intent;S.browser_fallback_url=https://evil.example;end',
      'data:text/html,x',
      'https://a:b@evil.example',
      ' x://',
    ]
    for (const [, here] of table)
      for (const link of hostile) {
        expect(appLinks(here, { [here.kind]: { universal: link, native: link } }, uri)).toEqual([])
        expect(requestAppLink(here, link, 7, 'topic')).toBeUndefined()
      }
  })

  it('[S7] An app link that was changed after it was made opens nothing', () => {
    const reported: unknown[] = []
    const opened: unknown[] = []
    const options = {
      open: (...what: unknown[]) => opened.push(what),
      report: (error: unknown) => reported.push(error),
    }
    for (const link of ['javascript:alert(1)', 'other://x', 'https://u:p@evil.example'])
      expect(
        openAppLink(
          { kind: 'scheme', link, href: link, scheme: 'example', target: '_self' },
          options,
        ),
      ).toBe(false)
    expect(opened).toEqual([])
    expect(reported).toHaveLength(3)
  })
})

describe.skipIf(!hasVectors)('public deep link vectors', () => {
  interface Case {
    readonly kind: string
    readonly appLink: string
    readonly wcUri: string
    readonly environment?: string
    readonly expected: { readonly redirect: string; readonly href: string }
  }
  const { cases } = vectors<Case>('deep-links')

  it('[S7] Each pairing link of the public vectors is the link that a phone opens', () => {
    const pairing = cases.filter(({ kind, environment: place }) => kind === 'pairing' && !place)
    for (const { appLink, wcUri, expected } of pairing) {
      const [link] = appLinks(
        phone('ios'),
        { mobile: { universal: appLink, native: appLink } },
        wcUri,
      )
      expect(link && { redirect: link.link, href: link.href }, appLink).toEqual(expected)
    }
    expect(pairing.length).toBeGreaterThan(20)
  })

  it('[S7] No hostile link of the public vectors opens anything', () => {
    const hostile = cases.filter(({ kind }) => kind === 'hostile')
    for (const { appLink, wcUri } of hostile)
      for (const [, here] of table)
        expect(
          appLinks(here, { [here.kind]: { universal: appLink, native: appLink } }, wcUri),
          appLink,
        ).toEqual([])
    expect(hostile).toHaveLength(25)
  })

  it("[S7.34] [S7.35] The links to wallets' own browsers are those of the specification", () => {
    const browse = cases.filter(one => one.kind === 'solana-browse') as unknown as {
      wallet: string
      page: string
      extensionPresent: boolean
      expected: string
    }[]
    for (const { wallet, page, extensionPresent, expected } of browse)
      if (!extensionPresent)
        expect(browserLink(walletBrowsers[wallet], page) ?? null, page).toBe(expected)
    expect(browse.length).toBeGreaterThan(3)
  })
})

describe('[S30] blocked hosts', () => {
  const hosts = new Set(['evil.example', 'bad.co.uk'])
  it.each([
    ['https://evil.example', true],
    ['https://www.evil.example/path', true],
    ['https://EVIL.example./', true],
    ['https://bad.co.uk', true],
    ['https://notevil.example', false],
    ['https://evil.example.org', false],
    ['https://co.uk', false],
    ['no link', true],
  ])('[S30] %s is blocked: %s', (link, expected) => {
    expect(isBlocked(link, hosts)).toBe(expected)
  })

  it('[S30] A host of a block list is blocked with any subdomain and any path, and another host is not', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.stringMatching(/^[a-z]{1,8}$/),
        fc.webPath(),
        (host, label, path) => {
          const list = new Set([host.toLowerCase()])
          expect(isBlocked(`https://${host}${path}`, list)).toBe(true)
          expect(isBlocked(`https://${label}.${host}${path}`, list)).toBe(true)
          expect(isBlocked(`https://${label}-${host}.test${path}`, list)).toBe(false)
        },
      ),
    )
  })
})
