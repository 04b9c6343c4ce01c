import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../test/vectors.js'
import { parseDataImage } from '../text/display-text.js'
import { ModalError } from '../text/errors.js'
import { nativeLink, requestLink, universalLink, walletScheme } from './app-links.js'
import { openLink, parseImage, parseLink } from './links.js'

/** Stands for the browser: keeps what was opened and what was reported. */
function browser() {
  const opened: string[][] = []
  const reported: unknown[] = []
  return {
    opened,
    reported,
    open: (...what: string[]) => {
      opened.push(what)
      return null
    },
    report: (error: unknown) => {
      reported.push(error)
    },
  }
}

const codeRunners = [
  'javascript',
  'vbscript',
  'data',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'intent',
  'android-app',
  'chrome',
  'chrome-extension',
  'ms-settings',
  'http',
  'ws',
  'ftp',
  'tel',
  'sms',
  'mailto',
]
const hostile = [
  ...codeRunners.flatMap(scheme => [`${scheme}:x`, `${scheme}://x`]),
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0000javascript:alert(1)',
  'view-source:https://x',
  '//evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://',
  'https://user:pass@evil.example',
  'https://good.example@evil.example',
  'https://evil.example\\@good.example',
  'https://evil .example',
  'https://good.example/\u202egnp.exe',
  'https://good.example/\nx',
  ' https://good.example',
  '/path',
  '',
]
const notText = [undefined, null, 1, {}, ['https://good.example'], new URL('https://good.example')]

