/** The page of a token: what it is worth, its price over time, and what can be done with it. */
import type { Locator, Page } from '@playwright/test'
import { startBackend } from '@portico/backend'
import { privateKeyToAddress } from 'viem/accounts'
import { settled } from './animations.js'
import { axe } from './axe.js'
import { serveHost } from './surroundings.js'
import {
  connect,
  connectButton,
  expect,
  inModal,
  nodeOf,
  prepare,
  short,
  test,
  title,
  wallet,
} from './visit.js'

/** An account that no other test uses. */
const key = `0x${'70ce9a9e'.repeat(8)}` as const
const owner = privateKeyToAddress(key)
const evm = { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }] }
const route = '**/v1/fungible/price-history?**'

const modal = (page: Page): Locator => page.locator('portico-root')
const chart = (page: Page): Locator => modal(page).getByRole('slider', { name: /^Price of ETH/ })
const etherRow = (page: Page): Locator =>
  modal(page).getByRole('list', { name: 'Tokens' }).getByRole('button', { name: /ETH/ })
interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly Readonly<Record<'previousRect' | 'currentRect', DOMRectReadOnly>>[]
}
/** The browser tells of a shift after the frame that has it. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
/** Notes what moves in the page from now on, also right after an input. */
const watchShifts = async (page: Page) => {
  await frames(page)
  await page.evaluate(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`
    new PerformanceObserver(list => {
      for (const { sources } of list.getEntries() as LayoutShift[])
        for (const { previousRect, currentRect } of sources)
          shifts.push(`from ${place(previousRect)} to ${place(currentRect)}`)
    }).observe({ type: 'layout-shift' })
  })
}
/** What has moved. */
const shifts = async (page: Page) => {
  await frames(page)
  return page.evaluate(() => (window as unknown as { shifts: readonly string[] }).shifts)
}

test('[D40b] under policy A a token page has a price chart from the backend, which is read by keyboard and pointer, survives a failure and a reload, and moves nothing', async ({
  page,
  context,
  said,
}) => {
  await fetch(nodeOf(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setBalance',
      params: [owner, `0x${(2n * 10n ** 18n).toString(16)}`],
    }),
  })
  const backend = await startBackend({
    port: 0,
    database: ':memory:',
    chains: [
      {
        id: 'eip155:1',
        rpc: [nodeOf(1)],
        index: false,
        native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    prices: [{ asset: 'eip155:1:native', currency: 'usd', from: { fixed: '3000' } }],
    priceHistory: { everySeconds: 1 },
  })
  // What the policy stops is written into the console, which has to stay empty.
  const strict = await serveHost({
    'content-security-policy': `default-src 'self'; img-src 'self' data:; connect-src 'self' ${nodeOf(1)} ${backend.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
  })
  try {
    await prepare(context, {
      host: {
        chains: { eip155: evm, backend: { url: backend.url }, balances: {}, send: {}, receive: {} },
      },
      wallets: [wallet('Fox', [], { accounts: [key], remember: true })],
    })
    await page.goto(strict.url)
    await page.waitForFunction(() => 'host' in window)
    const code: string[] = []
    page.on('request', request => void code.push(request.url()))
    await connect(page)
    await expect(etherRow(page)).toBeVisible()
    // Works: once the backend has two samples.
    await expect
      .poll(async () => {
        const url = `${backend.url}/v1/fungible/price-history?address=eip155:1:native&currency=usd&period=1d`
        return ((await (await fetch(url)).json()) as { points: readonly object[] }).points.length
      })
      .toBeGreaterThan(2)
    expect(code.filter(url => url.includes('price-history'))).toEqual([])
    let showHistory = () => {}
    const shown = new Promise<void>(resolve => {
      showHistory = resolve
    })
    await page.route(route, async answer => {
      await shown
      await answer.continue()
    })
    await etherRow(page).click()
    await expect(title(page, 'ETH')).toBeVisible()
    // From here on nothing moves: neither when the history comes, nor when it fails.
    await settled(page)
    await watchShifts(page)
    await expect(modal(page).getByText('Loading price history')).toBeAttached()
    showHistory()
    await expect(modal(page).getByText('$6,000.00', { exact: true })).toBeVisible()
    await expect(modal(page).getByText('The price service of this app')).toBeVisible()
    await expect(chart(page)).toBeVisible()
    expect(await shifts(page)).toEqual([])
    expect(await axe(page, { parts: ['portico-root'] })).toEqual([])

    // By keyboard, also in the period that was chosen with it.
    await chart(page).focus()
    await expect(chart(page)).toHaveAttribute('aria-valuetext', /^\$3,000\.00, /)
    await page.keyboard.press('Home')
    await expect(chart(page)).toHaveAttribute('aria-valuenow', '0')
    await page.keyboard.press('ArrowRight')
    await expect(chart(page)).toHaveAttribute('aria-valuenow', '1')
    await expect(modal(page).getByText(/^\$3,000\.00 · /)).toBeVisible()
    await expect(modal(page).getByRole('table').getByRole('row').nth(1)).toContainText('$3,000.00')

    // By pointer: the start of the curve is the first point.
    const box = await chart(page).boundingBox()
    if (!box) throw new RangeError('The chart has no place.')
    await page.mouse.move(box.x + 1, box.y + 20)
    await expect(chart(page)).toHaveAttribute('aria-valuenow', '0')

    // The history fails midway, and loads again later. The mark on the curve has moved before.
    await watchShifts(page)
    await page.unroute(route)
    await page.route(route, answer => answer.fulfill({ status: 503, body: '{}' }))
    await modal(page).getByRole('radio', { name: '1W' }).focus()
    await page.keyboard.press('Space')
    const failure = modal(page).getByText('The price history cannot be loaded right now.')
    await expect(failure).toBeVisible({ timeout: 20_000 })
    await page.unroute(route)
    await inModal(page, 'Try again').click()
    await expect(failure).toBeHidden()
    await expect(chart(page)).toBeVisible()
    expect(await shifts(page)).toEqual([])

    // What can be done with it.
    await inModal(page, 'Receive').click()
    await expect(title(page, 'Receive')).toBeVisible()
    await inModal(page, 'Back').click()
    await expect(chart(page)).toBeVisible()

    // The samples are the backend's: a reload has them again, at 320 px as well.
    await page.reload()
    await page.waitForFunction(() => 'host' in window)
    await page.setViewportSize({ width: 320, height: 568 })
    await expect(connectButton(page)).toHaveText(short(owner))
    await connectButton(page).click()
    await etherRow(page).click()
    await expect(chart(page)).toBeVisible()
    const narrow = await chart(page).boundingBox()
    expect(narrow && narrow.x >= 0 && narrow.x + narrow.width <= 320).toBe(true)
  } finally {
    await strict.close()
    await backend.stop()
  }
  // Chromium writes each failed answer into the console by itself.
  said.splice(0, said.length, ...said.filter(text => !text.includes('503')))
})
