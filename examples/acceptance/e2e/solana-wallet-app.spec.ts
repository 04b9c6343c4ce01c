/**
 * A visitor whose Solana wallet is an app on the same Android phone: the link that a tap opens is
 * handed to an app that speaks Mobile Wallet Adapter.
 */
import type { Page } from '@playwright/test'
import {
  solanaDevAccounts,
  solanaGenesisHash,
  startWalletApp,
  type WalletApp,
} from '@portico/devnet'
import { exceptNetwork } from './remote-wallet.js'
import {
  addressesOf,
  test as base,
  connectButton,
  expect,
  fact,
  inModal,
  openConnect,
  short,
  title,
} from './visit.js'

const [ada, bob] = solanaDevAccounts
const url = addressesOf('solana').http ?? ''
const local = {
  genesisHash: solanaGenesisHash,
  name: 'Solana local',
  rpcUrls: [url],
  testnet: true,
}
const host = {
  chains: {
    solana: { networks: [local], confirmationPollMs: 100, mobileWalletAdapter: true },
  },
}
const row = 'Solana wallet app'

/** `app`: takes the links that the page opens, unless `hasApp.current` is false. */
const test = base.extend<{ readonly app: WalletApp; readonly hasApp: { current: boolean } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  hasApp: async ({}, use) => use({ current: true }),
  app: async ({ context, hasApp, said }, use) => {
    const app = startWalletApp({ account: ada, url })
    await context.exposeFunction('openApp', async (link: string) => {
      if (hasApp.current) await app.open(link)
    })
    await context.addInitScript(() => {
      window.open = link => {
        void (window as unknown as { openApp(link: string): Promise<void> }).openApp(String(link))
        return null
      }
    })
    await use(app)
    await app.stop()
    // Chromium logs each attempt to connect before the app listens.
    exceptNetwork(said)
  },
})
test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

async function connectApp(page: Page): Promise<void> {
  await openConnect(page)
  // A phone has no extension that could be locked.
  await expect(page.getByRole('dialog')).not.toContainText('Unlock its extension')
  await inModal(page, row).tap()
  await expect(inModal(page, 'Copy address')).toBeVisible()
}
const methods = (app: WalletApp) => app.requests.map(({ method }) => method)

test('a tap connects the wallet app of an Android phone, which signs a message and a transfer; a reload restores it without opening the app', async ({
  page,
  visit,
  app,
}) => {
  await visit({ host, wallets: [] })
  await connectApp(page)
  await expect(fact(page, 'status connected')).toBeVisible()
  await expect(page.evaluate(() => window.host.sign('Hello', 'solana'))).resolves.toBeTruthy()
  const hash = await page.evaluate(to => window.host.transfer(to, '1000000', 'solana'), bob.address)
  expect(hash).toBeTruthy()
  expect(methods(app)).toEqual([
    'authorize',
    'get_capabilities',
    'authorize',
    'sign_messages',
    'authorize',
    'sign_transactions',
  ])
  const before = app.requests.length
  await page.reload()
  await expect(connectButton(page)).toHaveText(short(ada.address))
  expect(app.requests).toHaveLength(before)
})

test('a decline in the wallet app of an Android phone is shown, and trying again connects', async ({
  page,
  visit,
  app,
}) => {
  await visit({ host, wallets: [] })
  app.policy = 'decline'
  await openConnect(page)
  await inModal(page, row).tap()
  await expect(page.getByRole('dialog')).toContainText('You declined in Solana wallet app')
  app.policy = 'approve'
  await inModal(page, 'Try again').tap()
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('a request to the wallet app of an Android phone is cancelled, and connecting again works', async ({
  page,
  visit,
  app,
}) => {
  await visit({ host, wallets: [] })
  app.policy = 'hang'
  await openConnect(page)
  await inModal(page, row).tap()
  await expect.poll(() => methods(app)).toEqual(['authorize'])
  await inModal(page, 'Cancel').tap()
  await expect(title(page, 'Connect wallet')).toBeVisible()
  app.policy = 'approve'
  await inModal(page, row).tap()
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('an Android phone without a wallet app says so and what to do, and works once there is one', async ({
  page,
  visit,
  app,
  hasApp,
}) => {
  hasApp.current = false
  await visit({ host, wallets: [] })
  await openConnect(page)
  await inModal(page, row).tap()
  await expect(page.getByRole('dialog')).toContainText('No Solana wallet app answered', {
    timeout: 15_000,
  })
  hasApp.current = true
  await inModal(page, 'Try again').tap()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(methods(app)).toContain('authorize')
})

test('a wallet app of an Android phone that ends midway, and a reload midway, lose nothing', async ({
  page,
  visit,
  app,
}) => {
  await visit({ host, wallets: [] })
  app.policy = 'die'
  await openConnect(page)
  await inModal(page, row).tap()
  await expect(page.getByRole('dialog')).toContainText('ended the connection before it answered')
  app.policy = 'hang'
  await inModal(page, 'Try again').tap()
  await expect.poll(() => methods(app)).toEqual(['authorize', 'authorize'])
  await page.reload()
  await expect(connectButton(page)).toHaveText('Connect wallet')
  app.policy = 'approve'
  await connectApp(page)
  // A signature that the app never answers is one that the person can ask for again.
  app.policy = 'hang'
  await page.evaluate(() => void window.host.sign('Hello', 'solana').catch(() => undefined))
  await expect.poll(() => methods(app).at(-1)).toBe('sign_messages')
  await page.reload()
  await expect(connectButton(page)).toHaveText(short(ada.address))
  app.policy = 'approve'
  await expect(page.evaluate(() => window.host.sign('Hello', 'solana'))).resolves.toBeTruthy()
})
