/**
 * The account of a connected person: what they have, what it is worth, what they did; from the
 * chain, from a backend, and when one of them is down.
 */
import type { Locator, Page, Request } from '@playwright/test'
import { contracts, solanaDevAccounts, solanaGenesisHash } from '@portico/devnet'
import type { MockSolanaWallet } from '@portico/mock-wallets'
import { everyChain, everyWallet, people } from './every-chain.js'
import {
  addressesOf,
  addressOf,
  close,
  connect,
  connectButton,
  expect,
  hostUrl,
  inModal,
  nodeOf,
  short,
  test,
  title,
  wallet,
} from './visit.js'

declare module '@portico/mock-wallets/page' {
  interface PageMockWallets {
    readonly Lantern?: MockSolanaWallet
  }
}

const network = 'eip155:1' as const
const dollar = contracts.porticoDollar
const pusd = {
  asset: `${network}/erc20:${dollar.address}` as const,
  network,
  name: dollar.name,
  symbol: dollar.symbol,
  decimals: dollar.decimals,
}
const evm = { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }] }
const [ada, bob] = solanaDevAccounts
const ledger = addressesOf('solana').http ?? ''
const solana = {
  networks: [
    { genesisHash: solanaGenesisHash, name: 'Solana local', rpcUrls: [ledger], testnet: true },
  ],
  confirmationPollMs: 100,
}
const lantern = {
  namespace: 'solana' as const,
  name: 'Lantern',
  accounts: [ada.seed, bob.seed],
  chains: { 'solana:localnet': ledger },
}

const modal = (page: Page): Locator => page.locator('portico-root')
const tab = (page: Page, name: string): Locator => modal(page).getByRole('tab', { name })
/** A row of a list of the account. */
const row = (page: Page, list: string, name: string | RegExp): Locator =>
  modal(page).getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name })
/** All digits of an amount, as its title has them. */
const figureOf = async (where: Locator, symbol: string): Promise<string> =>
  (await where.getByTitle(new RegExp(` ${symbol}$`)).getAttribute('title')) ?? ''
/** An account that no other test uses. */
const unusedAddress = (seed: number) => `0x${seed.toString(16).padStart(40, 'fedcba9876')}`

test('[S1.09] [S1.10] tokens and activity come from the chain, and a transfer changes the balance and the activity', async ({
  page,
  visit,
}) => {
  const host = {
    chains: { eip155: evm, balances: { tokens: [pusd] }, history: {}, send: { tokens: [pusd] } },
  }
  await visit({ host, wallets: [wallet('Fox', [4])] })
  await connect(page)
  const mine = row(page, 'Tokens', pusd.name)
  await expect(mine).toBeVisible()
  await expect(row(page, 'Tokens', 'ETH')).toBeVisible()
  const before = await figureOf(mine, pusd.symbol)

  await inModal(page, 'Send').click()
  await inModal(page, /Change token/).click()
  await inModal(page, new RegExp(pusd.name)).click()
  await modal(page).getByRole('textbox', { name: 'To' }).fill(unusedAddress(7))
  await modal(page)
    .getByRole('textbox', { name: /^Amount in/ })
    .fill('5')
  await inModal(page, 'Review').click()
  await inModal(page, 'Send 5 PUSD').click()
  await expect(inModal(page, /Sent 5 PUSD/)).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => figureOf(mine, pusd.symbol)).not.toBe(before)
  await tab(page, 'Activity').click()
  const sent = row(page, 'Activity', '−5 PUSD')
  await expect(sent).toBeVisible()
  await expect(sent).not.toContainText('Pending')
  await sent.getByRole('button').click()
  await expect(title(page, 'Transaction')).toBeVisible()
  await expect(modal(page).getByText('Confirmed')).toBeVisible()
})

