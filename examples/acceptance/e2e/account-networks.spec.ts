/** What an account has on several networks, and the requests that this costs. */
import type { Page, Request } from '@playwright/test'
import { contracts } from '@portico/devnet'
import { everyChain, everyWallet, people } from './every-chain.js'
import { leastWork } from './page-work.js'
import {
  addressesOf,
  addressOf,
  base8453,
  close,
  connect,
  connectButton,
  ethereum,
  expect,
  fact,
  fox,
  inModal,
  nodeOf,
  test,
  title,
} from './visit.js'

test.describe.configure({ timeout: 120_000 })

/** The networks of the test, by the start of the address of their node. */
const nodes: Readonly<Record<string, string>> = {
  Ethereum: nodeOf(1),
  Base: nodeOf(8453),
  ...Object.fromEntries(
    ['solana', 'polkadot', 'bip122'].map(name => [name, addressesOf(name).http ?? '']),
  ),
}
const networkOf = (url: string) =>
  Object.keys(nodes).find(name => url.startsWith(nodes[name] ?? '')) ?? url
const linesOf = (request: Request) => {
  const body = request.postData()
  const methods = body ? [JSON.parse(body)].flat().map(({ method }) => method) : []
  return `${networkOf(request.url())}: ${methods.join(', ') || new URL(request.url()).pathname}`
}
const dollar = contracts.porticoDollar
const pusd = {
  asset: `eip155:1/erc20:${dollar.address}` as const,
  network: 'eip155:1' as const,
  name: dollar.name,
  symbol: dollar.symbol,
  decimals: dollar.decimals,
}
/** The requests to nodes from now on. */
function recordRequests(page: Page): string[] {
  const lines: string[] = []
  page.on('request', request => {
    if (Object.values(nodes).some(url => request.url().startsWith(url)))
      lines.push(linesOf(request))
  })
  return lines
}
/** Every other feature that adds something to the account. */
const features = { directory: {}, history: {}, nfts: {}, receive: {}, send: {}, swap: {} }
const list = (page: Page) =>
  page.locator('portico-root').getByRole('list', { name: 'Balances by network' })
const openNetworks = (page: Page) => inModal(page, /Balances by network$/).click()

test('opening Account with four connected namespaces sends one request to each network', async ({
  page,
  visit,
}) => {
  await page.clock.install()
  await visit({
    wallets: everyWallet(),
    host: { chains: { ...everyChain, balances: { tokens: [pusd] }, ...features } },
  })
  const [first, ...others] = people
  await connect(page, first.wallet)
  for (const { wallet, address } of others) {
    await inModal(page, 'Switch wallet or account').click()
    await inModal(page, 'Connect another wallet').click()
    await inModal(page, wallet).click()
    await expect(fact(page, `address ${address}`)).toBeVisible()
    await expect(inModal(page, 'Copy address')).toBeVisible()
  }
  await openNetworks(page)
  await expect(list(page).getByRole('listitem')).toHaveCount(4)
  await expect(list(page).locator('.p-skeleton')).toHaveCount(0)
  await close(page)
  // Nothing is known any more.
  await page.clock.runFor(61_000)
  const requests = recordRequests(page)
  await connectButton(page).click()
  await openNetworks(page)
  await expect(list(page).getByRole('listitem')).toHaveCount(4)
  await page.clock.runFor(3_000)
  expect(requests.map(line => line.split(':')[0]).toSorted(), requests.join('\n')).toEqual([
    'Ethereum',
    'bip122',
    'polkadot',
    'solana',
  ])
})

test('a network that does not answer says so in its row, offers "Try again", and the others are shown', async ({
  page,
  visit,
  said,
}) => {
  await page.clock.install()
  await visit({
    wallets: [fox()],
    host: { chains: { eip155: { networks: [ethereum, base8453] }, balances: {} } },
  })
  await connect(page)
  const rows = list(page).getByRole('listitem')
  // By keyboard: the total leads to the networks.
  await inModal(page, /Balances by network$/).focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Balances by network')).toBeVisible()
  await expect(rows).toHaveCount(1)

  await page.route(`${nodeOf(8453)}/**`, route => route.abort())
  await inModal(page, 'Show all networks').focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await page.clock.runFor(11_000)
  await expect(rows.nth(0)).toContainText('ETH')
  await expect(rows.nth(1)).toContainText('Does not answer')
  await inModal(page, 'Back').click()
  await expect(
    page.locator('portico-root').getByText('Without Base, which does not answer'),
  ).toBeVisible()

  await page.unroute(`${nodeOf(8453)}/**`)
  await openNetworks(page)
  await page.clock.runFor(31_000)
  await inModal(page, 'Try again: Base').focus()
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toContainText('ETH')
  await expect(rows.nth(1)).not.toContainText('Does not answer')
  // Chromium writes each failed request into the console by itself.
  said.splice(0, said.length, ...said.filter(text => !text.includes('ERR_FAILED')))
})

