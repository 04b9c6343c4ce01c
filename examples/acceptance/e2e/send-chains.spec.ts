/**
 * Sending on chains that are not of EVM, on local ledgers: what people see, and what the ledgers
 * say afterwards.
 */
import type { Page } from '@playwright/test'
import {
  bitcoinAccounts,
  polkadotDevAccounts,
  rococoTransferIndexes,
  solanaDevAccounts,
  solanaGenesisHash,
  solanaTokens,
} from '@portico/devnet'
import type { MockSolanaWallet } from '@portico/mock-wallets'
import type { HostOptions } from '../fixtures/host/options.js'
import { amount, ask, confirm, fill, recipient, review, words } from './send-form.js'
import { addressesOf, connect, expect, inModal, short, test } from './visit.js'

declare module '@portico/mock-wallets/page' {
  interface PageMockWallets {
    readonly Lantern?: MockSolanaWallet
  }
}

/** All digits of what the account has of it. */
const figureOf = async (page: Page, symbol: string) =>
  page
    .locator('portico-root')
    .getByRole('list', { name: 'Tokens' })
    .getByTitle(new RegExp(` ${symbol}$`))
    .first()
    .getAttribute('title')
/** It stands in the activity, and is over. */
async function done(page: Page, move: string | RegExp): Promise<void> {
  await page.locator('portico-root').getByRole('tab', { name: 'Activity' }).click()
  const row = page
    .locator('portico-root')
    .getByRole('list', { name: 'Activity' })
    .getByRole('listitem')
    .filter({ hasText: move })
    .first()
  await expect(row).toBeVisible({ timeout: 20_000 })
  await expect(row).not.toContainText('Pending')
}

const [ada] = solanaDevAccounts
const solanaUrl = addressesOf('solana').http ?? ''
const lantern = {
  namespace: 'solana',
  name: 'Lantern',
  accounts: [ada.seed],
  chains: { 'solana:localnet': solanaUrl },
} as const
const solanaHost: HostOptions = {
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
      confirmationPollMs: 100,
    },
    balances: {},
    history: {},
    send: {},
  },
}
const lamportsOf = async (address: string) =>
  BigInt(((await ask(solanaUrl, 'getBalance', [address])) as { readonly value: number }).value)
const tokensOf = async (owner: string, mint: string) => {
  const { value } = (await ask(solanaUrl, 'getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed' },
  ])) as {
    readonly value: readonly {
      readonly account: {
        readonly data: {
          readonly parsed: { readonly info: { readonly tokenAmount: { readonly amount: string } } }
        }
      }
    }[]
  }
  return value.reduce(
    (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
    0n,
  )
}

test('[S4.29] [S9.33] SOL and a Solana token are sent, and the ledger, the balances and the activity have both', async ({
  page,
  visit,
}) => {
  const to = solanaDevAccounts[8].address
  const mint = solanaTokens.dollar.mint
  const before = { lamports: await lamportsOf(to), tokens: await tokensOf(to, mint) }
  await visit({ host: solanaHost, wallets: [lantern] })
  await connect(page, 'Lantern')
  const had = await figureOf(page, 'SOL')
  await fill(page, '0.75', to)
  await review(page)
  await confirm(page, 'Send 0.75 SOL')
  await expect(inModal(page, /Sent 0.75 SOL/)).toBeVisible({ timeout: 20_000 })
  expect((await lamportsOf(to)) - before.lamports).toBe(750_000_000n)
  await expect.poll(() => figureOf(page, 'SOL')).not.toBe(had)

  await inModal(page, 'Send').click()
  await inModal(page, /Change token/).click()
  await inModal(page, new RegExp(short(mint).slice(0, 4))).click()
  await amount(page).fill('7')
  await recipient(page).fill(to)
  await review(page)
  await inModal(page, /^Send 7 /).click()
  await expect(inModal(page, /Sent 7 /)).toBeVisible({ timeout: 20_000 })
  expect((await tokensOf(to, mint)) - before.tokens).toBe(7_000_000n)
  await done(page, /−7 /)
  await done(page, '−0.75 SOL')
})

