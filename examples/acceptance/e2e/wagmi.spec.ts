import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serve } from '../scripts/serve.mjs'
import { root } from '../scripts/workspaces.mjs'
import { buildPage } from '../scripts/world.mjs'
import {
  addressOf,
  callsOf,
  close,
  connectButton,
  dialog,
  disconnectButton,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  prepare,
  setPolicy,
  test,
  title,
} from './visit.js'

let host: Awaited<ReturnType<typeof serve>>
test.beforeAll(async () => {
  const folder = join(root, 'examples/acceptance/fixtures/wagmi')
  host = await serve(await buildPage(folder, `wagmi-${test.info().parallelIndex}`))
})
test.afterAll(() => host.close())

test.beforeEach(async ({ page, context }) => {
  await prepare(context, { wallets: [fox({ remember: true })] })
  await page.goto(host.url)
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

const click = (page: Page, name: string) => page.getByRole('button', { name }).click()
/** Picks Fox in the open modal, and closes it. */
async function pickFox(page: Page): Promise<void> {
  await inModal(page, 'Fox').click()
  await expect(fact(page, 'status connected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

test('wagmi shows the wallet that was connected in the modal, switches it, signs with it, and shows a decline', async ({
  page,
}) => {
  await openConnect(page)
  await pickFox(page)
  await expect(fact(page, `account ${addressOf(0)}`)).toBeVisible()
  await expect(fact(page, 'chain 1')).toBeVisible()

  await click(page, 'Switch by wagmi')
  await expect(fact(page, 'chain 8453')).toBeVisible()
  expect(await page.evaluate(() => window.mockWallets.Fox?.chainId)).toBe(8453)

  await click(page, 'Sign by wagmi')
  await expect(fact(page, /outcome done "0x[\da-f]{130}"/)).toBeVisible()
  await setPolicy(page, 'Fox', { personal_sign: 'reject' })
  await click(page, 'Sign by wagmi')
  await expect(fact(page, 'outcome failed UserRejectedRequestError')).toBeVisible()
})

test('wagmi opens the modal to connect, and fails when the person closes it', async ({ page }) => {
  await click(page, 'Open by wagmi')
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await close(page)
  await expect(fact(page, 'outcome failed BridgeError')).toBeVisible()
  await expect(fact(page, 'status disconnected')).toBeVisible()

  await click(page, 'Open by wagmi')
  await pickFox(page)
  await expect(fact(page, `account ${addressOf(0)}`)).toBeVisible()
})

test('a disconnect by wagmi, by the modal or by the wallet ends the session on both sides', async ({
  page,
}) => {
  const connect = async () => {
    await openConnect(page)
    await pickFox(page)
  }
  const isEnded = async () => {
    await expect(fact(page, 'status disconnected')).toBeVisible()
    await expect(connectButton(page)).toHaveText('Connect wallet')
  }
  await connect()
  await click(page, 'Disconnect by wagmi')
  await isEnded()
  expect(await page.evaluate(() => window.mockWallets.Fox?.isConnected)).toBe(false)

  await connect()
  await connectButton(page).click()
  await inModal(page, 'Settings').click()
  await disconnectButton(page).click()
  await isEnded()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await connect()
  await page.evaluate(() => window.mockWallets.Fox?.disconnect())
  await isEnded()
})

test('wagmi has the session of an earlier visit after a reload, without a prompt of the wallet', async ({
  page,
}) => {
  await openConnect(page)
  await pickFox(page)
  await page.reload()
  await expect(fact(page, `account ${addressOf(0)}`)).toBeVisible()
  await expect(fact(page, 'status connected')).toBeVisible()
  expect(await callsOf(page, 'Fox', 'eth_requestAccounts')).toBe(0)
  await click(page, 'Sign by wagmi')
  await expect(fact(page, /outcome done/)).toBeVisible()
})
