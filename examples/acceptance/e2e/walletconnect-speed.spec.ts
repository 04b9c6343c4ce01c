/** How soon the QR code is shown, and what the page prefetches for it. */
import type { BrowserContext, Page } from '@playwright/test'
import { leastWork } from './page-work.js'
import { code, host, test } from './remote-wallet.js'
import { enter, expect, fox, hostUrl, inModal, openConnect } from './visit.js'

/** Counts the scripts that hold the library. */
function librariesOf(context: BrowserContext): string[] {
  const found: string[] = []
  context.on('response', async response => {
    if (!response.url().endsWith('.js')) return
    const script = await response.text().catch(() => '')
    if (script.includes('wc_sessionPropose')) found.push(response.url())
  })
  return found
}
/** Until nothing is fetched any more. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

/** Until all has run that waited for a page with nothing to do. */
const idled = (page: Page) =>
  page.evaluate(
    () => new Promise(resolve => requestIdleCallback(() => requestIdleCallback(resolve))),
  )

const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

test('the code is shown after 300 ms of work of the page, one socket, and the confirmations of the relay', async ({
  visit,
  page,
  context,
}) => {
  const libraries = librariesOf(context)
  const devtools = await context.newCDPSession(page)
  /** What was sent to the relay before the code was there, by round. */
  const sent: string[][] = []
  page.on('websocket', socket => {
    sent.at(-1)?.push('open')
    socket.on('framesent', ({ payload }) =>
      sent.at(-1)?.push(String(JSON.parse(String(payload)).method)),
    )
  })
  await visit(host())
  const showCode = () =>
    page.evaluate(async () => {
      const root = document.querySelector('portico-root')?.shadowRoot
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
      ;[...(root?.querySelectorAll('button') ?? [])]
        .find(one => one.textContent?.includes('WalletConnect'))
        ?.click()
      while (!root?.querySelector('.p-qr svg[role=img]')) await frame()
      // It is painted with the frame after.
      await frame()
    })
  const { totalMs } = await leastWork(page, {
    async before() {
      // Nothing of the round before is left but what the browser has fetched: no client, no keys.
      await page.goto('about:blank')
      await devtools.send('Storage.clearDataForOrigin', {
        origin: hostUrl,
        storageTypes: 'local_storage,indexeddb',
      })
      sent.push([])
      await enter(page)
      await openConnect(page)
      await expect.poll(() => libraries.length).toBeGreaterThan(0)
      // Beside the wallets.
      await expect(code(page)).toBeVisible()
      await settled(page)
    },
    async act() {
      await showCode()
      sent.push([])
    },
  })
  const beforeCode = sent.filter((_, at) => at % 2 === 0)
  test
    .info()
    .annotations.push({ type: 'figures', description: JSON.stringify({ totalMs, beforeCode }) })
  expect(totalMs).toBeLessThanOrEqual(300)
  for (const one of beforeCode) expect(one).toEqual(['open', 'wc_proposeSession'])
})

test('a desktop without a wallet fetches the library while Connect is on screen, once, and not before', async ({
  page,
  context,
  visit,
}) => {
  const libraries = librariesOf(context)
  await visit(host())
  await settled(page)
  expect(libraries).toEqual([])
  await openConnect(page)
  await expect.poll(() => libraries.length).toBe(1)
  await inModal(page, 'WalletConnect').click()
  await expect(code(page)).toBeVisible()
  expect(libraries).toHaveLength(1)
})

test('a desktop with a wallet does not fetch the library until the person pairs', async ({
  page,
  context,
  visit,
}) => {
  const libraries = librariesOf(context)
  await visit({ ...host(), wallets: [fox()] })
  await openConnect(page)
  await expect(inModal(page, 'Fox')).toBeVisible()
  await idled(page)
  await settled(page)
  expect(libraries).toEqual([])
  await inModal(page, 'WalletConnect').click()
  await expect(code(page)).toBeVisible()
  await expect.poll(() => libraries.length).toBe(1)
})

test('a browser with Save-Data does not fetch the library until the person pairs', async ({
  page,
  context,
  visit,
}) => {
  const libraries = librariesOf(context)
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await visit(host())
  await openConnect(page)
  await expect(inModal(page, 'WalletConnect')).toBeVisible()
  await idled(page)
  await settled(page)
  expect(libraries).toEqual([])
})

test.describe('the WalletConnect library on a phone', () => {
  test.use(phone)
  test('the library is fetched while Connect is on screen', async ({ page, context, visit }) => {
    const libraries = librariesOf(context)
    await visit(host())
    await settled(page)
    expect(libraries).toEqual([])
    await openConnect(page)
    await expect.poll(() => libraries.length).toBe(1)
  })
})
