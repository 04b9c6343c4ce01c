/** A wallet and a page on a local relay, with a ledger of each namespace, new for each test. */
import {
  bitcoinAccounts,
  contracts,
  type Devnet,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
  startDevnet,
} from '@portico/devnet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createPocket, type Pocket, type PocketOptions } from '../src/index.js'
import { localFetch, openPage, type Page, type RequestedNamespaces } from '../src/page.js'

export const soon = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
export const [ada, bob] = devAccounts
export const polkadotChain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

export let devnet: Devnet
export let options: PocketOptions
let requested: RequestedNamespaces
export let solana: `solana:${string}`
export let bitcoin: `bip122:${string}`
export let page: Page
export let pocket: Pocket
const outside: string[] = []
export const started: { stop(): Promise<void> }[] = []

/** Starts the ledgers and the relay of a file, and a wallet and a page for each test. */
export function setUpBench(): void {
  beforeAll(async () => {
    vi.stubGlobal('fetch', localFetch(outside))
    devnet = await startDevnet({ ledgers: ['solana', 'bip122'], relay: true })
    solana = devnet.ledger('solana').id as typeof solana
    bitcoin = devnet.ledger('bip122').id as typeof bitcoin
    options = {
      relayUrl: devnet.relay().url,
      chains: {
        'eip155:1': devnet.chain(1).url,
        'eip155:8453': devnet.chain(8453).url,
        [solana]: devnet.ledger('solana').url,
        [polkadotChain]: '',
        [bitcoin]: devnet.ledger('bip122').url,
      },
      keys: {
        eip155: devAccounts.map(({ privateKey }) => privateKey),
        solana: solanaDevAccounts.map(({ seed }) => seed),
        polkadot: polkadotDevAccounts.map(({ seed }) => seed),
        bip122: bitcoinAccounts.map(({ privateKey }) => privateKey),
      },
      resendAfterMs: 1_000,
      batchAccount: contracts.batchAccount.address,
    }
    const events = ['chainChanged', 'accountsChanged']
    const rpcMap = (...chains: readonly string[]) =>
      Object.fromEntries(
        chains.map(chain => [chain, options.chains[chain as typeof solana] || devnet.chain(1).url]),
      )
    requested = {
      eip155: {
        chains: ['eip155:1', 'eip155:8453'],
        methods: [
          'personal_sign',
          'eth_signTypedData_v4',
          'eth_sendTransaction',
          'wallet_switchEthereumChain',
          'wallet_getCapabilities',
          'wallet_sendCalls',
          'wallet_getCallsStatus',
        ],
        events,
        rpcMap: rpcMap('eip155:1', 'eip155:8453'),
      },
      solana: {
        chains: [solana],
        methods: ['solana_signMessage', 'solana_signTransaction'],
        events,
        rpcMap: rpcMap(solana),
      },
      polkadot: {
        chains: [polkadotChain],
        methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
        events,
        rpcMap: rpcMap(polkadotChain),
      },
      bip122: {
        chains: [bitcoin],
        methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
        events,
        rpcMap: rpcMap(bitcoin),
      },
    }
  }, 60_000)
  afterAll(async () => {
    vi.unstubAllGlobals()
    await devnet?.stop()
  })
  beforeEach(async () => {
    devnet.relay().set('ok')
    ;[page, pocket] = await Promise.all([openPage(devnet.relay().url), createPocket(options)])
    started.push(page, pocket)
  }, 30_000)
  afterEach(async () => {
    await Promise.all(started.splice(0).map(each => each.stop()))
    await soon(() => expect(devnet.relay().holds).toMatchObject({ sockets: 0, subscriptions: 0 }))
    expect(outside).toEqual([])
  }, 30_000)
}

/** Replaces the page of this test by a new one, which knows no session. */
export async function openAnotherPage(): Promise<void> {
  await page.stop()
  page = await openPage(devnet.relay().url)
  started.push(page)
}

export const only = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(requested).filter(([name]) => names.includes(name)))
export const pair = async (names: readonly string[] = Object.keys(requested)) => {
  const { uri, session } = await page.propose(only(...names))
  await pocket.pair(uri)
  return session
}
export const ask = <Answer>(method: string, params: unknown, chain: string) =>
  page.provider.request<Answer>({ method, params: params as object }, chain)