test('a token is added by its address and kept over a reload, and an unknown address is refused', async ({
  page,
  visit,
}) => {
  await visit({
    host: { chains: { eip155: evm, balances: {} } },
    wallets: [wallet('Fox', [0], { remember: true })],
  })
  await connect(page)
  await expect(row(page, 'Tokens', 'ETH')).toBeVisible()
  await expect(row(page, 'Tokens', pusd.name)).toHaveCount(0)
  await inModal(page, 'Add a token').click()
  const field = modal(page).getByRole('textbox', { name: 'Address of the token' })
  await field.fill(addressOf(3))
  await field.press('Enter')
  await expect(
    modal(page).getByText('There is no token at this address on this network.'),
  ).toBeVisible()
  await field.fill(dollar.address)
  await field.press('Enter')
  await inModal(page, `Add ${pusd.symbol}`).click()
  await expect(row(page, 'Tokens', pusd.name)).toBeVisible()
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(connectButton(page)).toHaveText(short(addressOf(0)))
  await connectButton(page).click()
  await expect(row(page, 'Tokens', pusd.name)).toBeVisible()
})

const backend = 'https://backend.example'
/** A backend at its HTTP border, in the recorded shapes of its API. */
async function serve(page: Page, entries: number, owner = addressOf(0)) {
  const service = { isDown: false, requests: [] as string[] }
  const metadata = {
    chain: network,
    status: 'confirmed',
    nonce: 1,
    application: null,
    sentFrom: addressOf(0),
    sentTo: unusedAddress(9),
  }
  const transfers = [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
      nft_info: null,
      direction: 'out',
      quantity: { numeric: '0.5' },
      value: 1,
      price: null,
    },
  ]
  const all = Array.from({ length: entries }, (_, at) => ({
    id: `t${at}`,
    metadata: {
      ...metadata,
      operationType: 'send',
      hash: `0x${at.toString(16).padStart(64, '0')}`,
      minedAt: new Date(Date.UTC(2026, 10, 20) - at * 3_600_000).toISOString(),
    },
    transfers,
  }))
  const balance = (more: object) => ({
    name: 'Ether',
    symbol: 'ETH',
    chainId: network,
    price: 2_500,
    value: 5_000,
    quantity: { decimals: '18', numeric: '2' },
    iconUrl: '',
    ...more,
  })
  await page.route(`${backend}/**`, route => {
    const url = new URL(route.request().url())
    service.requests.push(url.pathname)
    if (service.isDown)
      return route.fulfill({
        status: 500,
        body: 'down',
        headers: { 'access-control-allow-origin': '*' },
      })
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const to = from + 2_500
    const answers: Record<string, unknown> = {
      '/v1/supported-chains': { http: [network], ws: [] },
      [`/v1/account/${owner}/balance`]: {
        balances: [
          balance({}),
          balance({
            name: dollar.name,
            symbol: dollar.symbol,
            address: `${network}:${dollar.address}`,
            price: 1,
            value: 12.345,
            quantity: { decimals: '6', numeric: '12.345' },
          }),
          balance({
            name: 'No decimals',
            symbol: 'NODEC',
            address: `${network}:${unusedAddress(3)}`,
            quantity: { decimals: '0', numeric: '4' },
          }),
        ],
      },
      [`/v1/account/${owner}/history`]: {
        data: all.slice(from, to),
        next: to < entries ? String(to) : null,
      },
    }
    const answer = answers[url.pathname]
    return route.fulfill({
      status: answer ? 200 : 404,
      json: answer ?? {},
      headers: { 'access-control-allow-origin': '*' },
    })
  })
  return service
}

