import type { Page } from '@playwright/test'
import type { FaultMode, FaultProxy } from '@portico/devnet'
import { leastWork } from './page-work.js'
import {
  balance,
  close,
  connect,
  connectButton,
  ethereum,
  expect,
  fox,
  inModal,
  nodeOf,
  openConnect,
  test,
} from './visit.js'

const networks = (...proxies: readonly FaultProxy[]) => [
  { chainId: 1, name: 'Ethereum', rpcUrls: proxies.map(({ url }) => url) },
]
/** What Chromium itself says of a request that failed is none of ours. */
const forgetTraffic = (said: string[]) =>
  void said.splice(
    0,
    said.length,
    ...said.filter(line => !/Failed to load resource|CORS policy|net::ERR/.test(line)),
  )
const unavailable = (page: Page) => page.getByText('Balance unavailable')

type Lie = Extract<FaultMode, string> | { readonly amount: unknown }
const lies: Readonly<Record<string, Lie>> = {
  'another chain': 'wrong-chain',
  'no hex': 'bad-hex',
  'a web page': 'html',
  'a negative number': { amount: '-0x1' },
  'far too much': { amount: `0x${'f'.repeat(65)}` },
  nothing: { amount: null },
  'an object': { amount: { toString: 'x' } },
}
/** Tells the truth about its chain, so that what it says of the balance counts. */
const lying = (lie: Lie, chainId: string): FaultMode =>
  typeof lie === 'string' ? lie : ({ method }) => (method === 'eth_chainId' ? chainId : lie.amount)

for (const fault of ['down', '503', '429', 'html'] as const)
  test(`[R5] when an endpoint is ${fault}, the next endpoint gets the request without a delay`, async ({
    page,
    visit,
    endpoint,
    said,
  }) => {
    const [first, second] = [await endpoint(1), await endpoint(1)]
    first.set(fault)
    let isRequested = false
    page.on('request', request => {
      isRequested ||= request.url().startsWith(first.url)
    })
    await page.clock.install()
    await visit({ host: { networks: networks(first, second) } })
    await openConnect(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await inModal(page, 'Fox').click()
    await expect(async () => {
      await page.clock.runFor(100)
      expect(isRequested).toBe(true)
    }).toPass()
    // The page's clock stands still, so a pause before the next endpoint would never end.
    await expect.poll(() => second.requests).toBeGreaterThan(0)
    await page.clock.resume()
    await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
    forgetTraffic(said)
  })

for (const [name, lie] of Object.entries(lies))
  test(`[R7] [D37] when an endpoint answers ${name}, the next one is used, and without one nothing is shown`, async ({
    page,
    visit,
    endpoint,
    said,
  }) => {
    const [liar, honest, alone] = [await endpoint(1), await endpoint(1), await endpoint(8453)]
    liar.set(lying(lie, '0x1'))
    alone.set(lying(lie, '0x2105'))
    await visit({
      host: {
        networks: [
          ...networks(liar, honest),
          { chainId: 8453, name: 'Base', rpcUrls: [alone.url] },
        ],
      },
    })
    await connect(page)
    await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
    expect(liar.requests).toBeGreaterThan(0)
    await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
    await expect(unavailable(page)).toBeVisible()
    await expect(balance(page)).toHaveCount(0)
    expect(alone.requests).toBeGreaterThan(0)
    forgetTraffic(said)
  })

test('[R6] the next endpoint gets the request after 3 s when an endpoint stalls or is slow', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const [first, second] = [await endpoint(1), await endpoint(1)]
  first.set('stall')
  await page.clock.install()
  await visit({ host: { networks: networks(first, second) } })
  await connect(page)
  await expect.poll(() => first.requests).toBe(1)
  expect(second.requests).toBe(0)
  await expect(page.getByText('Loading balance')).toBeAttached()
  await page.clock.fastForward(3_100)
  await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
  forgetTraffic(said)
})

