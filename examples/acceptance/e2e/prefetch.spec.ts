import type { BrowserContext, Page } from '@playwright/test'
import { holdIdle } from '../bench/in-page.mjs'
import { countWaves } from '../scripts/waves.mjs'
import { leastWork } from './page-work.js'
import { wideHost } from './remote-wallet.js'
import { serveHost } from './surroundings.js'
import { connectButton, enter, expect, fox, inModal, owl, prepare, test } from './visit.js'

type Stage = 'idle' | 'intent' | 'none'
const scripts = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  )
/** No real pointer: its coming near is an intent. */
const click = (page: Page) =>
  connectButton(page).evaluate(button => (button as HTMLElement).click())
/** Longer than the page is waited for until it is idle. */
const idle = (page: Page) => page.waitForTimeout(2_000)
/** The library's own words, and the generators of secp256k1 and ed25519. */
const heavy =
  /wc_sessionPropose|79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798|216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a/i

/**
 * Waits until the modal has been prefetched, and nothing more for longer than an idle moment is
 * waited for.
 */
async function prefetched(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/frame-[^/]*\.js$/.test(name)),
  )
  await expect
    .poll(
      async () => {
        const before = await scripts(page)
        await idle(page)
        return (await scripts(page)) - before
      },
      { timeout: 30_000 },
    )
    .toBe(0)
}
/** Opens the page with wallets that count how often the page requests providers. */
async function visitWith(page: Page, context: BrowserContext, prefetch: Stage): Promise<void> {
  await prepare(context, { wallets: [fox(), owl()], host: { prefetch } })
  await context.addInitScript(() => {
    const counts = { requests: 0 }
    Object.assign(window, { announcements: counts })
    addEventListener('eip6963:requestProvider', () => counts.requests++)
  })
  await enter(page)
}
const announcements = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { announcements: { requests: number } }).announcements.requests,
  )

test('[R35] after an idle page has prefetched the first view, a click requests nothing and shows the rows', async ({
  page,
  context,
}) => {
  await visitWith(page, context, 'idle')
  await prefetched(page)
  expect(await announcements(page), 'an idle prefetch asks no wallet').toBe(0)
  await expect(page.locator('portico-root'), 'the page is as it was').toHaveCount(0)
  const { waves, stop } = await countWaves(page)
  await click(page)
  await expect(inModal(page, 'Owl')).toBeVisible()
  expect(waves()).toEqual([])
  await stop()
})

test('[R35] a page with prefetch none requests nothing when idle or hovered, and its click needs two waves at most', async ({
  page,
  context,
}) => {
  await visitWith(page, context, 'none')
  const before = await scripts(page)
  await connectButton(page).hover()
  await idle(page)
  expect(await scripts(page)).toBe(before)
  const { waves, stop } = await countWaves(page)
  await click(page)
  await expect(inModal(page, 'Owl')).toBeVisible()
  expect(waves().length).toBeGreaterThan(0)
  expect(waves().length).toBeLessThanOrEqual(2)
  await stop()
})

test('prefetch intent requests nothing when idle, and a hovered button fetches the view and asks the wallets', async ({
  page,
  context,
}) => {
  await visitWith(page, context, 'intent')
  const before = await scripts(page)
  await idle(page)
  expect(await scripts(page)).toBe(before)
  await connectButton(page).hover()
  await prefetched(page)
  expect(await announcements(page)).toBe(1)
})

/** Every page of this context opens in a hidden tab. */
const hideTabs = (context: BrowserContext) =>
  context.addInitScript(() => {
    let visibilityState = 'hidden'
    Object.defineProperty(document, 'visibilityState', {
      get: () => visibilityState,
      configurable: true,
    })
    Object.assign(window, {
      show() {
        visibilityState = 'visible'
        document.dispatchEvent(new Event('visibilitychange'))
      },
    })
  })
const show = (page: Page) => page.evaluate(() => (window as unknown as { show(): void }).show())

test('a hidden tab prefetches nothing until it is shown', async ({ page, context }) => {
  await hideTabs(context)
  await visitWith(page, context, 'idle')
  const before = await scripts(page)
  await idle(page)
  expect(await scripts(page)).toBe(before)
  await show(page)
  await prefetched(page)
})

