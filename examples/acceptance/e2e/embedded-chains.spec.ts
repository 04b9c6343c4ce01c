/**
 * The embedded wallet on all four namespaces: a login by a real mail, sign-in, a message and coins,
 * each confirmed in the frame, on the local ledgers.
 */
import {
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  test,
} from '@playwright/test'
import {
  bitcoinAccounts,
  contracts,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
} from '@portico/devnet'
import type { HostOptions } from '../fixtures/host/options.js'
import { type LocalWorld, localNetworks } from '../scripts/wallet-networks.mjs'
import { type EmbeddedWorld, startEmbeddedWorld } from './embedded-wallet.js'
import { everyChain } from './every-chain.js'
import { ask, fill, review } from './send-form.js'
import { addressesOf, dialog, hostUrl, inModal, nodeOf, prepare, title } from './visit.js'

const httpOf = (namespace: string) => addressesOf(namespace).http ?? ''
const bitcoinUrl = httpOf('bip122')
const polkadotUrl = httpOf('polkadot')
const networks = localNetworks(
  JSON.parse(process.env.PORTICO_DEVNET ?? '{"chains":[],"ledgers":{}}') as LocalWorld,
)

let world: EmbeddedWorld
test.beforeAll(async () => {
  test.setTimeout(120_000)
  world = await startEmbeddedWorld(test.info().parallelIndex, {
    pages: hostUrl,
    frame: { namespaces: ['bip122', 'polkadot'], networks },
  })
})
test.afterAll(() => world.stop())

let people = 0
const modal = (page: Page) => page.locator('portico-root')
const frame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Your wallet"]')

type Namespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'
type Chains = NonNullable<HostOptions['chains']>

/** Opens a host of one chain, and logs in up to the sign-in that follows. */
async function logIn(
  context: BrowserContext,
  page: Page,
  namespace: Namespace,
  more: Chains = {},
): Promise<void> {
  await prepare(context, {
    wallets: [],
    host: {
      chains: {
        [namespace]: everyChain[namespace],
        balances: {},
        send: {},
        ...more,
        embedded: { url: `${world.wallet}/frame.html`, namespaces: [namespace] },
      },
    },
  })
  await page.goto(world.app)
  await page.waitForFunction(() => 'host' in window)
  await page.locator('main').getByRole('button', { name: 'Connect wallet' }).click()
  const email = `chain${test.info().parallelIndex}-${++people}@mail.test`
  await modal(page).getByRole('textbox', { name: 'E-mail' }).fill(email)
  const after = world.mails()
  await page.keyboard.press('Enter')
  const code = modal(page).getByRole('textbox', { name: 'Code of six digits' })
  await expect(code).toBeVisible()
  await code.fill(await world.code(email, after))
}

/** Scrolls through what the frame asks, and answers the button that confirms it. */
async function seeAll(page: Page, heading: string): Promise<Locator> {
  await expect(frame(page).getByRole('heading', { name: heading })).toBeVisible({ timeout: 20_000 })
  const approve = frame(page).getByRole('button', { name: 'Confirm' })
  // From the top to the end, as often as a busy machine needs to see each row.
  const height = await frame(page)
    .locator('main')
    .evaluate(({ scrollHeight }) => scrollHeight)
  for (let top = 0; top < 3 * height && (await approve.isDisabled()); top += 120) {
    await frame(page)
      .locator('main')
      .evaluate((_main, at) => scrollTo(0, at), top % height)
    await page.waitForTimeout(250)
  }
  await expect(approve).toBeEnabled()
  return approve
}

/** Reads what the frame asks, and confirms it. Answers the words of the screen. */
async function confirmInFrame(page: Page, heading: string): Promise<string> {
  const approve = await seeAll(page, heading)
  const said = await frame(page).locator('main').innerText()
  await approve.click()
  return said
}

interface Case {
  readonly namespace: Namespace
  readonly symbol: string
  readonly network: string
  readonly amount: string
  /** In base units. */
  readonly moved: bigint
  readonly to: string
  fund(address: string): Promise<void>
  balanceOf(address: string): Promise<bigint>
  /** Puts what waits into a block. */
  settle?(): Promise<unknown>
}

const post = (path: string, value: unknown) =>
  fetch(`${bitcoinUrl}${path}`, { method: 'POST', body: JSON.stringify(value) })
const mine = () => post('/devnet/mine', 1)

