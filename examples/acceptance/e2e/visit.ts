/**
 * A visitor of a host's page: mock wallets, local chains, and what the page must never do while
 * they are there.
 */

import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { devAccounts, type FaultProxy, startFaultProxy } from '@portico/devnet'
import type { EvmWalletOptions, MockEvmWallet, WalletOptions } from '@portico/mock-wallets'
import { installMockWallets } from '@portico/mock-wallets/page'
import type { HostOptions } from '../fixtures/host/options.js'
import { hideValues, runLog } from '../fixtures/run-log.js'
import { settled } from './animations.js'

declare module '@portico/mock-wallets/page' {
  interface PageMockWallets {
    readonly Fox?: MockEvmWallet
    readonly Late?: MockEvmWallet
    readonly Owl?: MockEvmWallet
  }
}

export { expect } from '@playwright/test'

export const hostUrl = process.env.PORTICO_HOST ?? ''
interface World {
  readonly chains: readonly { readonly id: number; readonly url: string }[]
  readonly ledgers: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly relay?: string
}
const { chains, ledgers, relay } = JSON.parse(
  process.env.PORTICO_DEVNET ?? '{"chains":[],"ledgers":{}}',
) as World
/** Where the node of a chain is, without a fault between. */
export const nodeOf = (chainId: number): string =>
  chains.find(({ id }) => id === chainId)?.url ?? ''
/** Where a ledger answers, by protocol. */
export const addressesOf = (namespace: string): Readonly<Record<string, string>> =>
  ledgers[namespace] ?? {}

/**
 * The address of the WalletConnect relay that all tests share. A test of its failures starts
 * another one.
 */
export const relayUrl = relay ?? ''

const keyOf = (index: number) => devAccounts[index]?.privateKey ?? '0x'
export const addressOf = (index: number): string => devAccounts[index]?.address ?? ''
export const short = (address: string): string => `${address.slice(0, 4)}…${address.slice(-6)}`

/** A wallet with the account of this number, that knows both chains. */
export const fox = (more: Partial<EvmWalletOptions> = {}): EvmWalletOptions =>
  wallet('Fox', [0], more)
/** Another wallet, with another account. */
export const owl = (more: Partial<EvmWalletOptions> = {}): EvmWalletOptions =>
  wallet('Owl', [2], more)
export const wallet = (
  name: string,
  accounts: readonly number[],
  more: Partial<EvmWalletOptions> = {},
): EvmWalletOptions => ({
  name,
  rdns: `test.${name.toLowerCase()}`,
  accounts: accounts.map(keyOf),
  chains: { 1: nodeOf(1), 8453: nodeOf(8453) },
  ...more,
})

export const ethereum = { chainId: 1, name: 'Ethereum', rpcUrls: [nodeOf(1)] }
export const base8453 = { chainId: 8453, name: 'Base', rpcUrls: [nodeOf(8453)] }

export interface Visit {
  readonly wallets?: readonly WalletOptions[]
  readonly host?: HostOptions
  /** The page without a framework. */
  readonly plain?: boolean
}
interface Fixtures {
  /** Makes the wallets, tells the page what its host wants, and opens it. */
  readonly visit: (visit?: Visit) => Promise<void>
  /** Everything that any page said in the console or threw. Must be empty when the test ends. */
  readonly said: string[]
  /** An endpoint of a chain that fails on command. */
  readonly endpoint: (chainId: number) => Promise<FaultProxy>
}

