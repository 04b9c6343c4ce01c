/** A host that shows no modal and makes every request by a hook. */
import type { Page } from '@playwright/test'
import { contracts, devAccounts } from '@portico/devnet'
import { type Hex, verifyMessage } from 'viem'
import {
  addressOf,
  callsOf,
  expect,
  fox,
  hostUrl,
  prepare,
  setPolicy,
  test,
  waitForRequest,
} from './visit.js'

/** An account of its own: others expect their whole balance. */
const accounts = [devAccounts[9]?.privateKey ?? '0x'] as const
const token = contracts.porticoDollar.address
/** A recipient of its own for each test. */
const recipient = (name: string) => `0x${Buffer.from(name).toString('hex').padStart(40, '0')}`
const fact = (page: Page, name: string) => page.locator(`[data-fact="${name}"]`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function open(page: Page, name: string, policy?: Parameters<typeof fox>[0]) {
  await prepare(page.context(), { wallets: [fox({ accounts, remember: true, ...policy })] })
  await page.goto(`${hostUrl}/hooks.html?token=${token}&to=${recipient(name)}`)
}

test('hooks connect, read and write a contract, wait for its receipt, sign and switch, without the modal', async ({
  page,
}) => {
  await open(page, 'write')
  await press(page, 'Fox')
  await expect(fact(page, 'address')).toHaveText(addressOf(9))
  await expect(fact(page, 'balance')).toHaveText(/^\d{10,}$/)
  await expect(fact(page, 'minted')).toHaveText('0')
  await press(page, 'Mint')
  await expect(fact(page, 'writing')).toHaveText('success')
  await expect(fact(page, 'receipt')).toHaveText('success')
  await expect(fact(page, 'transactions')).toHaveText('confirmed')
  await press(page, 'Read')
  await expect(fact(page, 'minted')).toHaveText('5')

  await press(page, 'Sign')
  await expect(fact(page, 'signing')).toHaveText('success')
  const signature = (await fact(page, 'signature').textContent()) as Hex
  expect(await verifyMessage({ address: addressOf(9) as Hex, message: 'Hello', signature })).toBe(
    true,
  )
  await press(page, 'Switch')
  await expect(fact(page, 'chain')).toHaveText('8453')
  await press(page, 'Disconnect')
  await expect(fact(page, 'phase')).toHaveText('disconnected')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('hooks have the error DECLINED for whatever the person declines, and a second try works', async ({
  page,
}) => {
  await open(page, 'decline', { policy: 'reject' })
  await press(page, 'Fox')
  await expect(fact(page, 'connecting')).toHaveText('error DECLINED')
  await setPolicy(page, 'Fox', 'approve')
  await press(page, 'Fox')
  await expect(fact(page, 'connecting')).toHaveText('success')
  await setPolicy(page, 'Fox', {
    wallet_switchEthereumChain: 'reject',
    personal_sign: 'reject',
    eth_sendTransaction: 'reject',
  })
  for (const [button, name] of [
    ['Sign', 'signing'],
    ['Switch', 'switching'],
    ['Mint', 'writing'],
  ] as const) {
    await press(page, button)
    await expect(fact(page, name)).toHaveText('error DECLINED')
  }
  await expect(fact(page, 'transactions')).toHaveText('')
  await setPolicy(page, 'Fox', 'approve')
  await press(page, 'Sign')
  await expect(fact(page, 'signing')).toHaveText('success')
})

test('after a reload in the middle of a request the page is connected, and follows what was sent', async ({
  page,
}) => {
  await open(page, 'reload')
  await press(page, 'Fox')
  await expect(fact(page, 'phase')).toHaveText('connected')
  await press(page, 'Mint')
  await expect(fact(page, 'writing')).toHaveText('success')
  await setPolicy(page, 'Fox', { personal_sign: 'ask' })
  await press(page, 'Sign')
  await waitForRequest(page, 'Fox', 'personal_sign')
  await expect(fact(page, 'signing')).toHaveText('pending')
  await page.reload()
  await expect(fact(page, 'phase')).toHaveText('connected')
  await expect(fact(page, 'transactions')).toHaveText('confirmed')
  await expect(fact(page, 'signing')).toHaveText('idle')
  await press(page, 'Sign')
  await expect(fact(page, 'signing')).toHaveText('success')
  expect(await callsOf(page, 'Fox', 'personal_sign')).toBe(1)
})

test('a connect button that the host draws opens the modal', async ({ page }) => {
  await open(page, 'button')
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('main button[aria-expanded="true"]')).toBeVisible()
})
