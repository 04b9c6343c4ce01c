/**
 * A host's page with mock wallets in it: everything that an entry of the gallery may use to come to
 * its state.
 */
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { directory } from '@portico/plugin-directory'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import {
  createPortico,
  memoryStorage,
  type Plugin,
  type Portico,
  type PorticoOptions,
  textService,
  themeService,
} from '@portico/sdk'
import { ConnectButton, NetworkButton, PorticoProvider } from '@portico/sdk/react'
import { createRoot } from 'react-dom/client'
import { world } from '../world.js'
import type { Clock } from './clock.js'
import type { ScriptedNode } from './node.js'
import { pseudoLanguage, pseudoTag } from './pseudo-language.js'

type EvmWalletOptions = Parameters<typeof mockEvmWallet>[0]
export type WalletSetting = Partial<EvmWalletOptions> & { readonly name: string }
export interface NetworkSetting {
  readonly chainId: number
  readonly name: string
  readonly symbol?: string
  readonly explorer?: string
}
export interface Setting {
  /** Wallets of Ethereum's kind; two when nothing is said. */
  readonly wallets?: readonly WalletSetting[]
  /** Ethereum and Base when nothing is said. */
  readonly networks?: readonly NetworkSetting[]
  /** In the place of eip155, or beside it. */
  readonly plugins?: (chain: Plugin) => readonly Plugin[]
  readonly hasIcons?: boolean
  readonly options?: Partial<PorticoOptions>
  /** The modal stands inside the page. */
  readonly embedded?: boolean
  /** The page stands within another one. */
  readonly framed?: boolean
  /** Where the page is as narrow as a phone, it is on one. */
  readonly phone?: boolean
  /** The page is on a phone, in the browser of a wallet app. */
  readonly walletBrowser?: boolean
}
export interface Look {
  readonly mode: 'dark' | 'light'
  readonly language: string
  readonly accent: string
}
export interface Stage {
  readonly portico: Portico
  readonly clock: Clock
  readonly node: ScriptedNode
  readonly errors: readonly string[]
  wallet(name: string): MockEvmWallet
  open(options?: Parameters<Portico['open']>[0]): void
  /** The same page once more: another kernel over the same storage. */
  reload(): void
  /** Presses a button of the modal by the name that it is read by, as soon as it is there. */
  press(name: string): Promise<void>
  /** Writes into the field of the modal. */
  type(text: string): void
  /** Waits until the modal says this. */
  see(said: string): Promise<void>
  until(condition: () => unknown, what: string): Promise<void>
  /** From a closed modal to Account. */
  connect(wallet?: string): Promise<void>
  /**
   * What came into the panel until now answered the person, or its place could not be reserved.
   * From here on nothing may move.
   */
  answered(): void
  dress(look: Look): Promise<void>
}

/** What Safari of an iPhone says of itself: it tells the page from one that is merely narrow. */
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

const usualNetworks: readonly NetworkSetting[] = [
  { chainId: 1, name: 'Ethereum', explorer: 'Etherscan' },
  { chainId: 8453, name: 'Base', explorer: 'Basescan' },
]
const [first = '0x', second = '0x', third = '0x'] = world.keys
const usualWallets: readonly WalletSetting[] = [
  { name: 'Fox Wallet', accounts: [first, second] },
  { name: 'Specter', accounts: [third] },
]
/** In the page's own words, so that a name of any kind is one. */
const rdnsOf = (name: string, at: number) =>
  `dev.portico.${name.toLowerCase().replace(/[^a-z\d]+/g, '') || `wallet-${at + 1}`}`

