import type { Page } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import {
  addressOf,
  close,
  connect,
  connectButton,
  dialog,
  expect,
  fact,
  fox,
  inModal,
  owl,
  short,
  test,
  title,
  wallet,
} from './visit.js'

const text = 'It is me.'
const hex = (index: number) => addressOf(index) as Hex
const sign = async (page: Page) =>
  (await page.evaluate(text => window.host.sign(text), text)).signature as Hex
const signsAs = async (page: Page, index: number) => {
  expect(
    await verifyMessage({ address: hex(index), message: text, signature: await sign(page) }),
  ).toBe(true)
}
/** From Account to the wallets. */
const openWallets = async (page: Page) => {
  await inModal(page, 'Switch wallet or account').click()
  await expect(title(page, 'Wallets')).toBeVisible()
}
const connectBoth = async (page: Page) => {
  await connect(page, 'Fox')
  await openWallets(page)
  await inModal(page, 'Connect another wallet').click()
  await expect(inModal(page, 'Fox')).toContainText('Connected')
  await inModal(page, 'Owl').click()
  await expect(inModal(page, `Show the whole address ${short(addressOf(2))}`)).toBeVisible()
}

test('[D4a] [D4d] two wallets of one chain are connected at the same time, and a tap chooses which one signs', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()] })
  await connectBoth(page)
  await expect(fact(page, 'wallets Fox, Owl')).toBeVisible()
  await expect(fact(page, `address ${addressOf(2)}`)).toBeVisible()
  await signsAs(page, 2)

  await openWallets(page)
  await expect(inModal(page, short(addressOf(2)))).toHaveAttribute('aria-current', 'true')
  await inModal(page, short(addressOf(0))).click()
  await expect(inModal(page, `Show the whole address ${short(addressOf(0))}`)).toBeVisible()
  await expect(fact(page, `address ${addressOf(0)}`)).toBeVisible()
  await signsAs(page, 0)
  for (const name of ['Fox', 'Owl'])
    expect(
      await page.evaluate(
        name =>
          window.mockWallets[name]?.calls.filter(({ method }) => method === 'eth_requestAccounts')
            .length,
        name,
      ),
    ).toBe(1)
})

test('[D4d] [S3.12] each account of a wallet can be the active one, and signs', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox({ accounts: [...fox().accounts, ...owl().accounts] })] })
  await connect(page)
  await openWallets(page)
  await inModal(page, short(addressOf(2))).click()
  await expect(fact(page, `address ${addressOf(2)}`)).toBeVisible()
  await signsAs(page, 2)
  // The person picks another one in the wallet itself: that counts.
  await page.evaluate(() => window.mockWallets.Fox?.switchAccount(1))
  await expect
    .poll(() => page.evaluate(() => window.host.wallets[0]?.addresses[0]))
    .toBe(addressOf(2))
  await page.evaluate(() => window.mockWallets.Fox?.switchAccount(0))
  await expect(fact(page, `address ${addressOf(0)}`)).toBeVisible()
  await signsAs(page, 0)
})

test('[R20] a burst of a hundred events causes one change and one request for the balance', async ({
  page,
  visit,
  endpoint,
}) => {
  const node = await endpoint(1)
  await visit({
    wallets: [fox({ accounts: [...fox().accounts, ...owl().accounts] })],
    host: { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [node.url] }] },
  })
  await connect(page)
  await expect(page.getByTitle('10000 ETH')).toBeVisible()
  node.reset()
  const before = await page.evaluate(() => {
    const before = window.host.changes
    window.mockWallets.Fox?.switchAccount(1)
    window.mockWallets.Fox?.burst('accountsChanged', 100)
    window.mockWallets.Fox?.burst('chainChanged', 100)
    return before
  })
  await expect(fact(page, `address ${addressOf(2)}`)).toBeVisible()
  await page.waitForTimeout(600)
  expect(node.calls.filter(({ method }) => method === 'eth_getBalance').length).toBe(1)
  expect((await page.evaluate(() => window.host.changes)) - before).toBeLessThan(12)
})

test('[D4b] [S4.04] disconnecting one of two wallets leaves the other connected', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()] })
  await connectBoth(page)
  await inModal(page, 'Settings').click()
  await inModal(page, 'Disconnect Owl').click()
  await expect(inModal(page, 'Disconnect Owl')).toHaveCount(0)
  await expect(inModal(page, 'Disconnect Fox')).toBeVisible()
  await expect(fact(page, 'wallets Fox')).toBeVisible()
  await expect(fact(page, `address ${addressOf(0)}`)).toBeVisible()
  await signsAs(page, 0)
  expect(await page.evaluate(() => window.mockWallets.Owl?.isConnected)).toBe(false)
  expect(await page.evaluate(() => window.mockWallets.Fox?.isConnected)).toBe(true)
})

test('[S4.47] [S4.49] [S4.53] Disconnect all leaves no wallet connected and no stored connection', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()] })
  await connectBoth(page)
  await inModal(page, 'Settings').click()
  await inModal(page, 'Disconnect all').click()
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(fact(page, 'wallets none')).toBeVisible()
  await expect(fact(page, 'address none')).toBeVisible()
  await close(page)
  await expect(connectButton(page)).toHaveText('Connect wallet')
  expect(await page.evaluate(() => localStorage.getItem('portico.connection'))).not.toContain(
    '"connector"',
  )
})

test('[D4b] a wallet that disconnects itself leaves the other wallet connected', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()] })
  await connectBoth(page)
  await page.evaluate(() => window.mockWallets.Owl?.disconnect())
  await expect(fact(page, /^wallets Fox$/)).toBeVisible()
  await expect(inModal(page, `Show the whole address ${short(addressOf(0))}`)).toBeVisible()
  await signsAs(page, 0)
})

test('[D4b] a double click disconnects one wallet only, because the next row ignores clicks for a moment', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl()] })
  await connectBoth(page)
  await inModal(page, 'Settings').click()
  const power = inModal(page, 'Disconnect Fox')
  await expect(power).toBeEnabled()
  const { x, y, width, height } = (await power.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  await expect(inModal(page, 'Disconnect Fox')).toHaveCount(0)
  await expect(inModal(page, 'Disconnect Owl')).toBeEnabled()
  await expect(fact(page, /^wallets Owl$/)).toBeVisible()
  await inModal(page, 'Disconnect Owl').click()
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(fact(page, 'wallets none')).toBeVisible()
})

test('[D4b] the focus moves to the next row after a disconnect by key, and a held key disconnects one wallet only', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [fox(), owl(), wallet('Elk', [3])] })
  await connectBoth(page)
  await openWallets(page)
  await inModal(page, 'Connect another wallet').click()
  await inModal(page, 'Elk').click()
  await expect(inModal(page, `Show the whole address ${short(addressOf(3))}`)).toBeVisible()
  await inModal(page, 'Settings').click()
  await expect(inModal(page, 'Disconnect Owl')).toBeEnabled()
  await inModal(page, 'Disconnect Owl').focus()
  for (let beat = 0; beat < 12; beat++) {
    await page.keyboard.down('Enter')
    await page.waitForTimeout(100)
  }
  await page.keyboard.up('Enter')
  await expect(inModal(page, 'Disconnect Elk')).toBeFocused()
  await expect(inModal(page, 'Disconnect Fox')).toBeVisible()
  // The last row of the list: the one before it.
  await page.keyboard.press('Enter')
  await expect(inModal(page, 'Disconnect Elk')).toHaveCount(0)
  await expect(inModal(page, 'Disconnect Fox')).toBeFocused()
  await expect(inModal(page, 'Disconnect Fox')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(dialog(page)).toBeFocused()
})
