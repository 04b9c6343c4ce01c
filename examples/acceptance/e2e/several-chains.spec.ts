/** Four mock wallets of four namespaces on one page, on four local chains. */
import type { Page } from '@playwright/test'
import {
  bitcoinAccounts,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
} from '@portico/devnet'
import { everyChain, everyWallet, people } from './every-chain.js'
import {
  addressesOf,
  close,
  connect,
  connectButton,
  expect,
  fact,
  fox,
  inModal,
  owl,
  test,
  title,
} from './visit.js'

const host = { chains: everyChain }

/** From Account to the wallets. */
const openWallets = async (page: Page) => {
  await inModal(page, 'Switch wallet or account').click()
  await expect(title(page, 'Wallets')).toBeVisible()
}
const connectAll = async (page: Page) => {
  const [first, ...others] = people
  await connect(page, first.wallet)
  for (const { wallet, address } of others) {
    await openWallets(page)
    await inModal(page, 'Connect another wallet').click()
    await inModal(page, wallet).click()
    await expect(fact(page, `address ${address}`)).toBeVisible()
    await expect(inModal(page, 'Copy address')).toBeVisible()
  }
}
/**
 * A signature of that chain's wallet, checked by that chain's own rules: over this text, and over
 * no other.
 */
const signs = async (page: Page, namespace: string) =>
  expect(
    await page.evaluate(async namespace => {
      const { host } = window
      const signed = await host.sign('It is me.', namespace)
      return [
        await host.verify('It is me.', signed, namespace),
        await host.verify('It is another person.', signed, namespace),
      ]
    }, namespace),
    namespace,
  ).toEqual([true, false])
/**
 * True when the wallet was disconnected. `injectedWeb3` has no disconnect, so only its listeners
 * count.
 */
const isLeft = (name: string) => {
  const wallet = window.mockWallets[name]
  return wallet?.namespace === 'polkadot' ? wallet.subscribers === 0 : wallet?.isConnected === false
}
const connected = (page: Page) => page.evaluate(() => window.host.wallets.map(({ name }) => name))

test.describe.configure({ timeout: 120_000 })

test('[D3a] [D4a] [D4b] [S1.08] four connected chains each sign, become active, and disconnect separately', async ({
  page,
  visit,
}) => {
  await visit({ wallets: everyWallet(), host })
  await connectAll(page)
  expect(await connected(page)).toEqual(people.map(({ wallet }) => wallet))
  for (const { namespace } of people) await signs(page, namespace)

  await openWallets(page)
  for (const { wallet, chain } of people)
    await expect(
      page.locator('portico-root').getByRole('list', { name: `${wallet} · ${chain}` }),
    ).toBeVisible()
  for (const { wallet, chain, address } of people.toReversed()) {
    const rows = page.locator('portico-root').getByRole('list', { name: `${wallet} · ${chain}` })
    await rows.getByRole('button').first().click()
    await expect(fact(page, `address ${address}`)).toBeVisible()
    await openWallets(page)
  }
  await page.keyboard.press('Escape')

  for (const [i, { wallet }] of people.entries()) {
    await connectButton(page).click()
    await inModal(page, 'Settings').click()
    await inModal(page, `Disconnect ${wallet}`).click()
    await expect.poll(() => connected(page)).toEqual(people.slice(i + 1).map(one => one.wallet))
    for (const { namespace } of people.slice(i + 1)) await signs(page, namespace)
    expect(await page.evaluate(isLeft, wallet), wallet).toBe(true)
    for (const one of people.slice(i + 1))
      expect(await page.evaluate(isLeft, one.wallet), one.wallet).toBe(false)
    await close(page)
  }
  await expect(fact(page, 'status disconnected')).toBeVisible()
})

test('[D11b] four chains are restored after a reload without a request, with the same active network', async ({
  page,
  visit,
}) => {
  const remember = true
  await visit({ wallets: everyWallet().map(wallet => ({ ...wallet, remember })), host })
  await connectAll(page)
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect
    .poll(async () => (await connected(page)).toSorted())
    .toEqual(people.map(({ wallet }) => wallet).toSorted())
  await expect(fact(page, `address ${people[3].address}`)).toBeVisible()
  for (const { namespace } of people) await signs(page, namespace)
})

test('[R25] a burst of events of one chain changes no state of another chain', async ({
  page,
  visit,
}) => {
  await visit({ wallets: everyWallet(), host })
  await connectAll(page)
  await close(page)
  for (const { wallet, namespace } of people) {
    const touched = await page.evaluate(
      async ([wallet, namespace]) => {
        const { host, mockWallets } = window
        const before = host.session
        const own = () =>
          Object.values(host.session.connections).find(one => one.namespace === namespace)
            ?.accounts[0]?.address
        const address = own()
        mockWallets[wallet]?.switchAccount(1)
        for (const event of [
          'accountsChanged',
          'chainChanged',
          'change',
          'accountChange',
          'networkChange',
        ])
          mockWallets[wallet]?.burst(event, 100)
        const end = performance.now() + 5_000
        while (own() === address && performance.now() < end)
          await new Promise(resolve => setTimeout(resolve, 20))
        await new Promise(resolve => setTimeout(resolve, 100))
        const after = host.session
        return {
          moved: own() !== address,
          others: Object.values(before.connections)
            .filter(one => one.namespace !== namespace)
            .map(
              one =>
                after.connections[one.id] === one &&
                after.chosen[one.namespace] === before.chosen[one.namespace],
            ),
          active:
            JSON.stringify(after.active) === JSON.stringify(before.active) &&
            after.namespace === before.namespace,
        }
      },
      [wallet, namespace] as const,
    )
    expect(touched, wallet).toEqual({ moved: true, others: [true, true, true], active: true })
  }
})

test('[S7.27] each chain sends its own coin, and the network has the transaction', async ({
  page,
  visit,
}) => {
  // Not of the account whose balance other tests know.
  await visit({
    wallets: [fox({ accounts: [devAccounts[7].privateKey] }), ...everyWallet().slice(1)],
    host,
  })
  await connectAll(page)
  const transfers = [
    ['eip155', devAccounts[8].address, '1000'],
    ['solana', solanaDevAccounts[2].address, '1000000'],
    ['polkadot', polkadotDevAccounts[1].address, '1000000000000'],
    ['bip122', bitcoinAccounts[2].address, '10000'],
  ] as const
  // Blocks come by themselves on the other ledgers.
  const blocks = setInterval(
    () => void fetch(`${addressesOf('bip122').http}/devnet/mine`, { method: 'POST', body: '1' }),
    500,
  )
  try {
    for (const transfer of transfers) {
      const sent = await page.evaluate(
        ([namespace, to, amount]) => window.host.transfer(to, amount, namespace),
        transfer,
      )
      expect(sent, transfer[0]).toEqual({ hash: expect.stringMatching(/./), status: 'confirmed' })
    }
  } finally {
    clearInterval(blocks)
  }
})

test('a chain whose wallets hang does not keep another chain from connecting', async ({
  page,
  visit,
}) => {
  await visit({
    wallets: [
      fox(),
      ...everyWallet()
        .slice(1)
        .map(wallet => ({ ...wallet, policy: 'hang' as const })),
      owl(),
    ],
    host,
  })
  await connect(page, 'Fox')
  await signs(page, 'eip155')
})
