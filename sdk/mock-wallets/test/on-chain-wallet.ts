/** A mock wallet on local chains, for the tests of what it signs and sends. */
import { contracts, type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { createPublicClient, http } from 'viem'
import { base, mainnet } from 'viem/chains'
import { afterAll, beforeAll } from 'vitest'
import {
  type EvmWalletOptions,
  type MockEvmWallet,
  mockEvmWallet,
  type WalletEnvironment,
} from '../src/index.js'

export const [ada, bob] = devAccounts
export const { porticoDollar } = contracts
export const recipient = `0x${'d0'.repeat(20)}` as const

/** The chains of the file that runs now. */
export let devnet: Devnet
/** Starts the chains before the tests of a file, and stops them after. */
export function setUpDevnet(): void {
  beforeAll(async () => {
    devnet = await startDevnet()
  })
  afterAll(() => devnet.stop())
}

export type More = Partial<EvmWalletOptions & WalletEnvironment>
export const connected = async (more: More = {}): Promise<MockEvmWallet> => {
  const chains = Object.fromEntries(devnet.chains.map(chain => [chain.chainId, chain.url]))
  const accounts = devAccounts.slice(0, 3).map(account => account.privateKey)
  const wallet = mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts,
    chains,
    target: new EventTarget(),
    ...more,
  })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return wallet
}

export const ask = <Result>(wallet: MockEvmWallet, method: string, ...params: unknown[]) =>
  wallet.provider.request({ method, params }) as Promise<Result>
export const reader = (chainId: 1 | 8453 = 1) =>
  createPublicClient({
    chain: chainId === 1 ? mainnet : base,
    transport: http(devnet.chain(chainId).url),
    pollingInterval: 20,
  })
export const mined = (hash: `0x${string}`, chainId: 1 | 8453 = 1) =>
  reader(chainId).waitForTransactionReceipt({ hash })
