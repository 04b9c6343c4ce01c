import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { tallyWallet } from '@portico/kernel/testing'
import { type Environment, environmentSlice } from '@portico/kernel/wallet'
import { describe, expect, it } from 'vitest'
import { bench } from '../../test/bench.js'
import { detectEnvironment, type Surroundings } from './environment.js'

const ios =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ipad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
const page = (userAgent: string, more: object = {}): Surroundings => {
  const self = {}
  return { self, top: self, ...more, navigator: { userAgent, ...(more as Surroundings).navigator } }
}
const plain: Environment = {
  kind: 'desktop',
  system: 'other',
  iosSafari: false,
  pwa: false,
  iframe: false,
  safe: false,
}
const phone = { ...plain, kind: 'mobile' } as const

const table: readonly [what: string, surroundings: Surroundings, expected: Environment][] = [
  ['nothing at all', {}, plain],
  [
    'Chrome on Windows',
    page(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
    ),
    plain,
  ],
  [
    'a desktop with an extension',
    page('Mozilla/5.0 (X11; Linux x86_64) Chrome/124.0.0.0 Safari/537.36', {
      ethereum: {},
      phantom: {},
    }),
    plain,
  ],
  ['Safari on a Mac', page(`${ipad} Version/17.4 Safari/605.1.15`), plain],
  [
    'Safari on an iPhone',
    page(`${ios} Version/17.4 Mobile/15E148 Safari/604.1`),
    { ...phone, system: 'ios', iosSafari: true },
  ],
  [
    'Safari on an iPad',
    page(`${ipad} Version/17.4 Safari/605.1.15`, { navigator: { maxTouchPoints: 5 } }),
    { ...phone, system: 'ios', iosSafari: true },
  ],
  [
    'Safari on an iPhone with a wallet extension',
    page(`${ios} Version/17.4 Mobile/15E148 Safari/604.1`, { ethereum: {} }),
    { ...phone, system: 'ios', iosSafari: true },
  ],
  [
    'Chrome on iOS',
    page(`${ios} CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1`),
    { ...phone, system: 'ios' },
  ],
  [
    'Firefox on iOS',
    page(`${ios} FxiOS/125.0 Mobile/15E148 Safari/605.1.15`),
    { ...phone, system: 'ios' },
  ],
  [
    'Edge on iOS',
    page(`${ios} Version/17.0 EdgiOS/124.0 Mobile/15E148 Safari/605.1.15`),
    { ...phone, system: 'ios' },
  ],
  [
    'DuckDuckGo on iOS',
    page(`${ios} Version/17.4 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`),
    { ...phone, system: 'ios' },
  ],
  [
    'Opera on iOS',
    page(`${ios} Version/17.4 Mobile/15E148 Safari/604.1 OPT/4.6.0`),
    { ...phone, system: 'ios' },
  ],
  [
    'the Google app on iOS',
    page(`${ios} GSA/312.0 Mobile/15E148 Safari/604.1`),
    { ...phone, system: 'ios' },
  ],
  ['a web view on iOS', page(`${ios} Mobile/15E148`), { ...phone, system: 'ios' }],
  [
    'Chrome on Android',
    page(`${android} Chrome/124.0.0.0 Mobile Safari/537.36`),
    { ...phone, system: 'android' },
  ],
  [
    'Samsung Internet',
    page(`${android} SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36`),
    { ...phone, system: 'android' },
  ],
  [
    'a phone of another system',
    page('Mozilla/5.0 (Mobile; rv:109.0) Gecko/115.0 Firefox/115.0'),
    phone,
  ],
  [
    "Phantom's browser on iOS",
    page(`${ios} Mobile/15E148`, { phantom: {}, ethereum: {} }),
    { ...phone, system: 'ios', walletBrowser: 'phantom' },
  ],
  [
    "OKX's browser on Android",
    page(`${android} Chrome/124.0.0.0 Mobile Safari/537.36`, { okxwallet: {}, ethereum: {} }),
    { ...phone, system: 'android', walletBrowser: 'okxwallet' },
  ],
  [
    "a wallet's browser with nothing telling",
    page(`${android} Chrome/124.0.0.0 Mobile Safari/537.36`, { ethereum: {} }),
    { ...phone, system: 'android', walletBrowser: 'ethereum' },
  ],
  [
    'Telegram on iOS',
    page(`${ios} Mobile/15E148`, { Telegram: { WebApp: { platform: 'ios' } } }),
    { ...phone, system: 'ios', telegram: 'ios' },
  ],
  [
    'Telegram on iOS that looks like Safari',
    page(`${ios} Version/17.4 Mobile/15E148 Safari/604.1`, {
      Telegram: { WebApp: { platform: 'ios' } },
    }),
    { ...phone, system: 'ios', telegram: 'ios' },
  ],
  [
    'Telegram X on Android',
    page(android, { Telegram: { WebApp: { platform: 'android_x' } } }),
    { ...phone, system: 'android', telegram: 'android' },
  ],
  [
    'Telegram on macOS',
    page(ipad, { Telegram: { WebApp: { platform: 'macos' } } }),
    { ...plain, telegram: 'macos' },
  ],
  [
    'Telegram on a desktop',
    page('Mozilla/5.0 (Windows NT 10.0)', { Telegram: { WebApp: { platform: 'tdesktop' } } }),
    { ...plain, telegram: 'desktop' },
  ],
  [
    'Telegram on the web',
    page('Mozilla/5.0 (X11; Linux x86_64)', {
      top: {},
      location: { hash: '#tgWebAppData=x&tgWebAppPlatform=weba' },
    }),
    { ...plain, telegram: 'web', iframe: true },
  ],
  [
    'Telegram without its script on iOS',
    page(`${ios} Mobile/15E148`, { TelegramWebviewProxy: {} }),
    { ...phone, system: 'ios', telegram: 'ios' },
  ],
  [
    'Telegram without its script on a desktop',
    page('Mozilla/5.0 (X11; Linux x86_64)', { TelegramWebviewProxy: {} }),
    { ...plain, telegram: 'desktop' },
  ],
  [
    "a page that only loads Telegram's script",
    page('Mozilla/5.0 (X11; Linux x86_64)', { Telegram: { WebApp: { platform: 'unknown' } } }),
    plain,
  ],
  [
    'an installed page',
    page(`${android} Chrome/124.0.0.0 Mobile Safari/537.36`, {
      matchMedia: (query: string) => ({ matches: query === '(display-mode:standalone)' }),
    }),
    { ...phone, system: 'android', pwa: true },
  ],
  [
    'an installed page on iOS',
    page(`${ios} Mobile/15E148`, { navigator: { standalone: true } }),
    { ...phone, system: 'ios', pwa: true },
  ],
  ['an iframe', page('', { top: {} }), { ...plain, iframe: true }],
  [
    "Safe's frame",
    page('', { top: {}, location: { ancestorOrigins: ['https://app.safe.global'] } }),
    { ...plain, iframe: true, embedder: 'https://app.safe.global', safe: true },
  ],
  [
    "Safe's frame, by the referrer",
    page('', { top: {}, document: { referrer: 'https://app.safe.global/apps/open?safe=eth:0x' } }),
    { ...plain, iframe: true, embedder: 'https://app.safe.global', safe: true },
  ],
  [
    'a frame that calls itself like Safe',
    page('', { top: {}, location: { ancestorOrigins: ['https://app.safe.global.evil.example'] } }),
    { ...plain, iframe: true, embedder: 'https://app.safe.global.evil.example' },
  ],
  [
    'a frame whose path says Safe',
    page('', { top: {}, location: { ancestorOrigins: ['https://evil.example/safe.global'] } }),
    { ...plain, iframe: true, embedder: 'https://evil.example' },
  ],
  [
    '[S12] a frame whose embedder is unknown',
    page('', { top: {}, location: { ancestorOrigins: ['null'] } }),
    { ...plain, iframe: true },
  ],
  [
    "Safe's address without a frame",
    page('', { document: { referrer: 'https://app.safe.global/' } }),
    plain,
  ],
]

describe('the environment', () => {
  it.each(table)('[D15a][D17b] The environment is detected: %s', (_, surroundings, expected) => {
    expect(detectEnvironment(surroundings)).toEqual(expected)
  })
  it('[D15a] The environment is detected once, when discovery starts', async () => {
    const { kernel } = await bench()
    await kernel.start()
    await kernel.use(connectionService).discover()
    expect(kernel.state(environmentSlice)).toMatchObject({ kind: 'desktop' })
    const before = kernel.state(environmentSlice)
    await kernel.use(connectionService).discover()
    expect(kernel.state(environmentSlice)).toBe(before)
  })
  it('[D36] The time zone is read when a wallet is connected, so that it does not delay the Connect view', async () => {
    const { kernel } = await bench({ wallets: [tallyWallet()] })
    await kernel.use(connectionService).discover()
    expect(kernel.state(environmentSlice).timeZone).toBeUndefined()
    await kernel.use(connectionService).connect(kernel.items(connectorsSlot)[0]?.id ?? '')
    expect(kernel.state(environmentSlice).timeZone).toBe(
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    )
  })
})
