/** Receiving: what a phone's camera reads of the code on screen, on every chain. */
import type { Page } from '@playwright/test'
import {
  bitcoinAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
  solanaGenesisHash,
} from '@portico/devnet'
import type { WalletOptions } from '@portico/mock-wallets'
import type { HostChains } from '../fixtures/host/chains/load.js'
import { everyChain, talisman } from './every-chain.js'
import { scanned } from './remote-wallet.js'
import {
  addressesOf,
  addressOf,
  connect,
  ethereum,
  expect,
  fox,
  inModal,
  test,
  title,
} from './visit.js'

const [ada] = solanaDevAccounts
const [bitcoin] = bitcoinAccounts
const solanaUrl = addressesOf('solana').http ?? ''
const bitcoinUrl = addressesOf('bip122').http ?? ''
const regtest = {
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Local Bitcoin',
  addressFormat: 'regtest',
  walletName: 'Regtest',
  esploraUrls: [bitcoinUrl],
  testnet: true,
} as const

const code = (page: Page) => page.getByRole('img', { name: /^Your address on/ })
const amount = (page: Page) => page.getByRole('textbox', { name: /^Amount in/ })

const schemes: readonly {
  readonly name: string
  readonly chains: HostChains
  readonly wallet: WalletOptions
  readonly plain: string
  /** Absent: the chain has no payment link with an amount. */
  readonly quarter?: string
}[] = [
  {
    name: 'Fox',
    chains: { eip155: { networks: [ethereum] } },
    wallet: fox(),
    plain: `ethereum:${addressOf(0)}@1`,
    quarter: `ethereum:${addressOf(0)}@1?value=250000000000000000`,
  },
  {
    name: 'Lantern',
    chains: {
      solana: {
        networks: [
          {
            genesisHash: solanaGenesisHash,
            name: 'Solana local',
            rpcUrls: [solanaUrl],
            testnet: true,
          },
        ],
      },
    },
    wallet: {
      namespace: 'solana',
      name: 'Lantern',
      accounts: [ada.seed],
      chains: { 'solana:localnet': solanaUrl },
    },
    plain: `solana:${ada.address}`,
    quarter: `solana:${ada.address}?amount=0.25`,
  },
  {
    name: 'UniSat Wallet',
    chains: { bip122: { networks: [regtest] } },
    wallet: {
      namespace: 'bip122',
      name: 'UniSat Wallet',
      speaks: ['unisat'],
      accounts: [bitcoin.privateKey],
    },
    plain: `bitcoin:${bitcoin.address}`,
    quarter: `bitcoin:${bitcoin.address}?amount=0.25`,
  },
  {
    name: 'Talisman',
    chains: { polkadot: everyChain.polkadot ?? {} },
    wallet: talisman(),
    plain: polkadotDevAccounts[0].address,
  },
]

for (const { name, chains, wallet, plain, quarter } of schemes) {
  test(`[D3b] the code holds the address in the format of its chain, and the requested amount: ${Object.keys(chains)[0]}`, async ({
    page,
    visit,
  }) => {
    const shared: string[] = []
    await page.exposeFunction('shareText', (text: string) => void shared.push(text))
    await page.addInitScript(() => {
      const share = ({ text = '' }: ShareData) =>
        (Reflect.get(window, 'shareText') as (text: string) => Promise<void>)(text)
      Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    })
    await visit({ host: { chains: { ...chains, receive: {} } }, wallets: [wallet] })
    await connect(page, name)
    await inModal(page, 'Receive').click()
    await expect(title(page, 'Receive')).toBeVisible()
    await expect(code(page)).toBeVisible()
    expect(await scanned(page, code(page))).toBe(plain)
    await inModal(page, 'Share').click()
    const address = await page.locator('portico-root').locator('.receive-address').innerText()
    await expect.poll(() => shared).toEqual([address.replaceAll(/\s/g, '')])
    await expect(amount(page)).toHaveCount(quarter ? 1 : 0)
    if (!quarter) return expect(await page.evaluate(() => window.host.errors)).toEqual([])
    // The same element is redrawn, so the code never disappears while the amount changes.
    const drawing = await code(page).elementHandle()
    await amount(page).fill('0.25')
    await expect(inModal(page, 'Copy request')).toBeVisible()
    await expect.poll(() => scanned(page, code(page))).toBe(quarter)
    await inModal(page, 'Share').click()
    await expect.poll(() => shared.at(-1)).toBe(quarter)
    await amount(page).fill(`0.${'1'.repeat(30)}`)
    await expect(page.getByText(/has at most \d+ decimals/)).toBeVisible()
    await amount(page).fill('')
    await expect.poll(() => scanned(page, code(page))).toBe(plain)
    expect(await drawing?.evaluate(element => element.isConnected)).toBe(true)
    expect(await page.evaluate(() => window.host.errors)).toEqual([])
  })
}
