/**
 * One session with a wallet on another device, for four chains, through what a host installs. Over
 * Portico's own relay, which speaks WalletConnect's public protocol; both sides run WalletConnect's
 * own library.
 */
import { type Relay, startRelay } from '@portico/devnet'
import { bip122, bitcoin } from '@portico/plugin-bip122'
import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { polkadot, polkadotRelay } from '@portico/plugin-polkadot'
import { solana, solanaMainnet } from '@portico/plugin-solana'
import { pairingSlice, walletconnect } from '@portico/plugin-walletconnect'
import { createPocket, type Pocket } from '@portico/pocket'
import {
  accountState,
  connectionService,
  createPortico,
  liveConnections,
  memoryStorage,
  messagesCapability,
  type NetworkId,
  networkState,
  type Portico,
  type StorageDriver,
} from '@portico/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
const networks = [mainnet, base, solanaMainnet, bitcoin, polkadotRelay].map(
  network => network.caipNetworkId,
)
const namespaces = ['eip155', 'solana', 'bip122', 'polkadot']
const ids = Object.fromEntries(
  namespaces.map(namespace => [namespace, `${namespace}:walletConnect`]),
) as Record<string, string>
const key = (byte: string) => `0x${byte.repeat(32)}` as const

let relay: Relay
let pocket: Pocket
const outside: string[] = []
const pages: Portico[] = []

function memoryStore() {
  const map = new Map<string, unknown>()
  return {
    getKeys: async () => [...map.keys()],
    getEntries: async () => [...map.entries()],
    getItem: async (name: string) => structuredClone(map.get(name)),
    setItem: async (name: string, value: unknown) => void map.set(name, structuredClone(value)),
    removeItem: async (name: string) => void map.delete(name),
  }
}
async function visit({
  storage = memoryStorage(),
  store = memoryStore(),
}: {
  storage?: StorageDriver
  store?: ReturnType<typeof memoryStore>
} = {}) {
  const errors: unknown[] = []
  const page = createPortico({
    storage,
    onError: error => void errors.push(error),
    plugins: [
      eip155({ networks: [mainnet, base] }),
      solana({ networks: [solanaMainnet] }),
      bip122({ networks: [bitcoin] }),
      polkadot({ networks: [polkadotRelay] }),
      walletconnect({
        relayUrl: relay.url,
        async load() {
          const { UniversalProvider } = await import('@walletconnect/universal-provider')
          return {
            UniversalProvider: {
              init: given => UniversalProvider.init({ ...given, storage: store as never }),
            },
          }
        },
      }),
    ],
  })
  pages.push(page)
  await page.start()
  const { kernel } = page
  return {
    page,
    kernel,
    storage,
    store,
    errors,
    connections: kernel.use(connectionService),
    async pair(namespace = 'eip155', wallet = pocket) {
      const connecting = kernel.use(connectionService).connect(ids[namespace] ?? '')
      await expect.poll(() => kernel.state(pairingSlice).phase.name, soon).toBe('offered')
      const { phase } = kernel.state(pairingSlice)
      await wallet.pair(phase.name === 'offered' ? phase.uri : '')
      return connecting
    },
    live: () =>
      liveConnections(kernel)
        .map(one => one.namespace)
        .sort(),
    async sign(namespace: string) {
      const live = liveConnections(kernel).find(one => one.namespace === namespace)
      const [account] = live?.accounts ?? []
      if (!account || !live?.network) throw new TypeError(`${namespace} is not connected`)
      const offered = kernel.capability(messagesCapability, live.network)
      const signed = await offered?.sign(
        kernel.use(connectionService).require(account),
        account,
        'hello',
        never(),
      )
      return signed && offered?.verify(account, 'hello', signed, never())
    },
  }
}
const leave = async () => {
  for (const page of pages.splice(0)) page.dispose()
  await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
}

beforeAll(async () => {
  const reach = globalThis.fetch
  vi.stubGlobal('fetch', ((input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (/^https?:\/\/127\.0\.0\.1[:/]/.test(url)) return reach(input, init)
    outside.push(url)
    return Promise.reject(new TypeError(`refused: ${url}`))
  }) as typeof fetch)
  relay = await startRelay()
  pocket = await createPocket({
    relayUrl: relay.url,
    chains: Object.fromEntries(networks.map(network => [network, ''])),
    keys: {
      eip155: [key('11'), key('12')],
      solana: [key('13')],
      bip122: [key('14')],
      polkadot: [key('15')],
    },
    resendAfterMs: 1_000,
  })
})
afterEach(async () => {
  await leave()
  await pocket.disconnect()
  pocket.policy = 'approve'
  pocket.offer(networks)
})
afterAll(async () => {
  await pocket.stop()
  await relay.stop()
  vi.unstubAllGlobals()
})