describe('links from outside', () => {
  it.each([
    'https://good.example',
    'https://good.example/path?a=b#c',
    'https://good.example:8443/',
    'https://müller.example/ä',
  ])('[D38b] %s may be opened', link => {
    expect(parseLink(link)).toBe(link)
  })

  it('[D38b] An untrusted link of a wallet app may be opened when its scheme is registered', () => {
    expect(parseLink('rainbow://wc?uri=x', ['rainbow'])).toBe('rainbow://wc?uri=x')
    expect(parseLink('rainbow://wc?uri=x', ['metamask'])).toBeUndefined()
    expect(parseLink('rainbow://wc?uri=x')).toBeUndefined()
    expect(parseLink('rainbow:wc?uri=x', ['rainbow'])).toBeUndefined()
    expect(parseLink('rainbow://user:pass@wc', ['rainbow'])).toBeUndefined()
  })

  it.each(hostile)(
    '[D38b] [S7] %j never opens, even when a plugin registers its scheme, and is reported',
    link => {
      const { opened, reported, open, report } = browser()
      for (const schemes of [[], codeRunners, [link.split(':')[0] ?? '']])
        expect(openLink(link, { schemes, open, report })).toBe(false)
      expect(opened).toEqual([])
      expect(reported).toHaveLength(3)
      expect(reported[0]).toBeInstanceOf(ModalError)
      expect(reported[0]).toMatchObject({ code: 'LINK_REFUSED' })
    },
  )

  it.each(notText)('[D38b] %j is refused as a link', value => {
    expect(parseLink(value)).toBeUndefined()
  })

  it('[R13] A link waits for no page that it opened: 100 links whose page is blocked leave no timer', () => {
    vi.useFakeTimers()
    try {
      const { report, reported } = browser()
      for (let time = 0; time < 100; time++)
        expect(openLink('https://web.wallet.example', { open: () => null, report })).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
      expect(reported).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
  it('[S7] A link opens at once, in a window without a handle to the page', () => {
    const { opened, reported, open, report } = browser()
    expect(openLink('https://good.example', { open, report })).toBe(true)
    expect(openLink('rainbow://wc', { schemes: ['rainbow'], target: '_self', open, report })).toBe(
      true,
    )
    expect(opened).toEqual([
      ['https://good.example', '_blank', 'noopener,noreferrer'],
      ['rainbow://wc', '_self', 'noopener,noreferrer'],
    ])
    expect(reported).toEqual([])
  })

  it('[S7] The report of a refused link contains nothing of the link', () => {
    const { reported, open, report } = browser()
    openLink('intent://wc?uri=wc:1@2?symKey=secret', { open, report })
    expect(String(reported[0])).not.toContain('secret')
  })

  it('[D38b] [S7] Every accepted link is https or a registered scheme to the browser too, without credentials', {
    tags: 'thorough',
  }, () => {
    const scheme = fc.oneof(
      fc.constantFrom('https', 'rainbow', ...codeRunners),
      fc.stringMatching(/^[a-z][a-z0-9+.-]{0,12}$/),
    )
    const link = fc
      .tuple(
        fc.constantFrom('', ' ', '\t', '\u0000'),
        scheme,
        fc.constantFrom(':', '://', ':\\\\', ':///'),
        fc.string({ unit: 'binary' }),
      )
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(link, fc.webUrl(), fc.string({ unit: 'binary' })), link => {
        const parsed = parseLink(link, ['rainbow', ...codeRunners])
        if (parsed === undefined) return
        const url = new URL(parsed)
        expect(['https:', 'rainbow:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
        expect(parsed).toBe(link)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('images from outside', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo='

  it.each([
    png,
    'data:image/jpeg;base64,AA',
    'data:image/webp;base64,UklGRg==',
    'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+',
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    'data:image/svg+xml;utf8,<svg\n/>',
    'data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E',
  ])('[D38a] [S4] %s may be shown and may be announced', image => {
    expect(parseImage(image)).toBe(image)
    expect(parseDataImage(image)).toBe(image)
  })

  it.each([
    'https://good.example/logo.png',
    'blob:https://good.example/350670db-19fa-4704-a166-e52e178b59d2',
  ])('[D38a] [S4] %s may be shown, but not announced', image => {
    expect(parseImage(image)).toBe(image)
    expect(parseDataImage(image)).toBeUndefined()
  })

  it.each([
    ...hostile.filter(link => !link.startsWith('blob:')),
    'data:text/html,<script>alert(1)</script>',
    'data:application/xhtml+xml,<x/>',
    'data:image/bmp;base64,AA',
    'data:image/png,AA',
    'data:image/png;base64,',
    'data:image/png;base64,x" onerror="window.__pwn=1',
    "data:image/png;base64,x');background:url(https://evil.example/x",
    'data:image/svg+xml;base64,<svg/>',
    'data:image/svg+xml,',
    'DATA:image/png;base64,AA',
    ' data:image/png;base64,AA',
    'blob:',
    'blob:x y',
  ])('[D38a] %j is refused as an image', image => {
    expect(parseImage(image)).toBeUndefined()
  })

  it.each(notText)('[D38a] %j is refused as an image', value => {
    expect(parseImage(value)).toBeUndefined()
  })

  it('[S4] An untrusted image is at most 256 KiB long', () => {
    const head = 'data:image/png;base64,'
    const largest = head + 'A'.repeat(256 * 1024 - head.length)
    expect(parseImage(largest)).toBe(largest)
    expect(parseImage(`${largest}A`)).toBeUndefined()
  })
})

describe('links to wallet apps', () => {
  const uri = 'wc:1@2?symKey=a&relay-protocol=irn'
  const encoded = encodeURIComponent(uri)

  it.each([
    ['rainbow://', 'rainbow://'],
    ['rainbow:', 'rainbow://'],
    ['rainbow', 'rainbow://'],
    ['bnc://app.binance.com/cedefi', 'bnc://app.binance.com/cedefi/'],
  ])('The scheme of %s is completed, and its own part ends in a slash', (appLink, href) => {
    expect(nativeLink(appLink, uri)).toEqual({ redirect: `${href}wc?uri=${encoded}`, href })
    expect(universalLink(appLink, uri)).toBeUndefined()
    expect(parseLink(`${href}wc`, [walletScheme(appLink) ?? ''])).toBe(`${href}wc`)
  })

  it('An https link is universal, never native', () => {
    expect(universalLink('https://rnbwapp.com', uri)).toEqual({
      redirect: `https://rnbwapp.com/wc?uri=${encoded}`,
      href: 'https://rnbwapp.com/',
    })
    expect(nativeLink('https://rnbwapp.com', uri)).toBeUndefined()
  })

  it('A pairing URI comes back whole from either link', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (uri, encodeTwice) => {
        const packed = nativeLink('rainbow', uri, encodeTwice)?.redirect.split('uri=')[1] ?? ''
        expect(universalLink('https://rnbwapp.com', uri, encodeTwice)?.redirect).toBe(
          `https://rnbwapp.com/wc?uri=${packed}`,
        )
        expect(decodeURIComponent(encodeTwice ? decodeURIComponent(packed) : packed)).toBe(uri)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([...hostile, ...notText])('[S7] no link to a wallet app is made from %j', appLink => {
    expect(nativeLink(appLink, uri)).toBeUndefined()
    expect(universalLink(appLink, uri)).toBeUndefined()
    expect(requestLink(appLink, 1, 'topic', codeRunners)).toBeUndefined()
    expect(codeRunners).not.toContain(walletScheme(appLink))
  })
})

describe.skipIf(!hasVectors)('public deep link vectors', () => {
  interface Case {
    readonly kind: 'pairing' | 'hostile' | 'request' | 'solana-browse'
    readonly appLink: string
    readonly wcUri: string
    readonly environment?: string
    readonly link: string
    readonly requestId: number
    readonly sessionTopic: string
    readonly expected: unknown
  }
  const { cases, count } = vectors<Case>('deep-links')
  const of = (kind: Case['kind']) => cases.filter(row => row.kind === kind)

  it('[S7] The public deep link vectors agree on every pairing link, and each opens', () => {
    for (const { appLink, wcUri, environment, expected } of of('pairing')) {
      const link = (nativeLink(appLink, wcUri, Boolean(environment)) ??
        universalLink(appLink, wcUri, Boolean(environment))) as { redirect: string }
      expect(link, appLink).toEqual(expected)
      const { opened, open, report } = browser()
      openLink(link.redirect, { schemes: [walletScheme(appLink) ?? ''], open, report })
      expect(opened, appLink).toEqual([[link.redirect, '_blank', 'noopener,noreferrer']])
    }
    expect(of('pairing').length).toBeGreaterThan(20)
  })

  it('[S7] No hostile value of the public vectors opens, by itself or as a link to a wallet', () => {
    const schemes = ['rainbow', ...of('hostile').map(row => row.appLink.split(':')[0] ?? '')]
    for (const { appLink, wcUri } of of('hostile')) {
      const { opened, open, report } = browser()
      for (const link of [
        appLink,
        nativeLink(appLink, wcUri)?.redirect,
        universalLink(appLink, wcUri)?.redirect,
        requestLink(appLink, 1, 'topic', schemes),
      ])
        openLink(link, { schemes, open, report })
      expect(opened, appLink).toEqual([])
      expect(parseImage(appLink)?.startsWith('blob:') ?? true, appLink).toBe(true)
    }
    expect(of('hostile')).toHaveLength(25)
  })

  it('[S7] The public deep link vectors agree on every link to a request', () => {
    for (const { link, requestId, sessionTopic, expected } of of('request')) {
      expect(requestLink(link, requestId, sessionTopic, ['trust']), link).toBe(expected)
    }
    expect(of('request')).toHaveLength(3)
  })

  // The remaining kind, solana-browse, is what two named wallets of one chain understand: that
  // chain's plugin (S7.34, S7.35).
  it('Every kind of the public deep link vectors has a test', () => {
    expect(
      of('pairing').length +
        of('hostile').length +
        of('request').length +
        of('solana-browse').length,
    ).toBe(count)
  })
})