test('a page with Save-Data prefetches nothing when idle or hovered, and opens by a click', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true },
      configurable: true,
    })
  })
  await visitWith(page, context, 'idle')
  const before = await scripts(page)
  await idle(page)
  await connectButton(page).hover()
  await idle(page)
  expect(await scripts(page)).toBe(before)
  await click(page)
  await expect(inModal(page, 'Owl')).toBeVisible()
})

test('a browser without requestIdleCallback, scheduler and navigator.connection, as WebKit is, prefetches too', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'scheduler'])
      Object.defineProperty(window, name, { value: undefined, configurable: true })
    Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true })
  })
  await visitWith(page, context, 'idle')
  await prefetched(page)
  const { waves, stop } = await countWaves(page)
  await click(page)
  await expect(inModal(page, 'Owl')).toBeVisible()
  expect(waves()).toEqual([])
  await stop()
})

test('a chunk that fails to load in a prefetch reports nothing, and loads at the click', async ({
  page,
  context,
  said,
}) => {
  const failed: string[] = []
  await page.route(/\/(frame|connect-view)-[^/]*\.js$/, route => {
    failed.push(route.request().url())
    return route.abort()
  })
  await visitWith(page, context, 'idle')
  await expect.poll(() => failed.length).toBeGreaterThan(0)
  await idle(page)
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
  await page.unroute(/\/(frame|connect-view)-[^/]*\.js$/)
  await click(page)
  await expect(inModal(page, 'Owl')).toBeVisible()
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
  // The browser itself tells the console of a request that failed.
  expect(said.filter(text => !text.includes('net::ERR_FAILED'))).toEqual([])
  said.splice(0)
})

test('[D40b] an idle prefetch and the click after it violate nothing under policy A', async ({
  page,
  context,
}) => {
  const policy =
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
  const strict = await serveHost({ 'content-security-policy': policy })
  try {
    await context.addInitScript(() => {
      const broken: string[] = []
      Object.assign(window, { broken })
      document.addEventListener('securitypolicyviolation', event =>
        broken.push(`${event.effectiveDirective} ${event.blockedURI}`),
      )
    })
    await prepare(context, { wallets: [fox(), owl()], host: { prefetch: 'idle' } })
    await page.goto(strict.url)
    await page.waitForFunction(() => 'host' in window)
    await prefetched(page)
    await click(page)
    await expect(inModal(page, 'Owl')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { broken: string[] }).broken)).toEqual(
      [],
    )
  } finally {
    await strict.close()
  }
})

test('no task of an idle prefetch takes 50 ms of the processor', async ({ page, context }) => {
  test.slow()
  await prepare(context, { wallets: [fox()], host: { prefetch: 'idle' } })
  // Only a tab that is shown begins, so all of the prefetch is in what is measured.
  await hideTabs(context)
  const fetched: number[] = []
  const work = await leastWork(page, {
    before: () => enter(page),
    async act() {
      const before = await scripts(page)
      await show(page)
      await prefetched(page)
      fetched.push((await scripts(page)) - before)
    },
  })
  expect(Math.min(...fetched)).toBeGreaterThan(0)
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(work) })
  expect(work.longestTaskMs).toBeLessThan(50)
})

test('[R35] the WalletConnect library and the curves of the chains load after the rows of a click', async ({
  page,
  context,
}) => {
  const wide = wideHost()
  await prepare(context, { ...wide, host: { ...wide.host, prefetch: 'none' } })
  // Nothing that waits for an idle moment begins before the waves are counted, however slow this
  // machine is.
  await context.addInitScript(holdIdle)
  await enter(page)
  const { waves, stop } = await countWaves(page)
  await click(page)
  await expect(inModal(page, 'WalletConnect')).toBeVisible()
  // The code that decides after the paint whether pairing is likely loads in a separate wave.
  const beforeRows = waves().filter(urls => !urls.every(url => /\/prefetch-[^/]*\.js$/.test(url)))
  const urls = beforeRows.flat()
  expect(urls.length).toBeGreaterThan(0)
  expect(beforeRows.length).toBeLessThanOrEqual(2)
  const isHeavy = async (url: string) => heavy.test(await (await context.request.get(url)).text())
  expect((await Promise.all(urls.map(isHeavy))).filter(Boolean)).toEqual([])
  await stop()
  const heavyArrives = page.waitForResponse(
    async response => response.url().endsWith('.js') && heavy.test(await response.text()),
  )
  await page.evaluate(() => (window as unknown as { idle: { release(): void } }).idle.release())
  await heavyArrives
})
