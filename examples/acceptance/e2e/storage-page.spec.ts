/**
 * What a page really stores in the browser, compared with what the packages declare: while people
 * use it, and after they have it forgotten.
 */

import type { BrowserContext, Page } from '@playwright/test'
import { solanaDevAccounts, startWalletApp } from '@portico/devnet'
import { settingsView } from '@portico/kernel/account'
import { connectView } from '@portico/kernel/connect-page'
import { readPackages } from '../scripts/messages.mjs'
import { readDeclarations } from '../scripts/storage-page.mjs'
import { settled } from './animations.js'
import { everyChain, everyWallet, people } from './every-chain.js'
import { marketChains, marketWallet, startMarket } from './market.js'
import { exceptNetwork, offered, host as remoteHost, test } from './remote-wallet.js'
import {
  addressOf,
  base8453,
  choice,
  close,
  connect,
  connectButton,
  dialog,
  disconnectButton,
  enter,
  ethereum,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  prepare,
  short,
  title,
} from './visit.js'

const { declarations } = readDeclarations(readPackages())
const declared = (where: string) =>
  declarations.filter(one => one.where.includes(where)).map(({ key }) => key)
const isDeclared = (where: string, key: string) =>
  declared(where).some(name => key === name || (name.endsWith(':') && key.startsWith(name)))
/**
 * The keys that some test of this file has seen: those that no flow writes would be declared in
 * vain.
 */
const seen = new Set<string>()

interface Stored {
  readonly localStorage: readonly string[]
  readonly sessionStorage: readonly string[]
  readonly IndexedDB: readonly string[]
  readonly CacheStorage: readonly string[]
  readonly BroadcastChannel: readonly string[]
  readonly cookie: readonly string[]
}
/**
 * Everything that the page stores, and the names of its channels; without what mock wallets store,
 * which have a storage of their own as extensions.
 */
async function storedIn(page: Page): Promise<Stored> {
  const found = await page.evaluate(async () => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    IndexedDB: (await indexedDB.databases()).map(({ name = '' }) => name),
    CacheStorage: await caches.keys(),
    BroadcastChannel: [...new Set((window as unknown as { channels: string[] }).channels)],
    cookie: document.cookie ? document.cookie.split('; ') : [],
  }))
  const own = (keys: readonly string[]) =>
    keys.filter(key => !key.startsWith('mock-wallet:')).sort()
  return {
    ...found,
    localStorage: own(found.localStorage),
    sessionStorage: own(found.sessionStorage),
  }
}
/** Fails for what no package declares. */
async function check(page: Page): Promise<Stored> {
  const stored = await storedIn(page)
  for (const [where, keys] of Object.entries(stored) as [string, readonly string[]][]) {
    expect(
      keys.filter(key => !isDeclared(where, key)),
      `undeclared in ${where}`,
    ).toEqual([])
    if (where !== 'BroadcastChannel') for (const key of keys) seen.add(`${key} in ${where}`)
  }
  return stored
}
const watchChannels = (context: BrowserContext) =>
  context.addInitScript(() => {
    const channels: string[] = []
    Object.assign(window, { channels })
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        channels.push(name)
      }
    }
  })
/** Waits until the page stores this. */
const stores = (page: Page, key: string) =>
  expect.poll(async () => (await storedIn(page)).localStorage).toContain(key)

/** From wherever the modal is to Settings, to the question there, and the second click. */
async function forget(
  page: Page,
  { said = 'Deleted from this browser', warns = '' } = {},
): Promise<void> {
  await page.evaluate(view => window.host.portico.open({ view }), settingsView)
  await inModal(page, 'Disconnect and forget').click()
  await expect(title(page, 'Disconnect and forget')).toBeVisible()
  if (warns) await expect(page.locator('portico-root').getByText(warns)).toBeVisible()
  await settled(page)
  await inModal(page, 'Disconnect and forget').last().click()
  await expect(page.locator('portico-root').getByText(said)).toBeVisible({ timeout: 20_000 })
}
/**
 * Only preferences are left, and nothing is restored. `hasLibrary`: WalletConnect's library
 * was loaded.
 */
async function isForgotten(page: Page, { hasLibrary = false } = {}): Promise<void> {
  const nothing = {
    localStorage: ['portico.preferences'],
    sessionStorage: [],
    IndexedDB: [],
    CacheStorage: [],
    cookie: [],
  }
  await expect.poll(() => storedIn(page)).toMatchObject(nothing)
  // The library goes on writing for three seconds after it was closed.
  await page.waitForTimeout(hasLibrary ? 3_500 : 800)
  expect(await storedIn(page)).toMatchObject(nothing)
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(fact(page, 'status disconnected')).toBeVisible()
  expect(await page.evaluate(() => window.host.wallets)).toEqual([])
  expect(await storedIn(page)).toMatchObject(nothing)
}

test.describe.configure({ mode: 'serial' })
test.beforeEach(({ context }) => watchChannels(context))

