/**
 * A visitor whose wallet is an app on the same phone: the link that a tap opens is handed to a
 * wallet that runs WalletConnect's own library, and the page is there when the person is back.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { type Relay, startRelay } from '@portico/devnet'
import type { Pocket } from '@portico/pocket'
import { code, exceptNetwork, host, link, pocketAt, signs, test } from './remote-wallet.js'
import {
  connectButton,
  enter,
  expect,
  fact,
  inModal,
  openConnect,
  prepare,
  title,
} from './visit.js'

const agents = {
  'an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'an Android phone':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
const harbor = {
  id: 'harbor',
  name: 'Harbor',
  namespaces: ['eip155'],
  mobile: { universal: 'https://harbor.example/go', native: 'harbor://' },
}
const list = { directory: { custom: [harbor], include: ['harbor'] } }

declare global {
  interface Window {
    /** The links that the page opened; `isTap`: while the browser dispatched a tap. */
    readonly opened: { readonly link: string; readonly target: string; readonly isTap: boolean }[]
  }
}
/**
 * Handles links of the wallet as a phone does: a browser without the app cannot open those with the
 * wallet's scheme.
 */
const watchLinks = () => {
  const { open } = window
  const opened: { link: string; target: string; isTap: boolean }[] = []
  Object.assign(window, { opened })
  let isTap = false
  for (const [isBefore, now] of [
    [true, true],
    [false, false],
  ] as const)
    window.addEventListener(
      'click',
      () => {
        isTap = now
      },
      isBefore,
    )
  window.open = (link, target = '', features) => {
    opened.push({ link: String(link), target, isTap })
    return String(link).startsWith('https:') ? open.call(window, link, target, features) : null
  }
}
async function startPhone(context: BrowserContext, page: Page, relay: string): Promise<void> {
  await context.route('https://harbor.example/**', route =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">Harbor' }),
  )
  await context.addInitScript(watchLinks)
  await prepare(context, host(relay, list))
  await enter(page)
}
/** From the page's button to the list with the wallet, with a link at hand. */
async function listHarbor(page: Page): Promise<void> {
  await openConnect(page)
  await expect
    .poll(() =>
      page.evaluate(() => (window.host.slice('pairing') as { phase: { name: string } }).phase.name),
    )
    .toBe('offered')
  await inModal(page, 'All wallets').tap()
  await expect(inModal(page, 'Harbor')).toBeVisible()
}
/** Does what opens the app, and answers by which link. */
async function appOpened(
  context: BrowserContext,
  act: () => Promise<unknown>,
): Promise<{ readonly app: Page; readonly link: URL }> {
  const [app] = await Promise.all([context.waitForEvent('page'), act()])
  await app.waitForURL(/harbor/)
  return { app, link: new URL(app.url()) }
}
/**
 * Covers the page, as an app does. Headless Chromium treats all pages as visible, so the test sets
 * the visibility.
 */
const cover = (page: Page, isCovered: boolean) =>
  page.evaluate(isCovered => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isCovered ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isCovered)

let relay: Relay
let pocket: Pocket
test.beforeEach(async () => {
  relay = await startRelay()
  pocket = await pocketAt(relay.url)
})
test.afterEach(async () => {
  await pocket.stop()
  await relay.stop()
})

for (const [phone, userAgent] of Object.entries(agents))
  test.describe(`on ${phone}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent })

    test('[S2.07] [D16a] [D16d] a tap opens the app by its universal link at once, and its approval is read on return', async ({
      page,
      context,
      said,
    }) => {
      await startPhone(context, page, relay.url)
      await listHarbor(page)
      const { app, link } = await appOpened(context, () => inModal(page, 'Harbor').tap())
      expect(`${link.origin}${link.pathname}`).toBe('https://harbor.example/go/wc')
      expect(
        await page.evaluate(() => window.opened.map(({ target, isTap }) => ({ target, isTap }))),
      ).toEqual([{ target: '_blank', isTap: true }])

      // The phone puts the page to sleep while the app is in front, and its line to the relay is
      // cut.
      await cover(page, true)
      relay.cut()
      await pocket.pair(link.searchParams.get('uri') ?? '')
      await expect.poll(() => pocket.sessions.length).toBe(1)
      await app.close()
      await cover(page, false)
      await expect(inModal(page, 'Copy address')).toBeVisible({ timeout: 15_000 })
      await expect(fact(page, 'status connected')).toBeVisible()
      exceptNetwork(said)
    })

    test('[D16b] [D16c] the scheme, the link and the code are offered when the app did not open', async ({
      page,
      context,
    }) => {
      await startPhone(context, page, relay.url)
      await listHarbor(page)
      const { app } = await appOpened(context, () => inModal(page, 'Harbor').tap())
      await app.close()
      await inModal(page, 'Open again').tap()
      const opened = await page.evaluate(() => window.opened)
      expect(opened.map(({ link, target }) => [link.slice(0, link.indexOf('?')), target])).toEqual([
        ['https://harbor.example/go/wc', '_blank'],
        ['harbor://wc', '_self'],
      ])
      await expect(inModal(page, 'Copy link')).toBeVisible()
      await inModal(page, 'Show QR code').tap()
      await expect(code(page)).toBeVisible()
      // All three are of one pairing.
      expect(opened.map(one => new URL(one.link).searchParams.get('uri'))).toEqual([
        await link(page),
        await link(page),
      ])
    })
  })

test.describe('a page without chains on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: agents['an Android phone'],
  })

  test('[S2.16] [S2.17] a page without chains opens all wallets on a phone, also where the page asks for another view', async ({
    page,
    visit,
  }) => {
    await visit({
      wallets: [],
      host: { chains: { walletconnect: { relayUrl: relay.url }, ...list } },
    })
    await connectButton(page).tap()
    await expect(title(page, 'All wallets')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(title(page, 'All wallets')).toBeHidden()
    await page.evaluate(() =>
      window.host.portico.open({
        view: { kind: 'view', id: 'ConnectingWalletConnectBasic' } as never,
      }),
    )
    await expect(title(page, 'All wallets')).toBeVisible()
  })
})

test.describe('the next request on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: agents['an iPhone'],
  })

  test('[S3.76] [S7] the next request opens the same app, also after a reload, and no link planted in storage', async ({
    page,
    context,
  }) => {
    await startPhone(context, page, relay.url)
    await listHarbor(page)
    const { app, link } = await appOpened(context, () => inModal(page, 'Harbor').tap())
    await pocket.pair(link.searchParams.get('uri') ?? '')
    await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
    await app.close()
    for (const round of ['before', 'after'])
      await test.step(`${round} the reload`, async () => {
        await page.evaluate(() => {
          localStorage.setItem(
            'WALLETCONNECT_DEEPLINK_CHOICE',
            JSON.stringify({ name: 'Evil', href: 'https://evil.example/' }),
          )
          window.opened.length = 0
        })
        const opened = await appOpened(context, async () =>
          expect(await signs(page)).toEqual([true, false]),
        )
        expect(opened.link.href).toMatch(
          new RegExp(
            `^https://harbor\\.example/go/wc\\?requestId=\\d+&sessionTopic=${pocket.sessions[0]?.topic}$`,
          ),
        )
        expect(
          await page.evaluate(() => window.opened.map(({ link }) => new URL(link).host)),
        ).not.toContain('evil.example')
        await opened.app.close()
        if (round === 'before') await page.reload()
        await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
      })
  })
})
