/**
 * The form and the preview of Swap on a separate market, and the balances on the ledger afterwards.
 */
import type { Locator, Page } from '@playwright/test'
import { type Devnet, devAccounts, swapTokens } from '@portico/devnet'
import type { EvmWalletOptions } from '@portico/mock-wallets'
import { marketChains, marketWallet, startMarket } from './market.js'
import { connectButton, expect, inModal, short, test, title, type Visit } from './visit.js'

type TokenName = keyof typeof swapTokens
export type Asset = TokenName | 'native'

// A separate network, because the tests move prices and hold blocks back.
let devnet: Devnet
const table: string[] = []
/** Starts the market for the tests of a file, and prints at the end what each swap moved. */
export function setUpMarket(): void {
  test.beforeAll(async () => {
    devnet = await startMarket()
  })
  test.afterAll(() => devnet.stop())
  test.afterAll(() => {
    const head = [
      '| Route | Pair | How | Outcome | Ledger: sold | Ledger: bought |',
      '|---|---|---|---|---|---|',
    ]
    process.stdout.write(`\n${[...head, ...table.splice(0)].join('\n')}\n`)
  })
}

export const chain = () => devnet.chain(1)

export const symbolOf = (asset: Asset) => (asset === 'native' ? 'ETH' : swapTokens[asset].symbol)
const decimalsOf = (asset: Asset) => (asset === 'native' ? 18 : swapTokens[asset].decimals)
const balanceOf = (owner: number, asset: Asset) =>
  chain().balanceOf(
    devAccounts[owner]?.address ?? '0x',
    asset === 'native' ? undefined : swapTokens[asset].address,
  )
const whole = (amount: bigint, asset: Asset) => {
  const digits = amount
    .toString()
    .replace('-', '')
    .padStart(decimalsOf(asset) + 1, '0')
  const at = digits.length - decimalsOf(asset)
  return `${amount < 0n ? '−' : '+'}${`${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0+$/, '')} ${symbolOf(asset)}`
}

export const visitSwap = (owner: number, more: Partial<EvmWalletOptions> = {}): Visit => ({
  host: { chains: marketChains(devnet) },
  wallets: [marketWallet(devnet, owner, more)],
})

export const root = (page: Page): Locator => page.locator('portico-root')
export const words = (page: Page, text: string | RegExp): Locator => root(page).getByText(text)
export const pays = (page: Page): Locator => root(page).getByRole('textbox', { name: 'You pay' })

export async function choose(page: Page, pill: string | RegExp, asset: Asset): Promise<void> {
  await inModal(page, pill).click()
  await inModal(page, new RegExp(asset === 'native' ? '^Ether' : swapTokens[asset].name))
    .first()
    .click()
}
/** From Account to a form with these tokens and this amount. */
export async function form(page: Page, from: Asset, to: Asset, amount: string): Promise<void> {
  await inModal(page, /^Swap$/).click()
  await expect(pays(page)).toHaveValue('1')
  await expect(pays(page)).toBeFocused()
  if (from !== 'native') await choose(page, /Change token: ETH/, from)
  await choose(page, 'Select token', to)
  await pays(page).fill(amount)
}
export async function review(page: Page): Promise<void> {
  await expect(inModal(page, 'Review')).toBeEnabled()
  await inModal(page, 'Review').click()
  await expect(title(page, 'Preview swap')).toBeVisible()
}
export const yes = (page: Page, from: Asset, amount: string): Promise<void> =>
  inModal(page, `Swap ${amount} ${symbolOf(from)}`).click()

export async function reload(page: Page, owner: number): Promise<void> {
  await page.reload()
  await page.waitForFunction(() => 'host' in window)
  await expect(connectButton(page)).toHaveText(short(devAccounts[owner]?.address ?? ''))
  await connectButton(page).click()
}

export interface Row {
  readonly how: string
  readonly from: Asset
  readonly to: Asset
  readonly amount: string
  readonly outcome: string
}

/** What moved on the ledger while that happened. */
export async function moved(
  owner: number,
  { how, from, to, outcome }: Row,
  happen: () => Promise<unknown>,
) {
  const before = { from: await balanceOf(owner, from), to: await balanceOf(owner, to) }
  await happen()
  const spent = (await balanceOf(owner, from)) - before.from
  const got = (await balanceOf(owner, to)) - before.to
  table.push(
    `| Uniswap v3 | ${symbolOf(from)} → ${symbolOf(to)} | ${how} | ${outcome} | ${whole(spent, from)} | ${whole(got, to)} |`,
  )
  return { spent, got }
}
