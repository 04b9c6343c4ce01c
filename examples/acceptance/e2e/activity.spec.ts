/**
 * Pending transactions in the activity, on a network that makes blocks only on command:
 * they are sped up, cancelled and removed, and each payment happens at most once.
 */
import type { Locator, Page } from '@playwright/test'
import { type Devnet, type FaultProxy, startDevnet } from '@portico/devnet'
import type { EvmWalletOptions } from '@portico/mock-wallets'
import { ask, confirm, fill, review } from './send-form.js'
import {
  approve,
  connect,
  connectButton,
  expect,
  inModal,
  reject,
  setPolicy,
  test,
  title,
  type Visit,
  waitForRequest,
  wallet,
} from './visit.js'

let devnet: Devnet
let proxy: FaultProxy
test.beforeAll(async () => {
  devnet = await startDevnet({ chains: [1, 8453] })
  proxy = await devnet.proxy(1)
})
test.afterAll(() => devnet.stop())
test.beforeEach(() => {
  proxy.set('ok')
  return devnet.chain(1).request('evm_setAutomine', [false])
})
test.afterEach(() => devnet.chain(1).mine(1))

const url = () => devnet.chain(1).url
let seed = 0
/** An account that no other test uses. */
const newRecipient = () => `0x${(Date.now() + ++seed).toString(16).padStart(40, 'abcdef0123')}`
const weiOf = async (address: string) =>
  BigInt((await ask(url(), 'eth_getBalance', [address, 'latest'])) as string)
const paid = 1_500_000_000_000_000_000n
const pool = async () => {
  const found = (await ask(url(), 'txpool_status', [])) as Record<'pending' | 'queued', string>
  return Number(found.pending) + Number(found.queued)
}

const visitOf = (quirks: EvmWalletOptions['quirks'] = {}): Visit => ({
  host: {
    chains: {
      eip155: {
        networks: [
          { chainId: 1, name: 'Ethereum', rpcUrls: [proxy.url] },
          { chainId: 8453, name: 'Base', rpcUrls: [devnet.chain(8453).url] },
        ],
      },
      send: {},
      history: {},
    },
  },
  wallets: [
    wallet('Fox', [6], {
      chains: { 1: url(), 8453: devnet.chain(8453).url },
      remember: true,
      quirks,
    }),
  ],
})
const signs = { signsTransactions: true } as const
const modal = (page: Page) => page.locator('portico-root')
const activity = (page: Page, name: string | RegExp): Locator =>
  modal(page)
    .getByRole('list', { name: 'Activity' })
    .getByRole('listitem')
    .filter({ hasText: name })
const sending = /^Sending 1\.5 ETH to/

/** Sends 1.5 ETH, which stays pending, and opens what can be done about it. */
async function openPending(page: Page, to: string): Promise<void> {
  await connect(page)
  await fill(page, '1.5', to)
  await review(page)
  await confirm(page, 'Send 1.5 ETH')
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await manage(page)
}
async function manage(page: Page): Promise<void> {
  await expect(activity(page, 'Pending')).toBeVisible()
  await activity(page, 'Pending').getByRole('button').click()
  await inModal(page, 'Speed up, cancel or remove').click()
  await expect(title(page, 'Pending transaction')).toBeVisible()
}
/** Makes a block a second until something is seen. */
async function mineUntil(seen: () => Promise<void>): Promise<void> {
  const timer = setInterval(() => void devnet.chain(1).mine(1), 1_000)
  try {
    await seen()
  } finally {
    clearInterval(timer)
  }
}

test('[R19] [S23] a pending payment is sped up with a higher fee, and happens once', async ({
  page,
  visit,
}) => {
  const to = newRecipient()
  await visit(visitOf(signs))
  await openPending(page, to)
  await expect(modal(page).getByText(/higher fee, at most 0\.\d+ ETH/)).toBeVisible()
  await inModal(page, 'Speed up').click()
  await expect(modal(page).getByText(/^Sent with a higher fee/)).toBeVisible()
  expect(await pool()).toBe(1)
  await inModal(page, 'Done').click()
  await mineUntil(async () => {
    await expect(modal(page).getByText('Confirmed')).toBeVisible({ timeout: 30_000 })
  })
  expect(await weiOf(to)).toBe(paid)
})

test('[R19] a pending payment is cancelled, and shown as cancelled', async ({ page, visit }) => {
  const to = newRecipient()
  await visit(visitOf())
  await openPending(page, to)
  await inModal(page, 'Cancel transaction').click()
  await expect(modal(page).getByText(/^The cancellation is on its way/)).toBeVisible()
  await inModal(page, 'Done').click()
  await mineUntil(async () => {
    await expect(modal(page).getByText(/^You cancelled this transaction/)).toBeVisible({
      timeout: 30_000,
    })
  })
  await inModal(page, 'Back').click()
  await expect(activity(page, 'Cancelled')).toHaveText(/^Did not send 1\.5 ETH to/)
  expect(await weiOf(to)).toBe(0n)
})

test('[S23] a wallet that numbers its transactions itself: the person reads that the payment may still happen', async ({
  page,
  visit,
}) => {
  const to = newRecipient()
  await visit(visitOf({ ownNonces: true }))
  await openPending(page, to)
  await inModal(page, 'Cancel transaction').click()
  await expect(modal(page).getByText(/Your payment may still happen\.$/)).toBeVisible()
  await devnet.chain(1).mine(1)
  expect(await weiOf(to)).toBe(paid)
})

