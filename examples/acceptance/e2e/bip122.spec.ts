/**
 * Bitcoin wallets from the first click to the last, by each way in which they stand in a page, on a
 * full node that checks everything itself.
 */
import type { Page } from '@playwright/test'
import { bitcoinAccounts } from '@portico/devnet'
import type { BitcoinProtocol, BitcoinWalletOptions } from '@portico/mock-wallets'
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

const url = addressesOf('bip122').http ?? ''
const regtest = {
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Local Bitcoin',
  addressFormat: 'regtest',
  walletName: 'Regtest',
  esploraUrls: [url],
  testnet: true,
} as const
const host = { chains: { bip122: { networks: [regtest], confirmationPollMs: 100 } } }

/** The name that each is listed by, and the method by which it asks its owner to connect. */
const protocols = [
  { speaks: 'sats-connect', name: 'Xverse', method: 'wallet_connect' },
  { speaks: 'unisat', name: 'UniSat Wallet', method: 'requestAccounts' },
  { speaks: 'wallet-standard', name: 'Standard', method: 'bitcoin:connect' },
] as const satisfies readonly { speaks: BitcoinProtocol; name: string; method: string }[]

const wallet = (
  speaks: BitcoinProtocol,
  name: string,
  accounts: readonly number[],
  more: Partial<BitcoinWalletOptions> = {},
): BitcoinWalletOptions => ({
  namespace: 'bip122',
  name,
  speaks: [speaks],
  accounts: accounts.map(index => bitcoinAccounts[index]?.privateKey ?? '0x'),
  ...more,
})
const addressAt = (index: number): string => bitcoinAccounts[index]?.address ?? ''
const mine = () => fetch(`${url}/devnet/mine`, { method: 'POST', body: '1' })
/** What an address has in blocks, read without any of our code. */
async function confirmedOf(address: string): Promise<number> {
  const { chain_stats: stats } = (await (await fetch(`${url}/address/${address}`)).json()) as {
    chain_stats: { funded_txo_sum: number; spent_txo_sum: number }
  }
  return stats.funded_txo_sum - stats.spent_txo_sum
}
const requestsOf = (page: Page): string[] => {
  const urls: string[] = []
  page.on('request', request => urls.push(request.url()))
  return urls
}

for (const [index, { speaks, name, method }] of protocols.entries()) {
  test.describe(`a Bitcoin wallet that speaks as ${speaks}`, () => {
    test('[D14c] [D52] a Bitcoin wallet is listed without a request, connects, and loads nothing from third-party hosts', async ({
      page,
      visit,
    }) => {
      const urls = requestsOf(page)
      await visit({ host, wallets: [wallet(speaks, name, [0])] })
      await openConnect(page)
      await expect(inModal(page, name)).toHaveCount(1)
      expect(await page.evaluate(name => window.mockWallets[name]?.calls.length, name)).toBe(0)
      expect(urls.filter(one => /sats-connect/.test(one))).toEqual([])
      await inModal(page, name).click()
      await expect(inModal(page, 'Copy address')).toBeVisible()
      await expect(fact(page, `address ${addressAt(0)}`)).toBeVisible()
      await expect(connectButton(page)).toHaveText(short(addressAt(0)))
      expect(urls.filter(one => /sats-connect/.test(one)).length > 0).toBe(
        speaks === 'sats-connect',
      )
      expect(
        urls.filter(
          one => !/^(?:https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\/|data:|blob:)/.test(one),
        ),
      ).toEqual([])
    })

    test('[R12] a decline in a Bitcoin wallet returns to the list, and the next try connects', async ({
      page,
      visit,
    }) => {
      await visit({ host, wallets: [wallet(speaks, name, [0], { policy: 'ask' })] })
      await openConnect(page)
      await inModal(page, name).click()
      await waitForRequest(page, name, method)
      await reject(page, name)
      await expect(title(page, 'Declined')).toBeVisible()
      await inModal(page, 'Try again').click()
      await waitForRequest(page, name, method)
      await approve(page, name)
      await expect(fact(page, 'status connected')).toBeVisible()
      expect(await page.evaluate(() => window.host.errors)).toEqual([])
    })

    test('[D29d] a Bitcoin wallet signs a message that verifies, its account switch is followed, and its decline is passed on', async ({
      page,
      visit,
    }) => {
      await visit({ host, wallets: [wallet(speaks, name, [0, 1])] })
      await connect(page, name)
      const result = await page.evaluate(async () => {
        const signed = await window.host.sign('Grüße 👋', 'bip122')
        const judge = (text: string) => window.host.verify(text, signed, 'bip122')
        return {
          scheme: signed.scheme,
          right: await judge('Grüße 👋'),
          wrong: await judge('Gruesse'),
        }
      })
      expect(result).toEqual({ scheme: 'bip322', right: true, wrong: false })
      await page.evaluate(name => window.mockWallets[name]?.switchAccount(1), name)
      await expect(fact(page, `address ${addressAt(1)}`)).toBeVisible()
      await setPolicy(page, name, 'reject')
      const declined = await page.evaluate(() =>
        window.host.sign('no', 'bip122').catch(error => String(error.code)),
      )
      expect(declined).toBe('DECLINED')
    })

    test('[S7.27] a Bitcoin wallet pays: the transaction is mined and the coins arrive', async ({
      page,
      visit,
    }) => {
      test.slow()
      const payer = 3 + index
      const to = addressAt(9)
      await visit({ host, wallets: [wallet(speaks, name, [payer])] })
      await connect(page, name)
      // What a first try may have left.
      await mine()
      const before = await confirmedOf(to)
      const sending = page.evaluate(to => window.host.transfer(to, '150000', 'bip122'), to)
      await expect
        .poll(
          async () =>
            (
              (await (await fetch(`${url}/address/${to}`)).json()) as {
                mempool_stats: { tx_count: number }
              }
            ).mempool_stats.tx_count,
        )
        .toBe(1)
      await mine()
      expect(await sending).toEqual({
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        status: 'confirmed',
      })
      expect((await confirmedOf(to)) - before).toBe(150_000)
    })

    test('[D11b] a Bitcoin wallet reconnects after a reload without a request, and not after a disconnect', async ({
      page,
      visit,
    }) => {
      await visit({ host, wallets: [wallet(speaks, name, [0], { remember: true })] })
      await connect(page, name)
      const reload = async () => {
        await page.reload()
        await page.waitForFunction(() => 'host' in window)
      }
      await reload()
      await expect(fact(page, `address ${addressAt(0)}`)).toBeVisible()
      expect(await callsOf(page, name, method)).toBe(0)
      expect(
        await page.evaluate(async () => (await window.host.sign('Back again', 'bip122')).scheme),
      ).toBe('bip322')
      await page.evaluate(() => window.host.disconnect())
      await expect(fact(page, 'status disconnected')).toBeVisible()
      await reload()
      await expect(fact(page, 'status disconnected')).toBeVisible()
      expect(await page.evaluate(name => window.mockWallets[name]?.calls.length, name)).toBe(0)
    })
  })
}