const cases: readonly Case[] = [
  {
    namespace: 'eip155',
    symbol: 'ETH',
    network: 'Ethereum local (eip155:1)',
    amount: '0.25',
    moved: 25n * 10n ** 16n,
    to: devAccounts[9].address,
    fund: async address =>
      void (await ask(nodeOf(1), 'anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])),
    balanceOf: async address =>
      BigInt(String(await ask(nodeOf(1), 'eth_getBalance', [address, 'latest']))),
  },
  {
    namespace: 'solana',
    symbol: 'SOL',
    network: 'Solana local',
    amount: '0.5',
    moved: 500_000_000n,
    to: solanaDevAccounts[9].address,
    fund: async address =>
      void (await ask(httpOf('solana'), 'requestAirdrop', [address, 2_000_000_000])),
    balanceOf: async address =>
      BigInt(
        ((await ask(httpOf('solana'), 'getBalance', [address])) as { readonly value: number })
          .value,
      ),
  },
  {
    namespace: 'bip122',
    symbol: 'tBTC',
    network: 'Bitcoin local',
    amount: '0.0015',
    moved: 150_000n,
    to: bitcoinAccounts[9]?.address ?? '',
    async fund(address) {
      await post('/devnet/pay', [{ address, value: 1_000_000 }])
      await mine()
    },
    async balanceOf(address) {
      const { chain_stats: stats } = (await (
        await fetch(`${bitcoinUrl}/address/${address}`)
      ).json()) as { chain_stats: { funded_txo_sum: number; spent_txo_sum: number } }
      return BigInt(stats.funded_txo_sum - stats.spent_txo_sum)
    },
    settle: mine,
  },
  {
    namespace: 'polkadot',
    symbol: 'ROC',
    network: 'Polkadot local',
    amount: '1.25',
    moved: 1_250_000_000_000n,
    to: polkadotDevAccounts[5].address,
    async fund(address) {
      await ask(polkadotUrl, 'dev_newBlock', [{ count: 1 }])
      const entry = { nonce: 0, providers: 1, data: { free: String(50n * 10n ** 12n) } }
      await ask(polkadotUrl, 'dev_setStorage', [{ System: { Account: [[[address], entry]] } }])
    },
    async balanceOf() {
      const keys = (await ask(polkadotUrl, 'state_getKeysPaged', [
        '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
        1_000,
        null,
      ])) as readonly string[]
      const key = keys.find(one => one.endsWith(polkadotDevAccounts[5].publicKey.slice(2)))
      const stored = key && String(await ask(polkadotUrl, 'state_getStorage', [key]))
      return stored ? Buffer.from(stored.slice(2), 'hex').readBigUInt64LE(16) : 0n
    },
  },
]

for (const { namespace, symbol, network, amount, moved, to, ...chain } of cases)
  test(`[S4.29] [S4.32] [S9.44] the embedded wallet signs in, signs a message and sends coins on ${namespace}, each confirmed in the frame`, async ({
    context,
    page,
  }) => {
    test.setTimeout(120_000)
    await logIn(context, page, namespace, { siwx: { server: '/auth' } })
    await expect(title(page, 'Sign in')).toBeVisible()
    await inModal(page, 'Sign').click()
    const host = new URL(world.app).host
    const asked = await confirmInFrame(page, `Sign in to ${host}`)
    expect(asked).toContain(world.app)
    expect(asked).toContain(network)
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            (window.host.slice('siwx') as { sessions?: readonly unknown[] }).sessions?.length ?? 0,
        ),
      )
      .toBe(1)

    await expect(dialog(page)).toBeHidden()
    const signed = page.evaluate(ns => window.host.sign('Hello', ns), namespace)
    await confirmInFrame(page, 'Sign a message')
    expect(
      await page.evaluate(([answer, ns]) => window.host.verify('Hello', answer, ns), [
        await signed,
        namespace,
      ] as const),
    ).toBe(true)

    const address = await page.evaluate(() => window.host.account.address ?? '')
    await chain.fund(address)
    const before = await chain.balanceOf(to)
    await page
      .locator('main')
      .getByRole('button', { name: /^Account/ })
      .click()
    await fill(page, amount, to)
    await review(page, { timeout: 30_000 })
    await inModal(page, new RegExp(`^Send ${amount} `)).click()
    const said = await confirmInFrame(page, 'Send')
    expect(said).toContain(`${amount} ${symbol}`)
    expect(said.toLowerCase()).toContain(to.toLowerCase())
    expect(said).toContain('Fee of the network')
    if (chain.settle) {
      await expect(inModal(page, new RegExp(`Sending ${amount}`))).toBeVisible({ timeout: 20_000 })
      await chain.settle()
    }
    await expect(inModal(page, new RegExp(`Sent ${amount} `))).toBeVisible({ timeout: 30_000 })
    await expect.poll(async () => (await chain.balanceOf(to)) - before).toBe(moved)
    expect(await page.evaluate(() => window.host.errors)).toEqual([])
  })

