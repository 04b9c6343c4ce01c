/** The plugin on a local Ethereum chain, with a mock wallet. */
import {
  type Devnet,
  devAccounts,
  type EvmChain,
  type FaultProxy,
  startDevnet,
} from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import { transactionsCapability } from '@portico/kernel/capabilities'
import type { AssetId, Draft } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { connectionOf } from '@portico/kernel/testing'
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { defineEvmNetwork } from '../src/index.js'
import { type Bench, createPage, never, startBench } from './bench.js'
import { network } from './on-chain-rig.js'

export let devnet: Devnet
export let chain: EvmChain
export let proxy: FaultProxy
export let bench: Bench
export let wallet: MockEvmWallet
export let via: Connection
export let from: Account
export const offer = <Capability>(
  ref: Parameters<typeof bench.kernel.capability<Capability>>[0],
): Capability => bench.kernel.capability(ref, network) as Capability
export const dollar = (): AssetId => `eip155:1/erc20:${devnet.contracts.porticoDollar.address}`
export const copy = `0x${'c0'.repeat(20)}`
/**
 * Code of a token with these decimals (undefined: it reverts), which delegates everything else to
 * the code at `copy`.
 */
export const withDecimals = (decimals: number | undefined) => {
  const named =
    decimals === undefined ? '5f5ffd' : `60${decimals.toString(16).padStart(2, '0')}5f5260205ff3`
  // Jumps to `named` for the selector of decimals(), else delegates the call and returns its
  // result.
  return `0x5f3560e01c63313ce56714603457365f5f375f5f365f73${copy.slice(2)}5af43d5f5f3e3d5ff35b${named}`
}
export const send = async (draft: Draft) => {
  const { hash } = await offer(transactionsCapability).send(via, from, draft, never())
  return {
    hash,
    outcome: await offer(transactionsCapability).confirm?.(hash, network, { signal: never() }),
  }
}

/** Starts the chain before the tests of a file, and a page with a connected wallet before each. */
export function setUpChain(): void {
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1, 8453] })
    chain = devnet.chain(1)
    proxy = await devnet.proxy(1)
  }, 30_000)
  afterAll(() => devnet.stop())
  beforeEach(async () => {
    proxy.set('ok')
    proxy.reset()
    const page = createPage()
    const batchAccount = { 1: devnet.contracts.batchAccount.address }
    const assets = {
      '0x1': [
        {
          address: 'native',
          balance: '0x10',
          type: 'native',
          metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
    }
    const chains = { 1: chain.url, 8453: devnet.chain(8453).url }
    wallet = mockEvmWallet({
      name: 'Fox',
      rdns: 'io.fox',
      accounts: devAccounts.slice(0, 2).map(one => one.privateKey),
      chains,
      target: page,
      batchAccount,
      assets,
    })
    const one = defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [proxy.url, chain.url] })
    const two = defineEvmNetwork({ chainId: 8453, name: 'Two', rpcUrls: [devnet.chain(8453).url] })
    bench = await startBench({ networks: [one, two] }, page)
    const connector = await bench.connector('io.fox')
    const walletSession = await connector.connect({}, never())
    ;({ via, from } = connectionOf(walletSession, connector))
  })
  afterEach(() => bench.stop())
}