test('a network that was used in this browser counts after a reload, and another one does not', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [fox({ remember: true })],
    host: { chains: { eip155: { networks: [ethereum, base8453] }, balances: {} } },
  })
  await connect(page)
  await inModal(page, /^Network/).click()
  await inModal(page, 'Base').click()
  await expect(page.locator('portico-root .p-worth-open')).toBeVisible()
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await connectButton(page).click()
  await openNetworks(page)
  await expect(list(page).getByRole('listitem')).toHaveText([/^Base/, /^Ethereum/])
  await expect(inModal(page, 'Show all networks')).toHaveCount(0)
})

test('the total is a touch target of at least 44 px', async ({ page, visit }) => {
  await visit({
    wallets: [fox()],
    host: { chains: { eip155: { networks: [ethereum, base8453] }, balances: {} } },
  })
  await connect(page)
  const button = inModal(page, /Balances by network$/)
  const isHit = (offset: number) =>
    button.evaluate((element, offset) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = (element.getRootNode() as ShadowRoot).elementFromPoint(
        left + width / 2,
        top + height / 2 + offset,
      )
      return element.contains(hit)
    }, offset)
  await expect.poll(() => isHit(0)).toBe(true)
  expect([await isHit(-21.5), await isHit(21.5)]).toEqual([true, true])
})

test('fifty accounts of one wallet are listed, and one request reads the balances of the visible ones', async ({
  page,
  visit,
}) => {
  const accounts = Array.from(
    { length: 50 },
    (_, at) => `0x${(at + 1).toString(16).padStart(64, '0')}` as const,
  )
  await visit({
    wallets: [fox({ accounts })],
    host: { chains: { eip155: { networks: [ethereum] } } },
  })
  await connect(page)
  await expect(page.getByTitle('0 ETH').first()).toBeVisible()
  const requests = recordRequests(page)
  await inModal(page, 'Switch wallet or account').click()
  const rows = page.locator('portico-root').getByRole('list', { name: 'Fox' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(rows.nth(3)).toContainText('0 ETH')
  expect(requests, requests.join('\n')).toHaveLength(1)
  expect(requests[0]?.split('eth_getBalance').length).toBeLessThan(15)
  await rows.nth(49).scrollIntoViewIfNeeded()
  await expect(rows.nth(49)).toContainText('0 ETH')
  await rows.nth(49).getByRole('button').click()
  await expect(title(page, 'Wallets')).toHaveCount(0)
  await inModal(page, 'Switch wallet or account').click()
  await expect(rows.nth(49).getByRole('button')).toHaveAttribute('aria-current', 'true')
})

test('two thousand tokens scroll within the frame budget', async ({ page, visit }) => {
  const backend = 'https://backend.example'
  const owner = addressOf(0)
  const tokens = Array.from({ length: 2_000 }, (_, at) => ({
    name: `Token ${at}`,
    symbol: `T${at}`,
    chainId: 'eip155:1',
    address: `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}`,
    price: 1,
    value: 2_000 - at,
    quantity: { decimals: '6', numeric: String(2_000 - at) },
    iconUrl: '',
  }))
  await page.route(`${backend}/**`, route => {
    const { pathname } = new URL(route.request().url())
    const answers: Readonly<Record<string, unknown>> = {
      '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
      [`/v1/account/${owner}/balance`]: { balances: tokens },
    }
    return route.fulfill({
      status: answers[pathname] ? 200 : 404,
      json: answers[pathname] ?? {},
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  const chains = { eip155: { networks: [ethereum] }, backend: { url: backend }, balances: {} }
  await visit({ wallets: [fox()], host: { chains } })
  await connect(page)
  const rows = page
    .locator('portico-root')
    .getByRole('list', { name: 'Tokens' })
    .getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  // Pressed in the page: to find a button among 2,000 rows from outside takes a second each time.
  const presses = await page.locator('portico-root').evaluate(async host => {
    const more = () =>
      [...(host.shadowRoot?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
        /^Show \d+ more$/.test(textContent),
      )
    let presses = 0
    for (let button = more(); button; button = more()) {
      button.click()
      presses++
      await new Promise(requestAnimationFrame)
    }
    return presses
  })
  expect(presses).toBe(39)
  await expect(rows).toHaveCount(2_000)
  const outlet = page.locator('portico-root .p-outlet')
  const scroll = () =>
    outlet.evaluate(async element => {
      for (let frame = 0; frame < 60; frame++) {
        element.scrollTop += 400
        await new Promise(requestAnimationFrame)
      }
    })
  const before = () => outlet.evaluate(element => element.scrollTo(0, 0))
  const work = await leastWork(page, { act: scroll, before }, 3)
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(work) })
  // A frame of 60 Hz has 16.7 ms.
  expect(work.totalMs / 60).toBeLessThan(14)
  expect(work.longestTaskMs).toBeLessThan(25)
})