test('[R6] [R5] when all endpoints stall, no spinner is left after 12 s, and a retry is offered', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const [first, second] = [await endpoint(1), await endpoint(1)]
  first.set('stall')
  second.set('stall')
  await page.clock.install()
  await visit({ host: { networks: networks(first, second) } })
  await connect(page)
  await expect.poll(() => first.requests).toBe(1)
  // The rest of the modal works while the request is pending.
  await inModal(page, 'Settings').click()
  await inModal(page, 'Back').click()
  for (let second = 0; second < 12; second++) await page.clock.runFor(1_000)
  await expect(unavailable(page)).toBeVisible()
  await expect(
    page.locator(
      'portico-root [aria-busy=true], portico-root .p-skeleton, portico-root .p-spinner',
    ),
  ).toHaveCount(0)
  first.set('ok')
  second.set('ok')
  await page.clock.runFor(31_000)
  await inModal(page, 'Try again').click()
  await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
  forgetTraffic(said)
})

test('[R5] a known balance stays visible in grey with its age when the endpoint fails', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const node = await endpoint(1)
  await page.clock.install()
  await visit({ host: { networks: networks(node) } })
  await connect(page)
  await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
  node.set('down')
  await page.clock.runFor(61_000)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.clock.runFor(12_000)
  await expect(page.getByText(/^Balance unavailable · as of/)).toBeVisible()
  await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
  forgetTraffic(said)
})

test('[R8] an endpoint with Retry-After gets under five requests a minute, one at a time, the balance after 30 s', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const node = await endpoint(1)
  node.set('429', { retryAfterSeconds: 20 })
  await page.clock.install()
  await visit({ host: { networks: networks(node) } })
  await connect(page)
  for (let second = 0; second < 15; second++) await page.clock.runFor(1_000)
  await expect(page.getByText(/Try again in \d+ s/)).toBeVisible()
  await expect(unavailable(page)).toBeVisible()
  // A person who comes and goes.
  for (let times = 0; times < 4; times++) {
    await close(page)
    await connectButton(page).click()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await page.clock.runFor(11_000)
  }
  expect(node.requests).toBeLessThan(5)
  forgetTraffic(said)
})

test('[R5] a network that is down does not delay another network', async ({
  page,
  visit,
  endpoint,
  said,
}) => {
  const node = await endpoint(1)
  node.set('down')
  await visit({
    host: {
      networks: [...networks(node), { chainId: 8453, name: 'Base', rpcUrls: [nodeOf(8453)] }],
    },
  })
  await connect(page)
  await expect(unavailable(page)).toBeVisible()
  await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
  await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
  forgetTraffic(said)
})

for (const fault of ['down', '503', 'html'] as const)
  test(`[R5] the page is never blocked over 50 ms while an endpoint is ${fault} and the next one is used`, async ({
    page,
    visit,
    endpoint,
    said,
  }) => {
    test.setTimeout(120_000)
    const [first, second] = [await endpoint(8453), await endpoint(8453)]
    first.set(fault)
    const base = { chainId: 8453, name: 'Base', rpcUrls: [first.url, second.url] }
    await visit({
      wallets: [fox({ remember: true })],
      host: { networks: [ethereum, base], strict: false },
    })
    await connect(page)
    const { longestTaskMs } = await leastWork(
      page,
      {
        // A reload clears what was read of the chain. Another test measures the first frame of the
        // modal.
        async before() {
          await page.reload()
          await expect(connectButton(page)).toHaveAttribute('data-state', 'connected')
          await page.evaluate(() => window.host.switchNetwork('eip155:1'))
          await connectButton(page).click()
          await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
          second.reset()
        },
        async act() {
          await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
          await expect.poll(() => second.requests).toBeGreaterThan(0)
          await expect(inModal(page, 'Network: Base')).toBeVisible()
          await expect(balance(page)).toHaveAttribute('title', '10000 ETH')
        },
      },
      3,
    )
    test
      .info()
      .annotations.push({ type: 'figures', description: JSON.stringify({ longestTaskMs }) })
    forgetTraffic(said)
    expect(longestTaskMs).toBeLessThanOrEqual(50)
  })