test('[S7.48] the frame has the mode and the language of the page, at the start and after each change', async ({
  context,
  page,
}) => {
  test.setTimeout(60_000)
  await logIn(context, page, 'eip155')
  await expect(inModal(page, 'Copy address')).toBeVisible()
  const root = frame(page).locator(':root')
  const decline = async (name: string, signed: Promise<unknown>) => {
    await frame(page).getByRole('button', { name }).click()
    expect(await signed).toMatch(/./)
  }
  const sign = () =>
    page.evaluate(() => window.host.sign('Hello', 'eip155').catch(error => String(error)))
  const first = sign()
  await expect(frame(page).getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await expect(root).toHaveAttribute('data-mode', 'dark')
  await expect(root).toHaveAttribute('lang', 'en')
  await decline('Decline', first)

  await page.evaluate(async () => {
    window.host.call('theme', 'setMode', 'light')
    await window.host.call('text', 'setLanguage', 'ar')
  })
  const second = sign()
  await expect(frame(page).getByRole('heading', { name: 'توقيع رسالة' })).toBeVisible()
  await expect(root).toHaveAttribute('data-mode', 'light')
  await expect(root).toHaveAttribute('dir', 'rtl')
  expect(await root.evaluate(element => getComputedStyle(element).colorScheme)).toBe('light')
  await decline('رفض', second)

  await page.evaluate(() => window.host.call('text', 'setLanguage', 'de'))
  const third = sign()
  await expect(frame(page).getByRole('heading', { name: 'Eine Nachricht signieren' })).toBeVisible()
  await expect(root).toHaveAttribute('dir', 'ltr')
  await decline('Ablehnen', third)
})

test('[S10] a row that was seen and comes back covered has to be seen again', async ({
  context,
  page,
}) => {
  test.setTimeout(60_000)
  await logIn(context, page, 'eip155')
  await expect(inModal(page, 'Copy address')).toBeVisible()
  const text = 'A line that a person reads.\n\n'.repeat(40)
  const signed = page.evaluate(
    text => window.host.sign(text, 'eip155').catch(error => String(error)),
    text,
  )
  const approve = await seeAll(page, 'Sign a message')
  // The page covers the upper half, and the person goes back to the first rows.
  await page.evaluate(() => {
    const element = document.querySelector('iframe')
    const cover = document.createElement('div')
    const { top, height } = element?.getBoundingClientRect() ?? { top: 0, height: 0 }
    cover.style.cssText = `position: fixed; inset: 0 0 auto; block-size: ${top + height / 2}px; background: white`
    element?.parentElement?.append(cover)
  })
  await frame(page)
    .locator('main')
    .evaluate(() => scrollTo(0, 0))
  await expect(approve).toBeDisabled()
  await frame(page)
    .locator('main')
    .evaluate(({ scrollHeight }) => scrollTo(0, scrollHeight))
  await page.waitForTimeout(1_500)
  await expect(approve).toBeDisabled()
  await frame(page).getByRole('button', { name: 'Decline' }).click()
  expect(await signed).toMatch(/./)
})

test('[S10] the amount of a permit has symbol and decimals that the frame asked the token for, and says so', async ({
  context,
  page,
}) => {
  test.setTimeout(60_000)
  await logIn(context, page, 'eip155')
  await expect(inModal(page, 'Copy address')).toBeVisible()
  const owner = await page.evaluate(() => window.host.account.address ?? '')
  const field = (name: string, type: string) => ({ name, type })
  const permit = {
    domain: {
      name: 'Portico Dollar',
      version: '1',
      chainId: 1,
      verifyingContract: contracts.porticoDollar.address,
    },
    primaryType: 'Permit',
    types: {
      EIP712Domain: [
        field('name', 'string'),
        field('version', 'string'),
        field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      Permit: [
        field('owner', 'address'),
        field('spender', 'address'),
        field('value', 'uint256'),
        field('nonce', 'uint256'),
        field('deadline', 'uint256'),
      ],
    },
    message: {
      owner,
      spender: devAccounts[9].address,
      value: '2500000',
      nonce: '0',
      deadline: '1900000000',
    },
  }
  const signed = page.evaluate(data => window.host.signTyped(data), permit)
  const said = await confirmInFrame(page, 'Allow an address to spend your token')
  expect(said).toContain('2.5 PUSD')
  expect(said).toContain('Says the contract of the token')
  expect(await signed).toMatchObject({ signature: expect.stringMatching(/^0x[\da-f]{130}$/) })
})
