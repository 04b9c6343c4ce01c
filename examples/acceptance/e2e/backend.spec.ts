/**
 * The account of a page whose host runs its own backend, which indexes the chain, serves prices,
 * and may fail.
 */
import type { Locator, Page } from '@playwright/test'
import { startBackend } from '@portico/backend'
import { contracts } from '@portico/devnet'
import { privateKeyToAddress } from 'viem/accounts'
import {
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

/** An account that no other test uses. */
const key = `0x${'0b5e77ed'.repeat(8)}` as const
const [owner, whale, outsider] = [
  privateKeyToAddress(key),
  `0x${'ba1e'.repeat(10)}`,
  `0x${'5a1d'.repeat(10)}`,
] as const
const ether = 10n ** 18n
const evm = { networks: [{ chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }] }

const modal = (page: Page): Locator => page.locator('portico-root')
const tab = (page: Page, name: string): Locator => modal(page).getByRole('tab', { name })
const row = (page: Page, list: string, name: string | RegExp): Locator =>
  modal(page).getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name })
const hex = (value: bigint) => `0x${value.toString(16)}`
async function comeBack(page: Page, address: string = owner): Promise<void> {
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(connectButton(page)).toHaveText(short(address))
  await connectButton(page).click()
}
async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(nodeOf(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await answer.json()) as { readonly result: unknown }).result
}

