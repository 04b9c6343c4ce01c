/** A connected wallet on the local ledger, behind an endpoint that lies on command. */
import { type BitcoinLedger, startBitcoinLedger } from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import {
  type Transactions,
  type TransferIntent,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { Draft } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import type { BitcoinAddressKind, BitcoinWalletOptions } from '@portico/mock-wallets'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { bip122, bitcoinRegtest } from '../src/index.js'
import { type LyingEndpoint, startLyingEndpoint } from './lying-endpoint.js'
import { accountAt, type OpenPage, openPage } from './page.js'

export const never = new AbortController().signal
export const network = bitcoinRegtest.caipNetworkId

interface Parts {
  ledger: BitcoinLedger
  endpoint: LyingEndpoint
  place: OpenPage
}

/**
 * Starts the ledger for the tests of a file, and gives each test a page, an endpoint and the ledger
 * in its initial state.
 */
export function paymentRig() {
  const parts = {} as Parts
  beforeAll(async () => {
    parts.ledger = await startBitcoinLedger()
    await parts.ledger.snapshot('fresh')
  }, 60_000)
  afterAll(() => parts.ledger.stop())
  beforeEach(async () => {
    parts.endpoint = await startLyingEndpoint(parts.ledger.url)
    parts.place = openPage()
  })
  afterEach(async () => {
    parts.place.close()
    await parts.endpoint.close()
    await parts.ledger.revert('fresh')
  })
  const json = async (path: string) => (await fetch(parts.ledger.url + path)).json()

  return {
    get ledger() {
      return parts.ledger
    },
    get endpoint() {
      return parts.endpoint
    },
    json,
    coinsOf: (address: string): Promise<{ txid: string; vout: number; value: number }[]> =>
      json(`/address/${address}/utxo`),
    balanceOf: async (address: string) =>
      ((await json(`/address/${address}/utxo`)) as { value: number }[]).reduce(
        (sum, { value }) => sum + BigInt(value),
        0n,
      ),
    /** Confirmed coins, one transaction each. */
    async pay(address: string, ...coins: readonly bigint[]) {
      for (const satoshi of coins) await parts.ledger.pay({ address, satoshi })
      await parts.ledger.mine()
    },
    /** `extra`: endpoints used before the one that lies on command. */
    async connected(
      kind: BitcoinAddressKind = 'p2wpkh',
      extra: readonly string[] = [],
      more: Partial<BitcoinWalletOptions> = {},
      confirmationPollMs = 5,
    ) {
      const wallet = parts.place.wallet({ paymentKind: kind, ...more })
      const own = accountAt(0, kind)
      const rpcUrls = [...extra, parts.endpoint.url]
      const kernel = await createTestKernel({
        plugins: [
          bip122({
            networks: [{ ...bitcoinRegtest, rpcUrls }],
            confirmationPollMs,
            rpcTimeoutMs: 4_000,
          }),
        ],
        connected: network,
      })
      const account = kernel.state(sessionSlice).connections['bip122/bip122:fox']?.accounts[0]
      const via = kernel.use(connectionService).live('bip122/bip122:fox') as Connection
      const prepare = async (amount: bigint | 'max', rest: Partial<TransferIntent> = {}) => {
        const offer = kernel.capability(transfersCapability, network)
        if (!offer) return expect.fail('not offered')
        return offer.prepare(
          {
            from: account as Account,
            to: accountAt(2).address,
            network,
            asset: 'native',
            amount,
            decimals: 8,
            ...rest,
          },
          never,
        )
      }
      const sender = kernel.capability(transactionsCapability, network) as Required<Transactions>
      const send = (draft: Draft) => sender.send(via, account as Account, draft, never)
      return { wallet, own, kernel, account: account as Account, via, prepare, sender, send }
    },
  }
}
