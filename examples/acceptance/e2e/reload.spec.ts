import type { Page } from '@playwright/test'
import {
  addressOf,
  callsOf,
  close,
  connect,
  connectButton,
  disconnectButton,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  owl,
  short,
  test,
} from './visit.js'

const remembering = { remember: true }
const reload = async (page: Page) => {
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
}

test('[D11b] [S3.77] [S3.78] [S3.79] [S3.82] [S3.83] a reload restores the connection without a request to a wallet', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(remembering), owl(remembering)] })
  await connect(page, 'Fox')
  await page.evaluate(() => window.host.connect('test.owl'))
  await page.evaluate(() => window.host.switchNetwork('eip155:8453'))
  await reload(page)
  await expect(fact(page, 'wallets Fox, Owl')).toBeVisible()
  await expect(fact(page, `address ${addressOf(2)}`)).toBeVisible()
  await expect(fact(page, 'network Base')).toBeVisible()
  await expect(connectButton(page)).toHaveText(short(addressOf(2)))
  for (const name of ['Fox', 'Owl']) {
    expect(await callsOf(page, name, 'eth_requestAccounts')).toBe(0)
    const methods = await page.evaluate(
      name => window.mockWallets[name]?.calls.map(({ method }) => method),
      name,
    )
    expect(
      methods?.every(method => ['eth_accounts', 'eth_chainId'].includes(method)),
      methods?.join(),
    ).toBe(true)
  }
  await expect(page.locator('portico-root')).toHaveCount(0)
  // And what was restored works.
  expect(await page.evaluate(async () => (await window.host.sign('Back again')).scheme)).toBe(
    'eip191',
  )
})

test('[D11d] an explicit disconnect is kept over a reload, although the wallet still permits the page', async ({
  page,
  visit,
}) => {
  // A wallet without a method to disconnect.
  await visit({
    wallets: [fox({ ...remembering, quirks: { lacks: ['wallet_revokePermissions'] } })],
  })
  await connect(page)
  await inModal(page, 'Settings').click()
  await disconnectButton(page).click()
  await expect(fact(page, 'status disconnected')).toBeVisible()
  for (let times = 0; times < 2; times++) {
    await reload(page)
    await page.waitForTimeout(700)
    await expect(fact(page, 'phase disconnected')).toBeVisible()
    expect(await page.evaluate(() => window.mockWallets.Fox?.calls.length)).toBe(0)
  }
})

test('[S3.80] [S3.57] recent wallets are first in the list after a reload', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl(remembering)] })
  await connect(page, 'Owl')
  await page.evaluate(() => window.host.disconnect())
  await reload(page)
  await openConnect(page)
  const rows = page
    .locator('portico-root')
    .getByRole('list', { name: 'Wallets' })
    .getByRole('button')
  await expect(rows.first()).toContainText('Owl')
  await expect(rows.first()).toContainText('Recent')
  await expect(rows.nth(1)).toContainText('Fox')
})

test('[D11c] [D10b] a wallet that does not reconnect within 10 s is dropped, and one tap forgets it', async ({
  page,
  visit,
}) => {
  // What an idle page prefetches would keep the network busy while the clock runs.
  await visit({ wallets: [fox(remembering)], host: { prefetch: 'none' } })
  await connect(page)
  await page.clock.install()
  await page.addInitScript(() => window.mockWallets.Fox?.vanish())
  await reload(page)
  await expect(fact(page, 'phase reconnecting')).toBeVisible()
  // The page says so before the code that counts the seconds is there.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(9_000)
  await expect(fact(page, 'phase reconnecting')).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(fact(page, 'phase failed')).toBeVisible()
  await expect(connectButton(page)).toHaveText('Connect wallet')
  await openConnect(page)
  await expect(page.getByText('Fox did not reconnect.')).toBeVisible()
  await inModal(page, 'Forget Fox').click()
  await expect(page.getByText('Fox did not reconnect.')).toBeHidden()
  await reload(page)
  await page.waitForTimeout(300)
  await expect(fact(page, 'phase disconnected')).toBeVisible()
})

test('[D11c] [R25] a wallet that never answers its restore does not delay the others', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(remembering), owl(remembering)] })
  await connect(page, 'Fox')
  await page.evaluate(() => window.host.connect('test.owl'))
  await page.clock.install()
  await page.addInitScript(() =>
    Object.assign(window.mockWallets.Fox ?? {}, { policy: { eth_accounts: 'hang' } }),
  )
  await reload(page)
  await expect(fact(page, /^wallets Owl$/)).toBeVisible({ timeout: 3_000 })
  await page.clock.fastForward(11_000)
  await openConnectOver(page)
  await expect(page.getByText('Fox did not reconnect.')).toBeVisible()
})
/** The wallets, while another one is connected. */
async function openConnectOver(page: Page): Promise<void> {
  await connectButton(page).click()
  await inModal(page, 'Switch wallet or account').click()
  await inModal(page, 'Connect another wallet').click()
}

test('[D14a] [D11b] a wallet that announces itself late is restored after its announcement', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ ...remembering, announce: 1_200 })] })
  await openConnect(page)
  await inModal(page, 'Fox').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await reload(page)
  await expect(fact(page, 'phase reconnecting')).toBeVisible()
  await expect(fact(page, 'status connected')).toBeVisible()
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(0)
})

test('a locked wallet is dropped without an error, and connects again when it is chosen', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(remembering)] })
  await connect(page)
  await page.addInitScript(() => window.mockWallets.Fox?.lock())
  await reload(page)
  await expect(fact(page, 'phase disconnected')).toBeVisible()
  await openConnect(page)
  await expect(page.getByText('did not reconnect')).toHaveCount(0)
  await inModal(page, 'Fox').click()
  await page.evaluate(() => window.mockWallets.Fox?.unlock())
  await expect(inModal(page, 'Copy address')).toBeVisible()
})

test('a host that disables restoring has no restored connection', async ({ page, visit }) => {
  await visit({ wallets: [fox(remembering)], host: { autoConnect: false } })
  await connect(page)
  await close(page)
  await reload(page)
  await page.waitForTimeout(500)
  await expect(fact(page, 'phase disconnected')).toBeVisible()
  expect(await page.evaluate(() => window.mockWallets.Fox?.calls.length)).toBe(0)
})