test('[S23] a wallet that signs no replacement gets one request, and nothing is sent', async ({
  page,
  visit,
}) => {
  await visit(visitOf())
  await openPending(page, newRecipient())
  await inModal(page, 'Speed up').click()
  await expect(modal(page).getByText(/^Fox does not do this for other apps/)).toBeVisible()
  await expect(inModal(page, 'Cancel transaction')).toBeVisible()
  await expect(inModal(page, 'Speed up')).toHaveCount(0)
  expect(await pool()).toBe(1)
})

test('declined in the wallet, the person reads that nothing was sent and can choose again', async ({
  page,
  visit,
}) => {
  await visit(visitOf(signs))
  await openPending(page, newRecipient())
  await setPolicy(page, 'Fox', 'ask')
  for (const name of ['Speed up', 'Cancel transaction']) {
    await inModal(page, name).click()
    await expect(title(page, 'Open Fox to approve')).toBeVisible()
    await waitForRequest(page, 'Fox')
    await reject(page, 'Fox')
    await expect(modal(page).getByText('You declined in Fox. Nothing was sent.')).toBeVisible()
  }
  expect(await pool()).toBe(1)
})

test('[S23] the person stops waiting: a late signature is not submitted', async ({
  page,
  visit,
  said,
}) => {
  await visit(visitOf(signs))
  await openPending(page, newRecipient())
  await setPolicy(page, 'Fox', 'ask')
  const before = await ask(url(), 'txpool_content', [])
  await inModal(page, 'Speed up').click()
  await waitForRequest(page, 'Fox')
  await inModal(page, 'Stop waiting').click()
  await expect(inModal(page, 'Speed up')).toBeVisible()
  await approve(page, 'Fox')
  await page.waitForTimeout(500)
  expect(await ask(url(), 'txpool_content', [])).toEqual(before)
  // The late answer is reported.
  said.splice(0, said.length, ...said.filter(text => !text.includes('after the request')))
})

test('[R7] the network fails midway: nothing is lost, and the person can try again', async ({
  page,
  visit,
  said,
}) => {
  const to = newRecipient()
  await visit(visitOf(signs))
  await openPending(page, to)
  await setPolicy(page, 'Fox', 'ask')
  await inModal(page, 'Speed up').click()
  await waitForRequest(page, 'Fox')
  proxy.set('503')
  await approve(page, 'Fox')
  await expect(modal(page).getByText(/does not say whether the higher fee was sent/)).toBeVisible({
    timeout: 40_000,
  })
  await inModal(page, 'Done').click()
  await inModal(page, 'Speed up, cancel or remove').click()
  await expect(modal(page).getByText(/does not say whether this can be replaced/)).toBeVisible({
    timeout: 40_000,
  })
  proxy.set('ok')
  await setPolicy(page, 'Fox', 'approve')
  await inModal(page, 'Try again').click()
  await inModal(page, 'Speed up').click()
  await expect(modal(page).getByText(/^Sent with a higher fee/)).toBeVisible()
  await devnet.chain(1).mine(1)
  expect(await weiOf(to)).toBe(paid)
  said.splice(0, said.length, ...said.filter(text => !text.includes('status of 503')))
})

test('[R20] a reload midway: the cancel that was sent is found, and shown', async ({
  page,
  visit,
}) => {
  const to = newRecipient()
  await visit(visitOf())
  await openPending(page, to)
  await inModal(page, 'Cancel transaction').click()
  await expect(modal(page).getByText(/^The cancellation is on its way/)).toBeVisible()
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await connectButton(page).click()
  await expect(activity(page, 'Pending')).toHaveText(sending)
  await mineUntil(async () => {
    await expect(activity(page, 'Cancelled')).toBeVisible({ timeout: 30_000 })
  })
  expect(await weiOf(to)).toBe(0n)
})

test('[F4] a pending payment is removed after a question, stays removed after a reload, and may still happen', async ({
  page,
  visit,
}) => {
  const to = newRecipient()
  await visit(visitOf())
  await openPending(page, to)
  await inModal(page, 'Remove from this list').click()
  await expect(modal(page).getByText(/^Your payment may still happen/)).toBeVisible()
  await inModal(page, 'Keep').click()
  await expect(inModal(page, 'Cancel transaction')).toBeVisible()
  await inModal(page, 'Remove from this list').click()
  await inModal(page, 'Remove').click()
  await inModal(page, 'Back').click()
  await expect(modal(page).getByText('Activity on Ethereum cannot be listed here.')).toBeVisible()
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await connectButton(page).click()
  await expect(modal(page).getByText('Activity on Ethereum cannot be listed here.')).toBeVisible()
  await devnet.chain(1).mine(1)
  expect(await weiOf(to)).toBe(paid)
})

test('the activity is filtered by network, and shows all networks in one list (decision 76)', async ({
  page,
  visit,
}) => {
  await visit(visitOf())
  await connect(page)
  await fill(page, '1.5', newRecipient())
  await review(page)
  await confirm(page, 'Send 1.5 ETH')
  await expect(activity(page, 'Pending')).toHaveText(sending)
  await inModal(page, 'Show activity on: Ethereum').click()
  await inModal(page, 'Base').click()
  await expect(modal(page).getByText('Activity on Base cannot be listed here.')).toBeVisible()
  await inModal(page, 'Show activity on: Base').click()
  await inModal(page, 'All networks').click()
  await expect(activity(page, 'Pending')).toContainText('Ethereum')
})
