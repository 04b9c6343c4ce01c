/**
 * One wallet that stands on the page for several chains: by EIP-6963 for one, by the Wallet
 * Standard for the others.
 */
import type { Page } from '@playwright/test'
import { connectView } from '@portico/kernel/connect-page'
import type { WalletOptions } from '@portico/mock-wallets'
import { everyChain, glow, people, xverse } from './every-chain.js'
import {
  callsOf,
  connect,
  expect,
  fact,
  fox,
  inModal,
  openConnect,
  test,
  title,
  wallet,
} from './visit.js'

const host = { chains: everyChain }
const [, { address: solanaAddress }, , { address: bitcoinAddress }] = people
/** Like Phantom: three providers with one name. Each has its own remote control. */
const phantom = (more: { readonly policy?: 'ask' } = {}): readonly WalletOptions[] => [
  wallet('Phantom', [0], { rdns: 'app.phantom', ...more }),
  { ...glow(more), name: 'Phantom', control: 'Phantom of Solana' } as WalletOptions,
  {
    ...xverse({ speaks: ['wallet-standard'], ...more }),
    name: 'Phantom',
    control: 'Phantom of Bitcoin',
  } as WalletOptions,
]
const wallets = (page: Page) =>
  page.evaluate(() => window.host.wallets.map(({ id }) => id.split('/')[0]))
const rows = (page: Page) =>
  page.locator('portico-root').getByRole('list', { name: 'Select chain' }).getByRole('button')

test('[D13] a wallet of three chains has one row, and each chain is chosen and approved by keyboard', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [...phantom(), fox()], host })
  await openConnect(page)
  await expect(inModal(page, /^Phantom/)).toHaveCount(1)
  await expect(inModal(page, /^Phantom/)).toContainText('3 chains')
  await inModal(page, /^Phantom/).focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Select chain')).toBeVisible()
  await expect(rows(page)).toHaveText([/Ethereum/, /Solana/, /Bitcoin/])
  for (const control of ['Phantom', 'Phantom of Solana', 'Phantom of Bitcoin'])
    expect(await page.evaluate(name => window.mockWallets[name]?.isConnected, control)).toBe(false)

  await rows(page).nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(fact(page, `address ${solanaAddress}`)).toBeVisible()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  expect(await wallets(page)).toEqual(['solana'])
  expect(await callsOf(page, 'Phantom', 'eth_requestAccounts')).toBe(0)

  await inModal(page, 'Switch wallet or account').click()
  await inModal(page, 'Connect another wallet').click()
  await inModal(page, /^Phantom/).click()
  await expect(rows(page).nth(1)).toContainText('Connected')
  await rows(page).nth(2).click()
  await expect(fact(page, `address ${bitcoinAddress}`)).toBeVisible()
  expect(await wallets(page)).toEqual(['solana', 'bip122'])
})

test('Back goes from the wallet to the choice of a chain, and from the choice to the wallets', async ({
  page,
  visit,
}) => {
  await visit({ wallets: phantom({ policy: 'ask' }), host })
  await openConnect(page)
  await inModal(page, /^Phantom/).click()
  await rows(page).first().click()
  await expect(title(page, 'Phantom')).toBeVisible()
  await inModal(page, 'Back').click()
  await expect(title(page, 'Select chain')).toBeVisible()
  await inModal(page, 'Back').click()
  await expect(title(page, 'Connect wallet')).toBeVisible()
  expect(await wallets(page)).toEqual([])
})

test('opening the modal for one namespace shows its wallets only, without a choice of a chain', async ({
  page,
  visit,
}) => {
  await visit({ wallets: [...phantom(), fox()], host })
  await page.evaluate(view => window.host.portico.open({ view, namespace: 'solana' }), connectView)
  await expect(title(page, 'Connect wallet')).toBeVisible()
  await expect(inModal(page, /^Phantom/)).not.toContainText('chains')
  await expect(inModal(page, /^Fox/)).toHaveCount(0)
  await inModal(page, /^Phantom/).click()
  await expect(fact(page, `address ${solanaAddress}`)).toBeVisible()
  expect(await wallets(page)).toEqual(['solana'])
})

test('the choice of a chain is in the language on screen, also from right to left', async ({
  page,
  visit,
}) => {
  await visit({ wallets: phantom(), host: { ...host, language: 'ar' } })
  await page.locator('main').getByRole('button').last().click()
  await inModal(page, /Phantom/).click()
  await expect(
    page.locator('portico-root').getByRole('heading', { name: 'اختيار السلسلة' }),
  ).toBeVisible()
  await expect(page.locator('portico-root').locator('[dir=rtl]').first()).toBeAttached()
})

/**
 * Makes one Wallet Standard wallet of those of one name, as extensions register them: one object,
 * all chains, one approval.
 */
const mergeStandardWallets = () => {
  interface Standard {
    readonly name: string
    readonly chains: readonly string[]
    readonly accounts: readonly unknown[]
    readonly features: Readonly<
      Record<string, { readonly connect?: (input?: { silent?: boolean }) => Promise<unknown> }>
    >
  }
  const dispatch = window.dispatchEvent.bind(window)
  const parts: Standard[] = []
  const merged = {
    version: '1.0.0',
    name: 'Phantom',
    icon: 'data:image/png;base64,AA==',
    get chains() {
      return parts.flatMap(part => part.chains)
    },
    get accounts() {
      return parts.flatMap(part => part.accounts)
    },
    get features() {
      const { 'bitcoin:connect': _own, ...features } = Object.assign(
        {},
        ...parts.map(part => part.features),
      )
      const connect = async (input?: { silent?: boolean }) => {
        for (const part of parts) await part.features['standard:connect']?.connect?.(input)
        return { accounts: merged.accounts }
      }
      return { ...features, 'standard:connect': { version: '1.0.0', connect } }
    },
  }
  const collect = {
    register(...wallets: readonly Standard[]) {
      parts.push(...wallets)
      return () => undefined
    },
  }
  window.dispatchEvent = event => {
    const { type, detail } = event as CustomEvent
    if (type !== 'wallet-standard:register-wallet') return dispatch(event)
    detail(collect)
    return true
  }
  addEventListener('wallet-standard:app-ready', event => {
    event.stopImmediatePropagation()
    ;(event as CustomEvent<{ register(...wallets: readonly unknown[]): void }>).detail.register(
      merged,
    )
  })
}

test('one approval is requested when one wallet object has several chains', async ({
  page,
  context,
  visit,
}) => {
  await context.addInitScript(mergeStandardWallets)
  await visit({ wallets: phantom().slice(1), host })
  await connect(page, 'Phantom')
  await expect.poll(() => wallets(page)).toEqual(['solana', 'bip122'])
  for (const [control, method] of [
    ['Phantom of Solana', 'standard:connect'],
    ['Phantom of Bitcoin', 'standard:connect'],
  ] as const)
    expect(
      await page.evaluate(
        ([name, method]) =>
          window.mockWallets[name]?.calls.filter(
            call =>
              call.method === method &&
              !JSON.stringify(call.params ?? null).includes('"silent":true'),
          ).length,
        [control, method] as const,
      ),
      control,
    ).toBe(1)
})
