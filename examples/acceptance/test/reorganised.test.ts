/**
 * A transfer that had arrived when the page was left, and a chain that takes its block back while
 * no page is open. On Anvil and a Bitcoin full node, with mock wallets.
 */
import {
  type BitcoinLedger,
  bitcoinAccounts,
  type Devnet,
  devAccounts,
  type EvmChain,
  startBitcoinLedger,
  startDevnet,
} from '@portico/devnet'
import { createKernel, memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { outboxService } from '@portico/kernel/transactions'
import { mockBitcoinWallet, mockEvmWallet } from '@portico/mock-wallets'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { bip122, bitcoinRegtest } from '@portico/plugin-bip122'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { send, sendService, sentTransfers } from '@portico/plugin-send'
import { shell } from '@portico/plugin-shell'
import { transactions } from '@portico/plugin-transactions'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

const soon = { timeout: 20_000, interval: 10 }
const ends: (() => unknown)[] = []
let devnet: Devnet
let chain: EvmChain
let ledger: BitcoinLedger

beforeAll(async () => {
  ;[devnet, ledger] = await Promise.all([startDevnet({ chains: [1] }), startBitcoinLedger()])
  chain = devnet.chain(1)
}, 60_000)
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
})
afterAll(() => Promise.all([devnet?.stop(), ledger?.stop()]))

/** A page with one chain, its wallet connected. */
async function visit(plugin: Plugin, storage: StorageDriver) {
  const errors: unknown[] = []
  const kernel = createKernel({
    storage,
    onError: error => void errors.push(error),
    plugins: [shell(), api(), connectionPlugin(), account(), transactions(), plugin, send()],
  })
  await kernel.start()
  ends.push(() => kernel.dispose())
  void kernel.use(connectionService).discover()
  const id = await vi.waitUntil(() => kernel.items(connectorsSlot)[0]?.id, soon)
  await kernel.use(connectionService).connect(id)
  // Nothing is polled while the modal is closed.
  kernel.use(shellService).open()
  const status = () => sentTransfers(kernel)[0]?.status
  return { kernel, errors, status }
}
async function transfer({ kernel }: Awaited<ReturnType<typeof visit>>, to: string, amount: string) {
  const form = kernel.use(sendService)
  await form.begin({ to, amount })
  await form.review()
  await form.confirm()
}
const { setTimeout: inReal } = globalThis
/**
 * Advances the fake clock until the condition holds. Nodes answer in real time: a second of the
 * fake clock takes at least 20 ms.
 */
async function inTime(isSo: () => boolean) {
  for (let round = 0; round < 5_000 && !isSo(); round++) {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise(resolve => inReal(resolve, 2))
  }
  expect(isSo()).toBe(true)
}

it('[R19] received ether is pending again when its block is dropped, and confirmed by another block, over a reload', async () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts: [devAccounts[4].privateKey],
    chains: { 1: chain.url },
    target: window,
  })
  const ethereum = () => eip155({ networks: [{ ...mainnet, rpcUrls: [chain.url] }] })
  const storage = memoryStorage()
  const first = await visit(ethereum(), storage)
  await transfer(first, devAccounts[5].address, '1')
  await expect.poll(first.status, soon).toBe('confirmed')
  const [sent] = sentTransfers(first.kernel)
  if (!sent) return expect.unreachable()
  await first.kernel.use(outboxService).acknowledge(sent)
  await vi.waitUntil(() => sentTransfers(first.kernel)[0]?.seen)
  first.kernel.dispose()

  await chain.mine(2)
  const raw = await chain.request('eth_getRawTransactionByHash', [sent.hash])
  await chain.request('anvil_reorg', [3, []])
  const again = await visit(ethereum(), storage)
  expect(again.status()).toBe('confirmed')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await inTime(() => again.status() === 'pending')
  expect(sentTransfers(again.kernel)).toMatchObject([{ hash: sent.hash, seen: false }])
  await chain.request('eth_sendRawTransaction', [raw])
  await inTime(() => again.status() === 'confirmed')
  expect(again.errors).toEqual([])
}, 60_000)

it('[R19] received bitcoin is pending again when its block is dropped, and confirmed by another block, over a reload', async () => {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  mockBitcoinWallet({
    namespace: 'bip122',
    name: 'Fox',
    accounts: [bitcoinAccounts[3].privateKey],
    network: 'Regtest',
    target: window,
  })
  const bitcoin = () =>
    bip122({ networks: [{ ...bitcoinRegtest, rpcUrls: [ledger.url] }], confirmationPollMs: 10 })
  const storage = memoryStorage()
  const first = await visit(bitcoin(), storage)
  await transfer(first, bitcoinAccounts[4].address, '0.001')
  await expect.poll(first.status, soon).toBe('pending')
  await ledger.snapshot('waiting')
  await ledger.mine()
  await expect.poll(first.status, soon).toBe('confirmed')
  first.kernel.dispose()

  await ledger.revert('waiting')
  const again = await visit(bitcoin(), storage)
  await expect.poll(again.status, soon).toBe('pending')
  await ledger.mine()
  await expect.poll(again.status, soon).toBe('confirmed')
  expect(again.errors).toEqual([])
}, 60_000)