/** A backend that knows what happens from here on: what other tests did is no matter. */
const indexing = async () =>
  startBackend({
    port: 0,
    database: ':memory:',
    origins: [new URL(hostUrl).origin],
    chains: [
      {
        id: 'eip155:1',
        rpc: [nodeOf(1)],
        index: 'chain',
        startBlock: Number(await ask('eth_blockNumber', [])) + 1,
        native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
    prices: [{ asset: 'eip155:1:native', currency: 'usd', from: { fixed: '3000' } }],
  })

test('[S7.12] [S7.13] a self-hosted backend gives balances and history, and the chain replaces it when it is down', async ({
  page,
  visit,
  said,
}) => {
  await ask('anvil_setBalance', [whale, hex(10n * ether)])
  await ask('anvil_impersonateAccount', [whale])
  const before = BigInt(String(await ask('eth_getBalance', [owner, 'latest'])))
  const backend = await indexing()
  try {
    await ask('eth_sendTransaction', [{ from: whale, to: owner, value: hex(2n * ether - before) }])
    await expect.poll(() => backend.indexes[0]?.phase).toBe('following')
    await visit({
      host: { chains: { eip155: evm, backend: { url: backend.url }, balances: {}, history: {} } },
      wallets: [wallet('Fox', [], { accounts: [key], remember: true })],
    })
    await connect(page)
    await expect(modal(page).getByText('$6,000.00', { exact: true }).first()).toBeVisible()
    await tab(page, 'Activity').click()
    await expect(row(page, 'Activity', '+2 ETH')).toBeVisible()

    expect(
      await page.evaluate(([to, value]) => window.host.send(to, value), [
        outsider,
        String(ether / 2n),
      ] as const),
    ).toMatchObject({ status: 'confirmed' })
    // Sent past every plugin: by the backend alone the page can know of it.
    const block = Number(await ask('eth_blockNumber', []))
    await expect
      .poll(() => backend.indexes[0]?.block ?? 0, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(block)
    await comeBack(page)
    await tab(page, 'Activity').click()
    await expect(row(page, 'Activity', '−0.5 ETH')).toBeVisible({ timeout: 20_000 })
    await expect(row(page, 'Activity', '−0.5 ETH')).not.toContainText('Pending')
  } finally {
    await backend.stop()
  }

  await comeBack(page)
  await tab(page, 'Tokens').click()
  await expect(modal(page).getByText('These balances come from the network itself.')).toBeVisible()
  await expect(row(page, 'Tokens', 'ETH').getByTitle(/^1\.49\d+ ETH$/)).toBeVisible()
  await ask('anvil_setBalance', [owner, '0x0'])
  // Chromium writes each server that is gone into the console by itself.
  said.splice(0, said.length, ...said.filter(text => !text.includes('ERR_CONNECTION_REFUSED')))
})

/** 32 bytes of a call. */
const word = (value: string) => value.replace('0x', '').toLowerCase().padStart(64, '0')
/** A token that reports any payment: its caller names sender, recipient and amount. */
const liar = {
  address: `0x${'fa15e0'.padEnd(40, '7')}`,
  code: '0x6040356000526020356000357fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300',
} as const

test('[S17] [D28b] a history with entries of third parties suggests no recipient of theirs and trusts none', async ({
  page,
  visit,
}) => {
  const key = `0x${'0d15ea5e'.repeat(8)}` as const
  const victim = privateKeyToAddress(key)
  // A look-alike address: the same first and last characters.
  const [friend, forged] = [
    `0xf00d51${'1'.repeat(28)}5afe15`,
    `0xf00d51${'2'.repeat(28)}5afe15`,
  ] as const
  for (const one of [victim, forged]) await ask('anvil_setBalance', [one, hex(10n * ether)])
  await ask('anvil_impersonateAccount', [forged])
  await ask('anvil_setCode', [liar.address, liar.code])
  const backend = await indexing()
  try {
    await visit({
      host: { chains: { eip155: evm, backend: { url: backend.url }, history: {}, send: {} } },
      wallets: [wallet('Fox', [], { accounts: [key], remember: true })],
    })
    await connect(page)
    await inModal(page, 'Send').click()
    await modal(page)
      .getByRole('textbox', { name: /^Amount in/ })
      .fill('0.5')
    await modal(page).getByRole('textbox', { name: 'To' }).fill(friend)
    await inModal(page, 'Review').click()
    await expect(title(page, 'Review')).toBeVisible()
    await inModal(page, 'Send 0.5 ETH').click()
    await expect(inModal(page, /Sent 0.5 ETH to \S+$/)).toBeVisible({ timeout: 20_000 })

    // Dust; nothing of a real token, which needs no approval; a thousand of one that lies.
    const { address: dollar } = contracts.porticoDollar
    for (const poison of [
      { to: victim, value: '0x1' },
      { to: dollar, data: `0x23b872dd${word(victim)}${word(forged)}${word('0')}` },
      { to: liar.address, data: `0x${word(victim)}${word(forged)}${word(hex(1_000n))}` },
    ])
      await ask('eth_sendTransaction', [{ from: forged, ...poison }])
    const block = Number(await ask('eth_blockNumber', []))
    await expect
      .poll(() => backend.indexes[0]?.block ?? 0, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(block)
    await comeBack(page, victim)
    await tab(page, 'Activity').click()
    // The month, what was sent, the dust and the lie: transfers of nothing the backend leaves out
    // itself.
    await expect(row(page, 'Activity', '')).toHaveCount(4, { timeout: 20_000 })
    await expect(row(page, 'Activity', '−1,000')).toBeVisible()
    await expect(row(page, 'Activity', '−1,000')).not.toContainText(/Sent|To 0x/)

    await inModal(page, 'Send').click()
    const offered = modal(page).getByRole('list', { name: 'Sent to before' }).getByRole('button')
    await expect(offered).toHaveCount(1)
    await offered.click()
    const warning = modal(page).getByText(
      'This address looks like one you know, but it is a different one. Compare every character.',
    )
    const field = modal(page).getByRole('textbox', { name: 'To' })
    await expect(field).toHaveValue(new RegExp(friend, 'i'))
    await expect(field).toBeFocused()
    await field.fill(forged)
    await expect(warning).toBeVisible()
    await expect(modal(page).locator('.p-unlike').first()).toBeVisible()
    // The friend again, who was looked at in the same way.
    await field.fill(friend)
    await expect(warning).toBeHidden()
  } finally {
    await backend.stop()
  }
})