export const test = base.extend<Fixtures>({
  said: [
    async ({ context }, use) => {
      const said: string[] = []
      const write = runLog('pages')
      const relayTokens = new Set<string>()
      context.on('page', page => void collectRelayTokens(page, relayTokens))
      const say = (text: string) => {
        said.push(text)
        // The browser itself logs the address of a relay that it could not reach, and the public
        // protocol has a token in that address.
        write(hideValues(text, relayTokens))
      }
      context.on('console', message => say(message.text()))
      context.on('weberror', error => say(String(error.error())))
      await use(said)
      expect(said, 'nothing in the console').toEqual([])
    },
    { auto: true },
  ],
  visit: async ({ page, context }, use) => {
    await use(async visit => {
      await prepare(context, visit)
      await enter(page, visit)
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  endpoint: async ({}, use) => {
    const proxies: FaultProxy[] = []
    await use(async chainId => {
      const proxy = await startFaultProxy({ upstream: nodeOf(chainId) })
      proxies.push(proxy)
      return proxy
    })
    await Promise.all(proxies.map(proxy => proxy.stop()))
  },
})

/**
 * Collects the tokens that a page shows to a relay of this run, also to one that is down:
 * Playwright tells of sockets only once they are open.
 */
async function collectRelayTokens(page: Page, tokens: Set<string>): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page)
    devtools.on('Network.webSocketCreated', ({ url }) => {
      const { hostname, searchParams } = new URL(url)
      const token = searchParams.get('auth')
      if (token && ['localhost', '127.0.0.1'].includes(hostname)) tokens.add(token)
    })
    await devtools.send('Network.enable')
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

/** For every page that this context opens from now on. */
export async function prepare(
  context: BrowserContext,
  { wallets = [fox()], host = {} }: Visit = {},
): Promise<void> {
  if (wallets.length) await installMockWallets(context, wallets)
  await context.addInitScript(options => Object.assign(window, { hostOptions: options }), {
    networks: [ethereum, base8453],
    ...host,
  })
}
export async function enter(
  page: Page,
  { plain = false }: Pick<Visit, 'plain'> = {},
): Promise<void> {
  await page.goto(`${hostUrl}${plain ? '/plain.html' : '/'}`)
  await page.waitForFunction(() => 'host' in window)
}

// What people see
// ------------------------------------------------------------------------------------------------------

export const connectButton = (page: Page): Locator =>
  page.locator('main').getByRole('button', { name: /Connect wallet|Connecting|^Account/ })
export const dialog = (page: Page): Locator => page.getByRole('dialog')
/** A row or button of the modal. */
export const inModal = (page: Page, name: string | RegExp): Locator =>
  page.locator('portico-root').getByRole('button', { name })
/** The button in Settings, beside which stands "Disconnect and forget". */
export const disconnectButton = (page: Page): Locator =>
  page.locator('portico-root').getByRole('button', { name: 'Disconnect', exact: true }).last()
/** One of a few beside each other. Its radio button is not seen, so the pointer goes to what is. */
export const choice = (page: Page, name: string): Locator =>
  page.locator('portico-root').getByRole('group').getByText(name, { exact: true })
export const title = (page: Page, name: string): Locator =>
  page.locator('portico-root').getByRole('heading', { name, exact: true })
export const fact = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('list', { name: 'Facts' }).getByRole('listitem').filter({ hasText: text })

/** The big figure of Account. Its title has all digits: `10000 ETH`. */
export const balance = (page: Page): Locator =>
  page.locator('portico-root .p-account-balance').getByTitle(/ETH$/)

/** From the button in the page to the rows of the wallets. */
export async function openConnect(page: Page): Promise<void> {
  await connectButton(page).click()
  await expect(title(page, 'Connect wallet')).toBeVisible()
}
/** Connects a wallet whose owner approves; the modal then shows Account. */
export async function connect(page: Page, name = 'Fox'): Promise<void> {
  await openConnect(page)
  await inModal(page, name).click()
  await expect(inModal(page, 'Copy address')).toBeVisible()
  // The panel takes the account's height: a click on what still moves is lost.
  await settled(page)
}
export async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

// What happens in the wallet's own window
// ------------------------------------------------------------------------------

/** How often each method reached a wallet, or one method. */
export const callsOf = (page: Page, name: string, method: string): Promise<number> =>
  page.evaluate(
    ([name, method]) =>
      window.mockWallets[name]?.calls.filter(call => call.method === method).length ?? 0,
    [name, method] as const,
  )
/** Waits until the wallet shows a request to its owner. */
export const waitForRequest = (page: Page, name: string, method?: string): Promise<unknown> =>
  page.evaluate(([name, method]) => window.mockWallets[name as string]?.waitForRequest(method), [
    name,
    method,
  ] as const)
export const approve = (page: Page, name: string): Promise<void> =>
  page.evaluate(name => window.mockWallets[name]?.approve(), name)
export const reject = (page: Page, name: string): Promise<void> =>
  page.evaluate(name => window.mockWallets[name]?.reject(), name)
export const setPolicy = (
  page: Page,
  name: string,
  policy: EvmWalletOptions['policy'],
): Promise<void> =>
  page.evaluate(
    ([name, policy]) => void Object.assign(window.mockWallets[name as string] ?? {}, { policy }),
    [name, policy] as const,
  )