test('[S35] a payment that the wallet broadcasts before it fails is found on the chain, and arrives once', async ({
  page,
  visit,
}) => {
  test.slow()
  await mine()
  const [to, before] = [addressAt(9), await confirmedOf(addressAt(9))]
  await visit({
    host,
    wallets: [
      wallet('sats-connect', 'Xverse', [6], {
        quirks: { sends: { to: url, afterwards: 'throws' } },
      }),
    ],
  })
  await connect(page, 'Xverse')
  const { code, description } = await page.evaluate(
    to => window.host.attempt(to, '120000', 'bip122'),
    to,
  )
  expect(code).toBe('WALLET_OUTCOME')
  const found = await page.evaluate(text => window.host.find(text, 'bip122'), description)
  expect(found).toEqual({ status: 'found', hash: expect.stringMatching(/^[\da-f]{64}$/) })
  const hash = found?.status === 'found' ? found.hash : ''
  expect(
    await page.evaluate(([hash, text]) => window.host.compare(hash, text, 'bip122'), [
      hash,
      description,
    ] as const),
  ).toEqual({ status: 'same' })
  await mine()
  expect((await confirmedOf(to)) - before).toBe(120_000)
})

test('[S2] [S35] when a wallet pays another recipient, the comparison names it, and the payment is impossible', async ({
  page,
  visit,
}) => {
  test.slow()
  await mine()
  const thief = addressAt(5)
  const quirks = { pays: thief, sends: { to: url, afterwards: 'throws' } } as const
  await visit({ host, wallets: [wallet('unisat', 'UniSat Wallet', [6], { quirks })] })
  await connect(page, 'UniSat Wallet')
  const { code, description } = await page.evaluate(
    to => window.host.attempt(to, '130000', 'bip122'),
    addressAt(9),
  )
  expect(code).toBe('WALLET_OUTCOME')
  const find = () => page.evaluate(text => window.host.find(text, 'bip122'), description)
  expect(await find()).toEqual({ status: 'open' })
  const [{ txid = '' } = {}] = (await (await fetch(`${url}/address/${thief}/txs`)).json()) as {
    txid?: string
  }[]
  const compared = await page.evaluate(
    async ([hash, text]) => {
      const { status, ...rest } = (await window.host.compare(hash, text, 'bip122')) ?? {}
      return { status, ...rest, ...('amount' in rest && { amount: String(rest.amount) }) }
    },
    [txid, description] as const,
  )
  expect(compared).toEqual({ status: 'different', to: thief, amount: '130000' })
  await mine()
  expect(await find()).toMatchObject({
    status: 'impossible',
    by: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('[D14c] a Bitcoin wallet that registers in four places is listed once, and gets one request', async ({
  page,
  visit,
}) => {
  const everywhere = wallet('sats-connect', 'UniSat Wallet', [0], {
    speaks: ['wallet-standard', 'unisat', 'sats-connect'],
    quirks: { registersTwice: true },
  })
  await visit({ host, wallets: [everywhere] })
  await openConnect(page)
  await expect(inModal(page, 'UniSat Wallet')).toHaveCount(1)
  await inModal(page, 'UniSat Wallet').click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(
    await page.evaluate(
      () =>
        window.mockWallets['UniSat Wallet']?.calls.filter(({ method }) =>
          /connect$|requestAccounts/.test(method),
        ).length,
    ),
  ).toBe(1)
})

for (const [what, quirks] of [
  ['accounts of another network', { accounts: 'another-network' }],
  ['a key that is none', { accounts: 'malformed-key' }],
  ['no accounts', { accounts: 'none' }],
] as const) {
  test(`[S35] a Bitcoin wallet that shows ${what} is not connected`, async ({ page, visit }) => {
    await visit({ host, wallets: [wallet('sats-connect', 'Xverse', [0], { quirks })] })
    await openConnect(page)
    await inModal(page, 'Xverse').click()
    await expect(inModal(page, 'Try again')).toBeVisible()
    await expect(fact(page, 'status disconnected')).toBeVisible()
  })
}
