/**
 * A Solana wallet from the first click to the last, on a ledger with the validators' own virtual
 * machine.
 */
import type { Page } from '@playwright/test'
import { solanaDevAccounts, solanaGenesisHash } from '@portico/devnet'
import type { MockSolanaWallet, SolanaWalletOptions } from '@portico/mock-wallets'
import {
  addressesOf,
  approve,
  callsOf,
  connect,
  connectButton,
  expect,
  fact,
  inModal,
  openConnect,
  reject,
  setPolicy,
  short,
  test,
  title,
  waitForRequest,
} from './visit.js'

declare module '@portico/mock-wallets/page' {
  interface PageMockWallets {
    readonly Lantern?: MockSolanaWallet
  }
}

const [ada, bob, , , , , , , , last] = solanaDevAccounts
const url = addressesOf('solana').http ?? ''
const local = {
  genesisHash: solanaGenesisHash,
  name: 'Solana local',
  rpcUrls: [url],
  testnet: true,
}
const lantern = (more: Partial<SolanaWalletOptions> = {}): SolanaWalletOptions => ({
  namespace: 'solana',
  name: 'Lantern',
  accounts: [ada.seed, bob.seed],
  chains: { 'solana:localnet': url },
  ...more,
})
const host = { chains: { solana: { networks: [local], confirmationPollMs: 100 } } }

/** What an account holds in lamports, read without any of our code. */
async function lamportsOf(address: string): Promise<bigint> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return BigInt(
    ((await response.json()) as { readonly result: { readonly value: number } }).result.value,
  )
}
const status = (page: Page, which: string) => expect(fact(page, `status ${which}`)).toBeVisible()

test('[D14b] [S5.04] a Solana wallet that registers several times is listed once, connects, and shows its balance', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [lantern({ quirks: { registrations: 4 } })] })
  await openConnect(page)
  await expect(inModal(page, 'Lantern')).toHaveCount(1)
  expect(await page.evaluate(() => window.mockWallets.Lantern?.calls.length)).toBe(0)
  await inModal(page, 'Lantern').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(fact(page, `address ${ada.address}`)).toBeVisible()
  await expect(connectButton(page)).toHaveText(short(ada.address))
  await expect(page.locator('portico-root .p-account-balance').getByTitle(/SOL$/)).toBeVisible()
})

test('[R12] a decline in a Solana wallet returns to the list, and the next try connects', async ({
  page,
  visit,
}) => {
  await visit({
    host,
    wallets: [lantern({ policy: 'ask', quirks: { throwsText: 'Connection rejected' } })],
  })
  await openConnect(page)
  await inModal(page, 'Lantern').click()
  await waitForRequest(page, 'Lantern', 'standard:connect')
  await reject(page, 'Lantern')
  await expect(title(page, 'Declined')).toBeVisible()
  await inModal(page, 'Try again').click()
  await waitForRequest(page, 'Lantern', 'standard:connect')
  await approve(page, 'Lantern')
  await status(page, 'connected')
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})

test('[S35] [S18] a Solana wallet that shows the key of another account is not connected', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [lantern({ quirks: { keys: 'swapped' } })] })
  await openConnect(page)
  await inModal(page, 'Lantern').click()
  await expect(
    page.getByText('The wallet sent an invalid answer. Nothing was changed.'),
  ).toBeVisible()
  await expect(fact(page, 'wallets none')).toBeVisible()
})

test('the page follows another account that a Solana wallet announces', async ({ page, visit }) => {
  await visit({ host, wallets: [lantern()] })
  await connect(page, 'Lantern')
  await page.evaluate(() => window.mockWallets.Lantern?.switchAccount(1))
  await expect(fact(page, `address ${bob.address}`)).toBeVisible()
  expect(await callsOf(page, 'Lantern', 'standard:connect')).toBe(1)
})

test('[S7.26] [D29c] a Solana message is signed and verifies, and a decline rejects as a decline', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [lantern()] })
  await connect(page, 'Lantern')
  const result = await page.evaluate(async () => {
    const signed = await window.host.sign('Grüße 👋', 'solana')
    const judge = (text: string) => window.host.verify(text, signed, 'solana')
    return { scheme: signed.scheme, right: await judge('Grüße 👋'), wrong: await judge('Gruesse') }
  })
  expect(result).toEqual({ scheme: 'ed25519', right: true, wrong: false })
  await setPolicy(page, 'Lantern', 'reject')
  expect(
    await page.evaluate(() => window.host.sign('no', 'solana').catch(error => error.code)),
  ).toBe('DECLINED')
})

test('[S7.27] [S4.29] a Solana transfer is confirmed and arrives, and the SDK loads only for a transfer', async ({
  page,
  visit,
}) => {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await visit({ host, wallets: [lantern()] })
  await connect(page, 'Lantern')
  expect(scripts.filter(script => /build-transaction/.test(script))).toEqual([])
  const before = await lamportsOf(last.address)
  const sent = await page.evaluate(
    to => window.host.transfer(to, '1500000000', 'solana'),
    last.address,
  )
  expect(sent).toEqual({
    hash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
    status: 'confirmed',
  })
  expect((await lamportsOf(last.address)) - before).toBe(1_500_000_000n)
  expect(scripts.filter(script => /build-transaction/.test(script)).length).toBeGreaterThan(0)
})

test('[D11b] [D3a] a Solana connection is restored after a reload, and not after a disconnect', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [lantern({ remember: true })] })
  await connect(page, 'Lantern')
  const reload = async () => {
    await page.reload()
    await page.waitForFunction(() => 'host' in window)
  }
  await reload()
  await expect(fact(page, `address ${ada.address}`)).toBeVisible()
  expect(await page.evaluate(() => window.mockWallets.Lantern?.prompts)).toBe(0)
  expect(
    await page.evaluate(async () => (await window.host.sign('Back again', 'solana')).scheme),
  ).toBe('ed25519')
  await page.evaluate(() => window.host.disconnect())
  await status(page, 'disconnected')
  expect(await page.evaluate(() => window.mockWallets.Lantern?.listeners)).toBe(0)
  await reload()
  await status(page, 'disconnected')
  expect(await page.evaluate(() => window.mockWallets.Lantern?.calls.length)).toBe(0)
})
