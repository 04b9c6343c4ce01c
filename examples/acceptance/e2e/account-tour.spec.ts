/**
 * A tour of the whole account: the contacted hosts, the analytics events, and a swapped clipboard.
 */

import type { Page } from '@playwright/test'
import { settled } from './animations.js'
import {
  addressOf,
  choice,
  connect,
  expect,
  hostUrl,
  inModal,
  nodeOf,
  openConnect,
  test,
  title,
} from './visit.js'

const sink = 'https://sink.example'
interface AnalyticsEvent {
  readonly url: string
  readonly domain: string
  readonly props: { readonly event: string }
}
/** The address of the host, at its HTTP border. */
async function listen(page: Page): Promise<{
  readonly events: AnalyticsEvent[]
  readonly bodies: string[]
  readonly queries: Set<string>
}> {
  const received = {
    events: [] as AnalyticsEvent[],
    bodies: [] as string[],
    queries: new Set<string>(),
  }
  await page.route(`${sink}/**`, route => {
    const body = route.request().postData() ?? ''
    received.bodies.push(body)
    received.events.push(JSON.parse(body) as AnalyticsEvent)
    received.queries.add(new URL(route.request().url()).search)
    return route.fulfill({ status: 200, body: '', headers: { 'access-control-allow-origin': '*' } })
  })
  return received
}
/**
 * The address that an attacker puts into the clipboard instead of the copied one: alike at its
 * ends, another one between.
 */
const swapped = (address: string) =>
  `${address.slice(0, 5)}${[...address.slice(5, -5)].reverse().join('')}${address.slice(-5)}`.toLowerCase()

test('[S26] [S27] [S31] a tour of all views contacts only named hosts, tracks no account, and shows a swapped clipboard', async ({
  page,
  visit,
}) => {
  test.slow()
  const origins = new Set<string>()
  page.on('request', request => origins.add(new URL(request.url()).origin))
  const received = await listen(page)
  const mine = addressOf(0)
  await page.addInitScript(() => {
    const copied: string[] = []
    Object.assign(window, { copied, clipboard: '' })
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: async (text: string) => void copied.push(text),
        readText: async () => (window as unknown as { clipboard: string }).clipboard,
      },
    })
  })
  await visit({
    host: {
      chains: {
        eip155: { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }] },
        analytics: { endpoint: sink, projectId: 'tour' },
        directory: {},
        balances: { currencies: ['usd', 'eur'] },
        history: {},
        receive: {},
        send: {},
      },
    },
  })
  const modal = page.locator('portico-root')
  await openConnect(page)
  await inModal(page, /^All wallets/).click()
  await expect(modal.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await connect(page)

  await expect(modal.getByRole('list', { name: 'Tokens' }).getByTitle('10000 ETH')).toBeVisible()
  const desktop = page.viewportSize()
  for (const [size, scrolled] of [
    [{ width: 1280, height: 800 }, 0],
    [{ width: 390, height: 844 }, 0],
    [{ width: 640, height: 400 }, 1_000],
  ] as const) {
    await page.setViewportSize(size)
    await modal.locator('.p-outlet').evaluate((outlet, top) => outlet.scrollTo(0, top), scrolled)
    const tops = new Set<number>()
    for (const tab of ['Tokens', 'Activity', 'Tokens', 'Activity']) {
      await modal.getByRole('tab', { name: tab }).click()
      await settled(page)
      tops.add((await modal.getByRole('tab', { name: tab }).boundingBox())?.y ?? Number.NaN)
    }
    expect([...tops].every(Number.isFinite), 'the tabs are there').toBe(true)
    expect(
      [...tops],
      `the controls stay in place for any content below, at ${size.width}x${size.height}`,
    ).toHaveLength(1)
  }
  await modal.getByRole('tab', { name: 'Tokens' }).click()
  if (desktop) await page.setViewportSize(desktop)
  await inModal(page, 'Settings').click()
  await choice(page, 'Amounts hidden').click()
  await inModal(page, /^Currency/).click()
  await inModal(page, /^Euro/).click()
  await expect(inModal(page, /^Currency/)).toContainText('EUR')
  await inModal(page, 'Diagnostics').click()
  await expect(modal.getByRole('region', { name: 'Diagnostics' })).not.toContainText(
    mine.slice(6, -6),
  )
  await inModal(page, /^Back$/).click()
  await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText('••••')
  await expect(modal.getByTitle(/ETH$/)).toHaveCount(0)
  await inModal(page, 'Receive').click()
  await expect(title(page, 'Receive')).toBeVisible()
  await inModal(page, /^Back$/).click()

  // The copied text is the address itself, not its groups; the text from the clipboard is
  // untrusted.
  await inModal(page, 'Copy address').click()
  expect(await page.evaluate(() => (window as unknown as { copied: string[] }).copied)).toEqual([
    mine,
  ])
  await page.evaluate(text => Object.assign(window, { clipboard: text }), swapped(mine))
  await inModal(page, 'Send').click()
  await inModal(page, 'Paste').click()
  await expect(modal.getByRole('textbox', { name: 'To' })).toHaveValue(swapped(mine))
  await expect(
    modal.getByText(
      'This address looks like one you know, but it is a different one. Compare every character.',
    ),
  ).toBeVisible()
  await expect(modal.locator('.p-unlike').first()).toBeVisible()
  expect(
    (await modal.locator('.p-address').first().innerText()).replaceAll(/\s/g, '').toLowerCase(),
  ).toBe(swapped(mine))

  await page.keyboard.press('Escape')
  await expect.poll(() => received.events.map(({ props }) => props.event)).toContain('MODAL_CLOSE')
  const events = received.events.map(({ props }) => props.event)
  for (const event of ['INITIALIZE', 'MODAL_OPEN', 'CLICK_ALL_WALLETS', 'CONNECT_SUCCESS'])
    expect(events).toContain(event)
  expect([...received.queries]).toEqual([
    expect.stringMatching(/^\?projectId=tour&st=portico&sv=[\w.-]+$/),
  ])
  for (const { url, domain } of received.events)
    expect([url, domain]).toEqual([`${hostUrl}/`, new URL(hostUrl).hostname])
  expect(received.bodies.join().toLowerCase()).not.toContain(mine.toLowerCase())
  origins.delete('null')
  expect([...origins].sort()).toEqual(
    [new URL(hostUrl).origin, new URL(nodeOf(1)).origin, sink].sort(),
  )
})