describe('a wallet on another device', () => {
  it('[S1.02] a remote wallet approves four chains in one session, and signs on each', async () => {
    const { pair, live, sign, connections, errors } = await visit()
    await pair()
    await expect.poll(live, soon).toEqual([...namespaces].sort())
    for (const namespace of namespaces)
      expect([namespace, await sign(namespace)]).toEqual([namespace, true])
    expect(pocket.sessions).toHaveLength(1)

    const [topic] = pocket.sessions.map(one => one.topic)
    await connections.disconnect('eip155/eip155:walletConnect')
    expect(pocket.sessions).toHaveLength(1)
    expect(await sign('solana')).toBe(true)
    await connections.disconnect()
    await expect.poll(() => pocket.sessions, soon).toEqual([])
    expect(pocket.news).toContainEqual({ name: 'session_delete', topic })
    expect(errors).toEqual([])
    expect(outside).toEqual([])
  })
  it('[S7] [S30] a remote wallet is shown by its cleaned name and an allowed picture, also after a reload', async () => {
    const untrusted = await createPocket({
      relayUrl: relay.url,
      name: '\u202eMeta\u200bMask <b>',
      icons: ['javascript:alert(1)', 'data:text/html,x', 'https://pocket.example/icon.png'],
      chains: { [mainnet.caipNetworkId]: '' },
      keys: { eip155: [key('21')] },
    })
    const wallets = ({ kernel }: Awaited<ReturnType<typeof visit>>) =>
      liveConnections(kernel).map(({ wallet }) => wallet)
    const first = await visit()
    await first.pair('eip155', untrusted)
    expect(wallets(first)).toEqual([
      { name: 'MetaMask <b>', imageUrl: 'https://pocket.example/icon.png' },
    ])
    await leave()
    const second = await visit(first)
    await expect
      .poll(() => wallets(second), soon)
      .toEqual([{ name: 'MetaMask <b>', imageUrl: 'https://pocket.example/icon.png' }])
    await second.connections.disconnect()
    await expect.poll(() => untrusted.sessions, soon).toEqual([])
    await untrusted.stop()
  })
  it('a remote wallet that approves some chains only leaves the others disconnected', async () => {
    pocket.offer([solanaMainnet.caipNetworkId, polkadotRelay.caipNetworkId])
    const { pair, live, kernel } = await visit()
    await expect(pair()).rejects.toMatchObject({ code: 'CHAIN_NOT_APPROVED' })
    await expect.poll(live, soon).toEqual(['polkadot', 'solana'])
    expect(accountState(kernel, 'eip155').address).toBeUndefined()
  })
  it('a remote wallet reconnects after a reload on the network that was active', async () => {
    const first = await visit()
    await first.pair()
    await expect.poll(first.live, soon).toHaveLength(4)
    await first.connections.switchNetwork(base.caipNetworkId)
    await leave()
    const second = await visit(first)
    await expect.poll(second.live, soon).toEqual([...namespaces].sort())
    expect(networkState(second.kernel, 'eip155').caipNetwork?.caipNetworkId).toBe(
      base.caipNetworkId,
    )
    for (const namespace of namespaces)
      expect([namespace, await second.sign(namespace)]).toEqual([namespace, true])
  })
  it('a remote wallet switches network and account by itself, and the page follows', async () => {
    const { pair, kernel, live } = await visit()
    await pair()
    await expect.poll(live, soon).toHaveLength(4)
    await pocket.switchChain(base.caipNetworkId as NetworkId)
    await expect
      .poll(() => networkState(kernel, 'eip155').caipNetwork?.caipNetworkId, soon)
      .toBe(base.caipNetworkId)
    await pocket.show('eip155', 1)
    const [second] = pocket.addresses(base.caipNetworkId as NetworkId).slice(1)
    await expect.poll(() => accountState(kernel, 'eip155').address, soon).toBe(second)
  })
  it('a remote wallet that disconnects is disconnected on all chains at once', async () => {
    const { pair, live, kernel } = await visit()
    await pair()
    await expect.poll(live, soon).toHaveLength(4)
    await pocket.disconnect()
    await expect.poll(live, soon).toEqual([])
    expect(kernel.state(pairingSlice).phase).toEqual({ name: 'idle' })
  })
  it('[R12] a remote wallet that declined accepts another request', async () => {
    pocket.policy = 'reject'
    const { pair, live } = await visit()
    await expect(pair()).rejects.toMatchObject({ code: 'DECLINED' })
    pocket.policy = 'approve'
    await pair()
    await expect.poll(live, soon).toHaveLength(4)
  })
})