test('[S7.12] [S9.38] a backend gives values, the chain replaces it when it is down, and tabs keep known data', async ({
  page,
  visit,
  said,
}) => {
  const service = await serve(page, 10)
  await visit({
    host: {
      chains: { eip155: evm, backend: { url: backend }, balances: { tokens: [pusd] }, history: {} },
    },
    wallets: [wallet('Fox', [0], { remember: true })],
  })
  await connect(page)
  await expect(modal(page).getByText('$5,012.34', { exact: true })).toBeVisible()
  await expect(row(page, 'Tokens', pusd.name)).toContainText('$12.34')
  await expect(row(page, 'Tokens', 'NODEC')).toHaveCount(0)
  await tab(page, 'Activity').click()
  await expect(row(page, 'Activity', '−0.5 ETH').first()).toBeVisible()
  for (const name of ['Tokens', 'Activity', 'Tokens']) {
    await tab(page, name).click()
    await expect(modal(page).getByRole('tabpanel').locator('.p-skeletons')).toHaveCount(0)
    await expect(modal(page).getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  }

  service.isDown = true
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(connectButton(page)).toHaveText(short(addressOf(0)))
  await connectButton(page).click()
  // What was known is there at once; then the chain answers.
  await expect(row(page, 'Tokens', pusd.name)).toBeVisible()
  await expect(modal(page).getByText('These balances come from the network itself.')).toBeVisible()
  await expect.poll(() => figureOf(row(page, 'Tokens', 'ETH').first(), 'ETH')).not.toBe('2 ETH')
  // Chromium writes each refusal of a server into the console by itself.
  said.splice(0, said.length, ...said.filter(text => !text.includes('status of 500')))
})

/** Records the requests to other hosts from now on. */
function outgoing(page: Page): Outgoing {
  const requests: string[] = []
  const open = new Set<Request>()
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol === 'data:' || origin === new URL(hostUrl).origin) return
    requests.push(request.url())
    open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => void open.delete(request))
  return Object.assign(requests, { hasOpen: () => open.size > 0 })
}
type Outgoing = readonly string[] & { readonly hasOpen: () => boolean }
const see = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(state => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
/** The page sends no request while it is hidden, nor once the modal is closed. */
async function expectSilenceUnseen(page: Page, requests: Outgoing): Promise<void> {
  await see(page, 'hidden')
  // A refresh that began while the page was visible may send a second request after its first
  // answer.
  await expect(async () => {
    const before = requests.length
    await page.waitForTimeout(100)
    expect([requests.length, requests.hasOpen()]).toEqual([before, false])
  }).toPass()
  const seen = requests.length
  await page.clock.runFor(300_000)
  expect(requests).toHaveLength(seen)
  await close(page)
  await see(page, 'visible')
  await page.clock.runFor(300_000)
  expect(requests).toHaveLength(seen)
}
/** Everything that an account may have. */
const everything = { balances: {}, history: {}, nfts: {}, send: {}, receive: {}, swap: {} }

for (const { namespace, chain, wallet: name } of people)
  test(`an open account of ${chain} sends at most six requests a minute, and none while hidden or closed`, async ({
    page,
    visit,
  }) => {
    const requests = outgoing(page)
    await page.clock.install()
    await visit({
      host: { chains: { [namespace]: everyChain[namespace], ...everything } },
      wallets: everyWallet(),
    })
    await connect(page, name)
    await expect(row(page, 'Tokens', /./).first()).toBeVisible()
    const throughTabs = async () => {
      for (const name of [...(await modal(page).getByRole('tab').allInnerTexts()), 'Tokens']) {
        await tab(page, name).click()
        await expect(modal(page).getByRole('tabpanel').locator('.p-skeletons')).toHaveCount(0)
      }
    }
    await throughTabs()
    await page.clock.runFor(5_000)
    const before = requests.length
    await page.clock.runFor(30_000)
    await throughTabs()
    await page.clock.runFor(30_000)
    await expect.poll(() => requests.length).toBeGreaterThan(before)
    await expect(row(page, 'Tokens', /./).first()).toBeVisible()
    expect(requests.length - before, requests.slice(before).join('\n')).toBeLessThanOrEqual(6)

    await expectSilenceUnseen(page, requests)
  })

test('an open account with a backend sends at most six requests a minute, and none while hidden or closed', async ({
  page,
  visit,
}) => {
  const service = await serve(page, 10)
  const requests = outgoing(page)
  await page.clock.install()
  await visit({ host: { chains: { eip155: evm, backend: { url: backend }, ...everything } } })
  await connect(page)
  await expect(modal(page).getByText('$5,012.34', { exact: true })).toBeVisible()
  await tab(page, 'Activity').click()
  await expect(row(page, 'Activity', '−0.5 ETH').first()).toBeVisible()
  for (const name of ['Tokens', 'Activity', 'Tokens']) await tab(page, name).click()
  const before = requests.length
  await page.clock.runFor(60_000)
  await expect.poll(() => requests.length).toBeGreaterThan(before)
  for (const name of ['Activity', 'Tokens']) await tab(page, name).click()
  await expect(row(page, 'Tokens', pusd.name)).toContainText('$12.34')
  expect(requests.length - before).toBeLessThanOrEqual(6)

  await expectSilenceUnseen(page, requests)
  expect(service.requests.length).toBeGreaterThan(0)
})

test('[S9.10] [R19] an account with unfinal transactions sends at most six requests a minute, and none while hidden', async ({
  page,
  visit,
}) => {
  await serve(page, 10, addressOf(4))
  const requests = outgoing(page)
  await page.clock.install()
  await visit({
    host: { chains: { eip155: evm, backend: { url: backend }, ...everything } },
    wallets: [wallet('Fox', [4])],
  })
  await connect(page)
  await inModal(page, 'Send').click()
  await modal(page).getByRole('textbox', { name: 'To' }).fill(unusedAddress(11))
  await modal(page)
    .getByRole('textbox', { name: /^Amount in/ })
    .fill('0.01')
  await inModal(page, 'Review').click()
  await inModal(page, 'Send 0.01 ETH').click()
  await expect(async () => {
    await page.clock.runFor(4_000)
    await expect(inModal(page, /Sent 0.01 ETH/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.clock.runFor(61_000)
  const count = async (ms: number) => {
    const before = requests.length
    await page.clock.runFor(ms)
    return requests.length - before
  }
  // The chain of the tests makes no blocks that would bury it.
  await expect(async () => {
    const ofAMinute = await count(60_000)
    expect(ofAMinute).toBeGreaterThan(2)
    expect(ofAMinute).toBeLessThanOrEqual(6)
  }).toPass({ timeout: 15_000 })
  await close(page)
  expect(await count(60_000)).toBeLessThanOrEqual(1)
  expect(await count(300_000)).toBe(0)
  await connectButton(page).click()
  await expect.poll(() => count(16_000)).toBeGreaterThan(0)
})

test('ten thousand entries are reached by keys with the same work as ten', async ({
  page,
  visit,
}) => {
  await serve(page, 10_000)
  await visit({ host: { chains: { eip155: evm, backend: { url: backend }, history: {} } } })
  await connect(page)
  const list = modal(page).getByRole('list', { name: 'Activity' })
  await list.getByRole('button').first().focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(list.locator('[data-at]').last()).toBeVisible()
    expect(
      Number(await list.getByRole('listitem').first().getAttribute('aria-setsize')),
    ).toBeGreaterThan(10_000)
  }).toPass()
  expect(await list.getByRole('listitem').count()).toBeLessThan(30)
  await page.keyboard.press('Home')
  await expect(modal(page).getByText('November 2026')).toBeVisible()
})

test('[S9.33] tokens and activity of Solana come from the ledger, with a transfer in it', async ({
  page,
  visit,
}) => {
  await visit({ host: { chains: { solana, balances: {}, history: {} } }, wallets: [lantern] })
  await connect(page, 'Lantern')
  await expect(row(page, 'Tokens', 'SOL').first()).toBeVisible()
  await page.evaluate(to => window.host.transfer(to, '12345678', 'solana'), bob.address)
  await tab(page, 'Activity').click()
  await expect(row(page, 'Activity', '−0.0123').first()).toBeVisible()
  await row(page, 'Activity', '−0.0123').first().getByRole('button').click()
  await expect(modal(page).getByText('Confirmed')).toBeVisible()
})