export function createStage(
  setting: Setting,
  page: HTMLElement,
  tools: {
    readonly clock: Clock
    readonly node: ScriptedNode
    readonly mode: Look['mode']
    readonly answered: () => void
  },
): Stage {
  const { clock, node, mode, answered } = tools
  if (setting.walletBrowser || (setting.phone && innerWidth < 500))
    Object.defineProperty(navigator, 'userAgent', { value: iPhone, configurable: true })
  if (setting.walletBrowser) Object.assign(window, { trustwallet: {} })
  const storage = memoryStorage()
  const errors: string[] = []
  const listed = setting.networks ?? usualNetworks
  const networks = listed.map(({ chainId, name, symbol, explorer }) =>
    defineEvmNetwork({
      chainId,
      name,
      rpcUrls: [node.urlOf(chainId)],
      ...(symbol !== undefined && { nativeCurrency: { name: symbol, symbol, decimals: 18 } }),
      ...(explorer !== undefined && {
        explorer: { name: explorer, url: 'https://explorer.example' },
      }),
    }),
  )
  const chains = Object.fromEntries(listed.map(({ chainId }) => [chainId, node.urlOf(chainId)]))
  const wallets = new Map(
    (setting.wallets ?? usualWallets).map((wallet, at) => [
      wallet.name,
      mockEvmWallet({
        rdns: rdnsOf(String(wallet.info?.name ?? wallet.name), at),
        accounts: [first],
        chains,
        ...wallet,
      }),
    ]),
  )
  const chain = () => eip155({ networks })
  const place = page.querySelector('[data-place]') as HTMLElement
  const bar = createRoot(page.querySelector('[data-buttons]') as HTMLElement)

  const start = () => {
    const portico = createPortico({
      plugins: [
        ...(setting.plugins?.(chain()) ?? [chain()]),
        ...(setting.hasIcons ? [directory()] : []),
      ],
      storage,
      afterConnect: 'account',
      // From the start, as a host has it: its buttons would be those of another page until the
      // state is reached.
      theme: { mode },
      onError: (error, plugin) =>
        errors.push(`${plugin}: ${error instanceof Error ? error.message : String(error)}`),
      ...setting.options,
    })
    bar.render(
      <PorticoProvider portico={portico}>
        <NetworkButton /> <ConnectButton />
      </PorticoProvider>,
    )
    if (setting.embedded) portico.embed(place)
    return portico
  }
  const now = { portico: start() }

  const until: Stage['until'] = async (condition, what) => {
    for (let look = 0; look < 750; look++) {
      if (condition()) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    throw new Error(`The state was not reached: ${what}. The modal says: ${shadow()?.textContent}`)
  }
  const stage: Stage = {
    get portico() {
      return now.portico
    },
    clock,
    node,
    errors,
    answered,
    wallet(name) {
      const wallet = wallets.get(name)
      if (!wallet) throw new Error(`There is no wallet ${name} here.`)
      return wallet
    },
    open: options => now.portico.open(options),
    reload() {
      now.portico.dispose()
      now.portico = start()
    },
    async press(name) {
      const button = () =>
        [...(shadow()?.querySelectorAll<HTMLElement>('.p-root button') ?? [])].find(
          one =>
            one.ariaLabel === name ||
            one.querySelector('.p-row-title')?.textContent === name ||
            one.textContent === name,
        )
      await until(
        () => button() && button()?.ariaDisabled !== 'true',
        `the button ${name} is there, and takes a click`,
      )
      button()?.click()
    },
    type(text) {
      const field = shadow()?.querySelector('input')
      if (!field) throw new Error('There is no field to write into.')
      // React listens to what the browser would have changed.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    see: said => until(() => shadow()?.textContent?.includes(said), `the modal says “${said}”`),
    until,
    async connect(wallet = 'Fox Wallet') {
      now.portico.open()
      await stage.press(wallet)
      await until(
        () => shadow()?.querySelector('.p-account-head, .p-account-balance'),
        'Account is there',
      )
    },
    async dress({ mode, language, accent }) {
      const { kernel } = now.portico
      document.documentElement.dataset.mode = mode
      kernel.use(themeService).setMode(mode)
      kernel.use(themeService).setVariables({ 'portico-accent': accent || undefined })
      // Not before: a language more or less is another Settings view.
      if (language === pseudoTag) kernel.install(pseudoLanguage())
      await kernel.use(textService).setLanguage(language)
    },
  }
  return stage
}

/** Where the modal is, once it is. */
export const shadow = (): ShadowRoot | null | undefined =>
  document.querySelector('portico-root')?.shadowRoot

/** Waits until every finite animation in the page has ended. */
export async function settle(): Promise<void> {
  const moving = () =>
    [document, ...[...document.querySelectorAll('portico-root')].map(host => host.shadowRoot)]
      .flatMap(root => root?.getAnimations() ?? [])
      .filter(
        ({ effect, playState }) =>
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
  let quiet = 0
  for (let frame = 0; frame < 300 && quiet < 4; frame++) {
    await new Promise(resolve => setTimeout(resolve, 16))
    quiet = moving().length ? 0 : quiet + 1
  }
}
