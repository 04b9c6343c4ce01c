/**
 * Wallets that send and then fail, and wallets that send something else: no payment is made twice,
 * and no false outcome is shown.
 */
import type { Page } from '@playwright/test'
import { contracts, type Devnet, swapTokens } from '@portico/devnet'
import { marketChains, marketWallet, startMarket } from './market.js'
import {
  addressOf,
  connect,
  connectButton,
  expect,
  inModal,
  nodeOf,
  test,
  title,
  type Visit,
  wallet,
} from './visit.js'

const ask = async (method: string, params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(nodeOf(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { readonly result: unknown }).result
}
const weiOf = async (address: string) =>
  BigInt((await ask('eth_getBalance', [address, 'latest'])) as string)
/** An address that no other test pays. */
const unusedAddress = (seed: number) => `0x${seed.toString(16).padStart(40, 'beef01')}`
const words = (page: Page, text: string | RegExp) => page.locator('portico-root').getByText(text)
const visitOf = (): Visit => ({
  host: {
    chains: {
      eip155: { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }] },
      send: {},
    },
  },
  wallets: [wallet('Fox', [9], { remember: true })],
})
/**
 * What the wallet does to the next transactions, before it signs and after it has sent. Survives a
 * reload.
 */
const misbehave = (page: Page, way: 'fails' | { readonly pays: string }) =>
  page.addInitScript(way => {
    const hook = () => {
      const provider = window.mockWallets?.Fox?.provider as
        | { request(call: { method: string; params?: unknown }): Promise<unknown> }
        | undefined
      if (!provider) return
      const request = provider.request.bind(provider)
      provider.request = async call => {
        if (call.method !== 'eth_sendTransaction') return request(call)
        const [transaction] = call.params as [Record<string, unknown>]
        if (way !== 'fails') return request({ ...call, params: [{ ...transaction, to: way.pays }] })
        await request(call)
        throw Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603 })
      }
    }
    hook()
  }, way)
async function review(page: Page, figure: string, to: string): Promise<void> {
  await inModal(page, 'Send').click()
  await page
    .locator('portico-root')
    .getByRole('textbox', { name: /^Amount in/ })
    .fill(figure)
  await page.locator('portico-root').getByRole('textbox', { name: 'To' }).fill(to)
  await inModal(page, 'Review').click()
  await expect(title(page, 'Review')).toBeVisible()
}

/**
 * The node tells nothing of a transaction until the answer of this is called: what a wallet has
 * sent is looked for, and not found before.
 */
async function hideTransactions(page: Page): Promise<() => void> {
  let show = () => undefined as void
  const shown = new Promise<void>(resolve => {
    show = resolve
  })
  await page.route(`${nodeOf(1)}/**`, async route => {
    if (route.request().postData()?.includes('eth_getTransactionByHash')) await shown
    await route.continue()
  })
  return () => show()
}
/** The account, with a payment of unknown outcome. */
async function failAfterSending(page: Page, to: string): Promise<void> {
  await misbehave(page, 'fails')
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await connect(page)
  await review(page, '0.5', to)
  await inModal(page, 'Send 0.5 ETH').click()
  await expect(words(page, 'may have sent 0.5 ETH').first()).toBeVisible()
  await expect(inModal(page, 'Send anyway')).toBeVisible()
}

test('[S23] when a wallet broadcasts and answers -32603, the recipient is paid once, and the transfer is shown as sent', async ({
  page,
  visit,
}) => {
  const to = unusedAddress(1)
  await visit(visitOf())
  const showTransactions = await hideTransactions(page)
  await failAfterSending(page, to)
  showTransactions()
  await expect(inModal(page, /Sent 0.5 ETH/)).toBeVisible({ timeout: 30_000 })
  expect(await weiOf(to)).toBe(500_000_000_000_000_000n)
})

test('[S23] a transfer that was broadcast and answered with -32603 is shown as sent after a reload', async ({
  page,
  visit,
}) => {
  const to = unusedAddress(3)
  await visit(visitOf())
  const showTransactions = await hideTransactions(page)
  await failAfterSending(page, to)
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  // At once: the modal that is open before the wallet has answered goes on to the account.
  await connectButton(page).click()
  await expect(inModal(page, /0.5 ETH: may have been sent/)).toBeVisible()
  showTransactions()
  await expect(inModal(page, /Sent 0.5 ETH/)).toBeVisible({ timeout: 30_000 })
  expect(await weiOf(to)).toBe(500_000_000_000_000_000n)
})