test('[D1b] connecting, switching and Settings store only declared keys, and "Disconnect and forget" keeps choices only', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: everyWallet(),
    host: {
      chains: { ...everyChain, balances: { currencies: ['usd', 'eur'] }, history: {}, receive: {} },
    },
  })
  expect((await check(page)).localStorage).toEqual([])
  for (const { wallet, namespace, address } of people) {
    await page.evaluate(([view, namespace]) => window.host.portico.open({ view, namespace }), [
      connectView,
      namespace,
    ] as const)
    await inModal(page, new RegExp(`^${wallet}`)).click()
    await expect(fact(page, `address ${address}`)).toBeVisible()
    await expect(inModal(page, 'Copy address')).toBeVisible()
    await close(page)
  }
  await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
  await page.evaluate(() => window.host.portico.open())
  await inModal(page, 'Settings').click()
  await choice(page, 'Light').click()
  await choice(page, 'Amounts hidden').click()
  await inModal(page, /^Small and suspicious tokens/).click()
  await inModal(page, /^Currency/).click()
  await inModal(page, /^Euro/).click()
  await choice(page, 'Deutsch').click()
  await expect(title(page, 'Einstellungen')).toBeVisible()
  await choice(page, 'English').click()
  await close(page)
  await page.evaluate(() =>
    window.host.call('portfolio', 'addToken', {
      asset: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      network: 'eip155:8453',
      name: 'USD Coin',
      symbol: 'USDC',
      decimals: 6,
    }),
  )
  await stores(page, 'portico.savedPortfolios')
  expect((await check(page)).localStorage).toEqual([
    'portico.connection',
    'portico.preferences',
    'portico.savedPortfolios',
  ])
  await forget(page)
  await isForgotten(page)
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem('portico.preferences') ?? '').saved),
  ).toEqual({
    mode: 'light',
    hidesAmounts: true,
    currency: 'eur',
    language: 'en',
  })
})

test('sending and swapping store only declared keys, and forgetting names a pending transaction first', async ({
  page,
  visit,
}) => {
  test.setTimeout(120_000)
  const market = await startMarket()
  try {
    await visit({
      host: { chains: { ...marketChains(market), send: {}, history: {} } },
      wallets: [marketWallet(market, 7)],
    })
    await connect(page)
    await inModal(page, 'Send').click()
    await page
      .locator('portico-root')
      .getByRole('textbox', { name: /^Amount in/ })
      .fill('1')
    await page.locator('portico-root').getByRole('textbox', { name: 'To' }).fill(addressOf(3))
    await inModal(page, 'Review').click()
    await expect(title(page, 'Review')).toBeVisible()
    await inModal(page, /^Send 1 ETH/).click()
    await expect(inModal(page, /Sent 1 ETH to \S+$/)).toBeVisible({ timeout: 20_000 })
    await inModal(page, /^Swap$/).click()
    await inModal(page, 'Select token').click()
    await inModal(page, /^Portico Dollar/)
      .first()
      .click()
    await inModal(page, 'Review').click()
    await expect(title(page, 'Preview swap')).toBeVisible()
    await market.chain(1).request('evm_setAutomine', [false])
    await inModal(page, /^Swap 1 ETH/).click()
    await expect(inModal(page, 'Copy address')).toBeVisible({ timeout: 20_000 })
    await stores(page, 'portico.sent')
    await check(page)
    await forget(page, { warns: 'A transaction is pending.' })
    await isForgotten(page)
  } finally {
    await market.stop()
  }
})

test('[S34] a pairing stores only declared keys, and leaves no database behind', async ({
  page,
  visit,
  pocket,
}) => {
  await visit(remoteHost())
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  await stores(page, 'portico.walletconnect')
  const { IndexedDB, BroadcastChannel } = await check(page)
  expect([IndexedDB, BroadcastChannel.toSorted()]).toEqual([
    ['portico.walletconnect'],
    ['portico', 'portico.walletconnect'],
  ])
  await forget(page)
  await expect.poll(() => pocket.sessions).toEqual([])
  await isForgotten(page, { hasLibrary: true })
  // The next pairing begins anew.
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
})

test('signing in without a server and pictures of NFTs store only declared keys', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [fox()],
    host: {
      chains: { eip155: { networks: [ethereum, base8453] }, siwx: {}, nfts: { collections: [] } },
    },
  })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(title(page, 'Sign in')).toBeVisible()
  await inModal(page, 'Sign').click()
  await expect(dialog(page)).toBeHidden()
  await page.evaluate(() => window.host.call('nftGallery', 'allowOutside', true))
  for (const key of ['portico.sign-ins', 'portico.nftPictures']) await stores(page, key)
  await check(page)
  await forget(page)
  await isForgotten(page)
})

