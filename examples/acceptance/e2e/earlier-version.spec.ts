/**
 * What an earlier version left in storage, as `fixtures/recorded-storage` has it: recorded in a
 * browser with its host page, on the local networks.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { swapTokens } from '@portico/devnet'
import { everyChain, glow, talisman, xverse } from './every-chain.js'
import { wideHost } from './remote-wallet.js'
import { connectButton, expect, fact, hostUrl, inModal, test, wallet } from './visit.js'

interface RecordedStorage {
  readonly recordedAt: number
  readonly local: Readonly<Record<string, string>>
  /** By database and store, the value of each key. */
  readonly databases: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
  >
}
const recorded = (name: string): RecordedStorage =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/recorded-storage/${name}.json`, import.meta.url), 'utf8'),
  ) as RecordedStorage

/**
 * Puts the recorded storage into the page's origin before any of our code has run there, a minute
 * after it was recorded.
 */
async function restore(
  page: Page,
  { recordedAt, local, databases }: RecordedStorage,
  sessionStorageOfWallets: Readonly<Record<string, unknown>> = {},
) {
  await page.clock.setSystemTime(recordedAt + 60_000)
  await page.route(`${hostUrl}/empty`, route =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  )
  await page.goto(`${hostUrl}/empty`)
  await page.evaluate(
    async ({ local, databases, session }) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
      for (const [key, value] of Object.entries(session))
        sessionStorage.setItem(key, JSON.stringify(value))
      for (const [name, stores] of Object.entries(databases)) {
        const opened = indexedDB.open(name)
        opened.onupgradeneeded = () => {
          for (const store of Object.keys(stores)) opened.result.createObjectStore(store)
        }
        await new Promise((resolve, reject) => {
          opened.onsuccess = resolve
          opened.onerror = () => reject(opened.error)
        })
        for (const [store, entries] of Object.entries(stores)) {
          const transaction = opened.result.transaction(store, 'readwrite')
          for (const [key, value] of Object.entries(entries))
            transaction.objectStore(store).put(value, key)
          await new Promise(resolve => {
            transaction.oncomplete = resolve
          })
        }
        opened.result.close()
      }
    },
    { local, databases, session: sessionStorageOfWallets },
  )
}

const tokens = (['dollar', 'dai', 'bitcoin', 'wrapped'] as const).map(name => {
  const { address, symbol, decimals } = swapTokens[name]
  return {
    asset: `eip155:1/erc20:${address}` as const,
    network: 'eip155:1' as const,
    name: swapTokens[name].name,
    symbol,
    decimals,
  }
})

test('[R17] [D11b] data of an earlier version is read: four wallets, a pending payment and a pending swap', async ({
  page,
  visit,
}) => {
  const known = { isConnected: true, active: 0, chainId: 1, network: 'Regtest' }
  const names = ['test.fox', 'Glow', 'polkadot:talisman', 'bip122:Xverse']
  await restore(
    page,
    recorded('chains'),
    Object.fromEntries(names.map(name => [`mock-wallet:${name}`, known])),
  )
  await visit({
    wallets: [
      wallet('Fox', [8, 9], { remember: true }),
      glow({ remember: true }),
      talisman({ remember: true }),
      xverse({ remember: true }),
    ],
    host: {
      chains: { ...everyChain, balances: {}, history: {}, send: { tokens }, swap: { tokens } },
    },
  })
  await expect(fact(page, 'wallets Fox, Glow, Talisman, Xverse')).toBeVisible()
  await expect(fact(page, 'address 0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f')).toBeVisible()
  await connectButton(page).click()
  await expect(inModal(page, /^Sending 0.5 ETH/)).toBeVisible()
  await expect(inModal(page, /^Swapping 2 ETH to/)).toBeVisible()
  await expect(page.locator('portico-root').getByText('Portico Dollar')).toBeVisible()
  expect(await page.evaluate(() => window.host.slice('preferences'))).toEqual({ mode: 'light' })
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})

test('[R17] [D11b] a WalletConnect session of an earlier version is found in its database, with all its chains', async ({
  page,
  visit,
}) => {
  await restore(page, recorded('walletconnect'))
  await visit(wideHost())
  await expect(fact(page, /^wallets Pocket(, Pocket){3}$/)).toBeVisible({ timeout: 15_000 })
  await expect(fact(page, 'address 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc')).toBeVisible()
  // A reload later it is in the place where it is kept now.
  await page.reload()
  await expect(fact(page, 'status connected')).toBeVisible({ timeout: 15_000 })
  expect(await page.evaluate(() => window.host.errors)).toEqual([])
})