test('[S1.11] [R19] bitcoin is sent, pending until its block, and then in the ledger, the balance and the activity', async ({
  page,
  visit,
}) => {
  const url = addressesOf('bip122').http ?? ''
  const to = bitcoinAccounts[8]?.address ?? ''
  const regtest = {
    reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Local Bitcoin',
    addressFormat: 'regtest',
    walletName: 'Regtest',
    esploraUrls: [url],
    testnet: true,
  } as const
  const mine = () => fetch(`${url}/devnet/mine`, { method: 'POST', body: '1' })
  const satoshiOf = async () => {
    const { chain_stats: stats } = (await (await fetch(`${url}/address/${to}`)).json()) as {
      chain_stats: { funded_txo_sum: number; spent_txo_sum: number }
    }
    return stats.funded_txo_sum - stats.spent_txo_sum
  }
  const key = bitcoinAccounts[7]?.privateKey ?? '0x'
  await visit({
    host: {
      chains: {
        bip122: { networks: [regtest], confirmationPollMs: 100 },
        balances: {},
        history: {},
        send: {},
      },
    },
    wallets: [{ namespace: 'bip122', name: 'UniSat Wallet', speaks: ['unisat'], accounts: [key] }],
  })
  await connect(page, 'UniSat Wallet')
  // What a first try may have left.
  await mine()
  const before = await satoshiOf()
  const had = await figureOf(page, 'tBTC')
  await fill(page, '0.0015', to)
  await review(page)
  await inModal(page, /^Send 0.0015/).click()
  await expect(inModal(page, /Sending 0.001/)).toBeVisible({ timeout: 20_000 })
  await expect(inModal(page, /Sent 0.001/)).toBeHidden()
  await mine()
  await expect(inModal(page, /Sent 0.001/)).toBeVisible({ timeout: 20_000 })
  expect((await satoshiOf()) - before).toBe(150_000)
  await expect.poll(() => figureOf(page, 'tBTC')).not.toBe(had)
  await done(page, '−0.0015 tBTC')
})

test('[S1.11] the coin of a Substrate chain is sent, and the ledger, the balance and the activity have the transfer', async ({
  page,
  visit,
}) => {
  const url = addressesOf('polkadot').http ?? ''
  const [, , charlie, , eve] = polkadotDevAccounts
  /**
   * What is free on an account: the third of its numbers in the state, read without any of our
   * code.
   */
  const freeOf = async (publicKey: string) => {
    const keys = (await ask(url, 'state_getKeysPaged', [
      '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
      1_000,
      null,
    ])) as readonly string[]
    const key = keys.find(candidate => candidate.endsWith(publicKey.slice(2)))
    return key
      ? Buffer.from(
          String(await ask(url, 'state_getStorage', [key])).slice(2),
          'hex',
        ).readBigUInt64LE(16)
      : 0n
  }
  const local = {
    genesisHash: `0x${'45'.repeat(32)}`,
    name: 'Local Substrate',
    nativeCurrency: { name: 'Rococo', symbol: 'ROC', decimals: 12 },
    ss58Prefix: 42,
    transferIndexes: rococoTransferIndexes,
    rpcUrls: [url],
    testnet: true,
  }
  await visit({
    host: {
      chains: {
        polkadot: { networks: [local], confirmationPollMs: 100 },
        balances: {},
        history: {},
        send: {},
      },
    },
    wallets: [
      {
        namespace: 'polkadot',
        name: 'Talisman',
        accounts: [{ seed: charlie.seed, name: charlie.name }],
      },
    ],
  })
  await connect(page, 'Talisman')
  const had = await figureOf(page, 'ROC')
  const before = await freeOf(eve.publicKey)
  await fill(page, '1.25', eve.address)
  // The local chain executes its runtime in JavaScript's WebAssembly, one question after the other:
  // nonce, metadata and fee took 1 s each beside two whole runs.
  await review(page, { timeout: 30_000 })
  // The base price cannot be lowered here; a tip makes it faster.
  await expect(words(page, 'Slow')).toHaveCount(0)
  await words(page, 'Fast').click()
  await confirm(page, 'Send 1.25 ROC')
  await expect(inModal(page, /Sent 1.25 ROC/)).toBeVisible({ timeout: 30_000 })
  expect((await freeOf(eve.publicKey)) - before).toBe(1_250_000_000_000n)
  await expect.poll(() => figureOf(page, 'ROC')).not.toBe(had)
  await done(page, '−1.25 ROC')
})