test.describe('on an Android phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  })
  test('a wallet app of the phone stores only declared keys, and disconnecting deletes them', async ({
    page,
    visit,
    said,
  }) => {
    const app = startWalletApp({ account: solanaDevAccounts[0] })
    await page.exposeFunction('openApp', app.open)
    await page.addInitScript(() => {
      window.open = link => {
        void (window as unknown as { openApp(link: string): Promise<void> }).openApp(String(link))
        return null
      }
    })
    const { solana } = everyChain
    await visit({
      wallets: [],
      host: { chains: { solana: { ...solana, mobileWalletAdapter: true } } },
    })
    await connect(page, 'Solana wallet app')
    await stores(page, 'portico.solanaWalletApp')
    await check(page)
    expect(await page.evaluate(() => localStorage.getItem('portico.solanaWalletApp'))).toContain(
      'token',
    )
    await inModal(page, 'Settings').click()
    await disconnectButton(page).click()
    await expect(connectButton(page)).toHaveText('Connect wallet')
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('portico.solanaWalletApp') ?? ''))
      .not.toContain('token')
    await app.stop()
    // Chromium logs each attempt to connect before the app listens.
    exceptNetwork(said)
  })
})

test('every declared key of a page was stored by one of these tests', () => {
  // Earlier versions wrote it.
  const former = 'portico.swap-log'
  // Its page, frame and server have origins of their own: embedded-wallet.spec.ts.
  const elsewhere = 'portico.embedded'
  const expected = [
    ...declared('localStorage')
      .filter(key => key.startsWith('portico.') && key !== former && key !== elsewhere)
      .map(key => `${key} in localStorage`),
    ...declared('IndexedDB').map(key => `${key} in IndexedDB`),
  ]
  process.stdout.write(`\n${[...seen].sort().join('\n')}\n`)
  expect([...seen].sort()).toEqual(expected.sort())
})

test('[R15] a tab that writes while another tab forgets restores no data', async ({
  page,
  context,
}) => {
  await prepare(context, { wallets: [fox({ remember: 'every-tab' })] })
  const other = await context.newPage()
  await enter(page)
  await enter(other)
  await connect(page)
  await expect(connectButton(other)).toHaveText(short(addressOf(0)))
  // The other tab switches networks until the forget reaches it. What the person chooses there
  // afterwards is stored anew.
  const writing = other.evaluate(async () => {
    for (let round = 0; window.host.wallets.length; round++)
      await window.host.switchNetwork(round % 2 ? 'eip155:1' : 'eip155:8453').catch(() => undefined)
  })
  await forget(page)
  await writing
  await expect(fact(other, 'status disconnected')).toBeVisible()
  await other.close()
  await isForgotten(page)
})

const errorsIn = (page: Page) =>
  page.evaluate(() => window.host.errors.map(({ code, message }) => code ?? message))

test('[R15] [S34] "Disconnect and forget" ends a pairing that was not restored, and deletes its database', async ({
  page,
  context,
  pocket,
  visit,
}) => {
  await visit(remoteHost())
  await pocket.pair(await offered(page))
  await expect(fact(page, 'status connected')).toBeVisible()
  await stores(page, 'portico.walletconnect')
  await context.addInitScript(() =>
    Object.assign((window as unknown as { hostOptions: object }).hostOptions, {
      autoConnect: false,
    }),
  )
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(fact(page, 'status disconnected')).toBeVisible()
  expect(pocket.sessions).toHaveLength(1)
  await forget(page)
  await expect.poll(() => pocket.sessions).toEqual([])
  expect(await errorsIn(page)).toEqual([])
  await isForgotten(page, { hasLibrary: true })
})

for (const forgetting of ['has', 'does not have'])
  test(`[R15] [S34] a pairing of two tabs is ended by a tab that ${forgetting} the connection to the relay, without a database left`, async ({
    page,
    context,
    pocket,
  }) => {
    await prepare(context, remoteHost())
    const other = await context.newPage()
    await enter(page)
    await enter(other)
    await pocket.pair(await offered(page))
    for (const tab of [page, other]) await expect(fact(tab, 'status connected')).toBeVisible()
    await forget(forgetting === 'has' ? page : other)
    await expect.poll(() => pocket.sessions).toEqual([])
    for (const tab of [page, other]) {
      await expect(fact(tab, 'status disconnected')).toBeVisible()
      expect(await errorsIn(tab)).toEqual([])
    }
    await other.close()
    await isForgotten(page, { hasLibrary: true })
  })

test('[R16] when storage is blocked during a visit, the wallets disconnect and a sentence says what to do', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  await page.evaluate(() => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const method of ['getItem', 'setItem', 'removeItem'])
      Object.defineProperty(Storage.prototype, method, { value: blocked })
  })
  await forget(page, { said: 'Not everything was deleted' })
  await expect(
    page
      .locator('portico-root')
      .getByText("Clear this site's data in the settings of your browser."),
  ).toBeVisible()
  await expect(fact(page, 'status disconnected')).toBeVisible()
  expect(await page.evaluate(() => window.host.errors.map(({ code }) => code))).toContain(
    'NOT_FORGOTTEN',
  )
})
