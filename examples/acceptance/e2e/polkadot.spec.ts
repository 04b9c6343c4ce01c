/**
 * A Polkadot wallet from the first click to the last, on a Substrate chain that checks everything
 * itself.
 */
import type { Page } from '@playwright/test'
import { polkadotDevAccounts, rococoTransferIndexes } from '@portico/devnet'
import type { MockPolkadotWallet, PolkadotWalletOptions } from '@portico/mock-wallets'
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
    readonly Talisman?: MockPolkadotWallet
  }
}

const [alice, bob, , , , ferdie] = polkadotDevAccounts
const url = addressesOf('polkadot').http ?? ''
const local = {
  genesisHash: `0x${'45'.repeat(32)}`,
  name: 'Local Substrate',
  nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
  ss58Prefix: 42,
  transferIndexes: rococoTransferIndexes,
  rpcUrls: [url],
  testnet: true,
}
const talisman = (more: Partial<PolkadotWalletOptions> = {}): PolkadotWalletOptions => ({
  namespace: 'polkadot',
  name: 'Talisman',
  accounts: [alice, bob].map(({ seed, name }) => ({ seed, name })),
  ...more,
})
const host = { chains: { polkadot: { networks: [local], confirmationPollMs: 200 } } }

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { readonly result: unknown }).result
}
/**
 * What is free on an account, read without any of our code: the third of its numbers in the state.
 */
async function freeOf(publicKey: string): Promise<bigint> {
  const keys = (await ask('state_getKeysPaged', [
    '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
    1_000,
    null,
  ])) as readonly string[]
  const key = keys.find(candidate => candidate.endsWith(publicKey.slice(2)))
  return key
    ? Buffer.from(String(await ask('state_getStorage', [key])).slice(2), 'hex').readBigUInt64LE(16)
    : 0n
}
const status = (page: Page, which: string) => expect(fact(page, `status ${which}`)).toBeVisible()

test("[D14d] [D53] [D23b] a Polkadot wallet is listed without a request, and connects with its network's address", async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [talisman({ quirks: { alsoAs: ['polkadot-js'] } })] })
  await openConnect(page)
  await expect(inModal(page, 'Talisman')).toHaveCount(1)
  await expect(inModal(page, 'Polkadot.js')).toHaveCount(0)
  expect(await page.evaluate(() => window.mockWallets.Talisman?.calls.length)).toBe(0)
  await inModal(page, 'Talisman').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  await expect(fact(page, `address ${alice.address}`)).toBeVisible()
  await expect(connectButton(page)).toHaveText(short(alice.address))
})

test('[R12] a decline in a Polkadot wallet returns to the list, and the next try connects', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [talisman({ policy: 'ask' })] })
  await openConnect(page)
  await inModal(page, 'Talisman').click()
  await waitForRequest(page, 'Talisman', 'enable')
  await reject(page, 'Talisman')
  await expect(title(page, 'Declined')).toBeVisible()
  await inModal(page, 'Try again').click()
  await waitForRequest(page, 'Talisman', 'enable')
  await approve(page, 'Talisman')
  await status(page, 'connected')
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})

test('[S35] a Polkadot wallet without an account shows a sentence that says what to do', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [talisman({ policy: { accounts: { answer: [] } } })] })
  await openConnect(page)
  await inModal(page, 'Talisman').click()
  await expect(page.getByText('This wallet shares no account with this site.')).toBeVisible()
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('the page follows another account that a Polkadot wallet announces', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [talisman()] })
  await connect(page, 'Talisman')
  await page.evaluate(() => window.mockWallets.Talisman?.switchAccount(1))
  await expect(fact(page, `address ${bob.address}`)).toBeVisible()
  expect(await callsOf(page, 'Talisman', 'accounts')).toBe(1)
})

test('[D29e] a Polkadot message is signed over the wrapped bytes, and verifies', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [talisman()] })
  await connect(page, 'Talisman')
  const result = await page.evaluate(async () => {
    const signed = await window.host.sign('Grüße 👋', 'polkadot')
    const judge = (text: string) => window.host.verify(text, signed, 'polkadot')
    return {
      scheme: signed.scheme,
      bytes: new TextDecoder().decode(signed.signedBytes),
      right: await judge('Grüße 👋'),
      wrong: await judge('Gruesse'),
    }
  })
  expect(result).toEqual({
    scheme: 'sr25519',
    bytes: '<Bytes>Grüße 👋</Bytes>',
    right: true,
    wrong: false,
  })
  await setPolicy(page, 'Talisman', 'reject')
  const declined = await page.evaluate(() =>
    window.host.sign('no', 'polkadot').catch(error => ({ name: error.name, code: error.code })),
  )
  expect(declined).toMatchObject({ code: 'DECLINED' })
})

test('[S7.27] a Polkadot transfer is in a final block, and its coins arrive', async ({
  page,
  visit,
}) => {
  test.slow()
  await visit({ host, wallets: [talisman()] })
  await connect(page, 'Talisman')
  const before = await freeOf(ferdie.publicKey)
  const sent = await page.evaluate(
    to => window.host.transfer(to, '1500000000000', 'polkadot'),
    ferdie.address,
  )
  expect(sent).toEqual({ hash: expect.stringMatching(/^0x[\da-f]{64}$/), status: 'confirmed' })
  expect((await freeOf(ferdie.publicKey)) - before).toBe(1_500_000_000_000n)
})

test('[D11b] a Polkadot connection is restored after a reload, and not after a disconnect', async ({
  page,
  visit,
}) => {
  await visit({ host, wallets: [talisman({ remember: true })] })
  await connect(page, 'Talisman')
  const reload = async () => {
    await page.reload()
    await page.waitForFunction(() => 'host' in window)
  }
  await reload()
  await expect(fact(page, `address ${alice.address}`)).toBeVisible()
  expect(await page.evaluate(() => window.mockWallets.Talisman?.prompts)).toBe(0)
  expect(
    await page.evaluate(async () => (await window.host.sign('Back again', 'polkadot')).scheme),
  ).toBe('sr25519')
  await page.evaluate(() => window.host.disconnect())
  await status(page, 'disconnected')
  expect(await page.evaluate(() => window.mockWallets.Talisman?.subscribers)).toBe(0)
  await reload()
  await status(page, 'disconnected')
  expect(await page.evaluate(() => window.mockWallets.Talisman?.calls.length)).toBe(0)
})