test('[S2] when a wallet pays another recipient, an alert names both, and stays until it is closed', async ({
  page,
  visit,
}) => {
  const to = unusedAddress(2)
  const thief = addressOf(3)
  await visit(visitOf())
  await misbehave(page, { pays: thief })
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await connect(page)
  await review(page, '0.25', to)
  await inModal(page, 'Send 0.25 ETH').click()
  await expect(words(page, 'Your wallet sent another transaction')).toBeVisible({ timeout: 30_000 })
  await expect(words(page, /You confirmed/)).toContainText(to, { ignoreCase: true })
  await expect(words(page, /You confirmed/)).toContainText(thief)
  expect(await weiOf(to)).toBe(0n)
  await expect(words(page, /Sent 0.25 ETH/)).toBeHidden()
})

test.describe('Approval and swap as one bundle (EIP-5792)', () => {
  let devnet: Devnet
  test.beforeAll(async () => {
    devnet = await startMarket()
  })
  test.afterAll(() => devnet.stop())

  /**
   * Swaps 5 PDAI for PUSD with a wallet that changes the bundle on its way, or loses the answer.
   */
  async function swapWith(
    page: Page,
    visit: (options: Visit) => Promise<unknown>,
    way: 'fails' | { readonly pays: string },
  ): Promise<void> {
    const batchAccount = { 1: contracts.batchAccount.address }
    await visit({
      host: { chains: marketChains(devnet) },
      wallets: [marketWallet(devnet, 9, { batchAccount, remember: true })],
    })
    await page.addInitScript(way => {
      interface Bundle {
        readonly calls: readonly object[]
      }
      const provider = window.mockWallets?.Fox?.provider as
        | { request(call: { method: string; params?: unknown }): Promise<unknown> }
        | undefined
      if (!provider) return
      const request = provider.request.bind(provider)
      provider.request = async call => {
        if (call.method !== 'wallet_sendCalls') return request(call)
        const [bundle] = call.params as [Bundle]
        const calls =
          way === 'fails'
            ? bundle.calls
            : bundle.calls.map((one, at) => (at ? { to: way.pays, value: '0x1' } : one))
        const answer = await request({ ...call, params: [{ ...bundle, calls }] })
        if (way !== 'fails') return answer
        throw Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603 })
      }
    }, way)
    await page.reload()
    await page.waitForFunction(() => 'host' in window)
    await connect(page)
    const root = page.locator('portico-root')
    await inModal(page, /^Swap$/).click()
    const amount = root.getByRole('textbox', { name: 'You pay' })
    await expect(amount).toHaveValue('1')
    await inModal(page, /Change token: ETH/).click()
    await inModal(page, swapTokens.dai.name).first().click()
    await inModal(page, 'Select token').click()
    await inModal(page, swapTokens.dollar.name).first().click()
    await amount.fill('5')
    await expect(inModal(page, 'Review')).toBeEnabled()
    await inModal(page, 'Review').click()
    await expect(title(page, 'Preview swap')).toBeVisible()
    await inModal(page, 'Swap 5 PDAI').click()
  }

  test('[S2] when a wallet changes the recipient of a call, an alert names that recipient, and no success is shown', async ({
    page,
    visit,
  }) => {
    const thief = addressOf(3)
    await swapWith(page, visit, { pays: thief })
    await expect(words(page, 'Your wallet sent another transaction')).toBeVisible({
      timeout: 30_000,
    })
    await expect(words(page, /You confirmed 5 PDAI/)).toContainText(thief)
    await expect(words(page, /^Swapped 5 PDAI/)).toBeHidden()
  })

  test('[S23] when a wallet broadcasts a bundle and answers -32603, the swap is made once and shown as swapped', async ({
    page,
    visit,
  }) => {
    await swapWith(page, visit, 'fails')
    await expect(inModal(page, /^Swapped 5 PDAI/)).toBeVisible({ timeout: 30_000 })
    await expect(words(page, 'Your wallet sent another transaction')).toBeHidden()
  })
})
