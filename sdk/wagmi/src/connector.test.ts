import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { memoryStorage } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CreateConnectorFn } from 'wagmi'
import * as wagmi3 from 'wagmi'
import * as actions3 from 'wagmi/actions'
import * as wagmi2 from 'wagmi-core-2'
import { createPage, evmPlugin, type Visit, visit } from '../../bridges/test/page.js'
import { porticoConnector } from './index.js'

const [ada, bob] = [devAccounts[0].address, devAccounts[1].address]
const fox = 'test.fox'
/** What wagmi leaves in its storage when an injected wallet was connected in an earlier visit. */
const storeOfEarlierKit = JSON.stringify({
  state: {
    connections: {
      __type: 'Map',
      value: [
        [
          'e96d0a4d4a1',
          {
            accounts: [ada],
            chainId: 1,
            connector: { id: fox, name: 'Fox', type: 'injected', uid: 'e96d0a4d4a1' },
          },
        ],
      ],
    },
    chainId: 1,
    current: 'e96d0a4d4a1',
  },
  version: 3,
})

/** The functions of both versions have the same names and behave alike here. */
const versions = {
  'wagmi 2': wagmi2 as unknown as typeof wagmi3 & typeof actions3,
  'wagmi 3': { ...wagmi3, ...actions3 },
}

describe.each(Object.entries(versions))('the connector for %s', (_, wagmi) => {
  let devnet: Devnet
  let wallet: MockEvmWallet
  let storage = memoryStorage()
  let wagmiStorage = new Map<string, string>()
  const visits: Visit[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1, 8453] })
  })
  afterAll(() => devnet.stop())
  afterEach(() => {
    for (const one of visits.splice(0)) one.leave()
    wallet?.vanish()
    storage = memoryStorage()
    wagmiStorage = new Map()
    vi.unstubAllGlobals()
  })

  const urlOf = (chainId: 1 | 8453) => devnet.chain(chainId).url
  const chain = (id: number, name: string, url: string) => ({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const open = (others: readonly CreateConnectorFn[] = []) => {
    const page = visit([evmPlugin(urlOf(1), urlOf(8453))], storage)
    visits.push(page)
    const config = wagmi.createConfig({
      chains: [chain(1, 'One', urlOf(1)), chain(8453, 'Two', urlOf(8453)), chain(5, 'Five', '')],
      connectors: [porticoConnector(page), ...others],
      transports: { 1: wagmi.http(), 8453: wagmi.http(), 5: wagmi.http() },
      multiInjectedProviderDiscovery: false,
      storage: wagmi.createStorage({
        storage: {
          getItem: key => wagmiStorage.get(key) ?? null,
          setItem: (key, value) => void wagmiStorage.set(key, value),
          removeItem: key => void wagmiStorage.delete(key),
        },
      }),
    })
    const [connector] = config.connectors
    if (!connector) throw new RangeError('wagmi lists no connector')
    return { page, config, connector, account: () => accountOf(config) }
  }
  type Config = ReturnType<typeof open>['config']
  const accountOf = (config: Config) => {
    const { current, connections, status } = config.state
    const connection = connections.get(current ?? '')
    return { status, accounts: connection?.accounts, chainId: connection?.chainId }
  }
  const start = () => {
    wallet = mockEvmWallet({
      name: 'Fox',
      rdns: fox,
      accounts: [devAccounts[0].privateKey, devAccounts[1].privateKey],
      chains: { 1: urlOf(1), 8453: urlOf(8453), 5: urlOf(1) },
      target: createPage(),
      remember: true,
    })
    return open()
  }
  /** Connects by wagmi; the person picks Fox in the modal. */
  const connected = async (chainId?: number) => {
    const opened = start()
    const pending = wagmi.connect(opened.config, {
      connector: opened.connector,
      ...(chainId && { chainId }),
    })
    await expect.poll(() => opened.page.openings).toBe(1)
    await opened.page.connect(fox)
    return { ...opened, answer: await pending }
  }
  const disconnectedState = { status: 'disconnected', accounts: undefined, chainId: undefined }
  const adaState = { status: 'connected', accounts: [ada, bob], chainId: 1 }

  it('has an id, a name and a type, and opens no prompt while wagmi sets it up', async () => {
    const { connector, page } = start()
    expect(connector).toMatchObject({ id: 'portico', name: 'Portico', type: 'portico' })
    await connector.setup?.()
    expect([page.openings, wallet.calls.length]).toEqual([0, 0])
  })

  it('connects by the modal, and answers accounts and chain as wagmi wants them', async () => {
    const { answer, connector, account } = await connected()
    expect(answer).toEqual({ accounts: [ada, bob], chainId: 1 })
    expect(await connector.getAccounts()).toEqual([ada, bob])
    expect(await connector.getChainId()).toBe(1)
    expect(await connector.isAuthorized()).toBe(true)
    expect(account()).toEqual(adaState)
  })

  it('answers accounts with their capabilities when wagmi requests them', async () => {
    const { connector } = await connected()
    expect(await connector.connect({ withCapabilities: true })).toEqual({
      accounts: [
        { address: ada, capabilities: {} },
        { address: bob, capabilities: {} },
      ],
      chainId: 1,
    })
  })

  it('connects on the chain that wagmi requests', async () => {
    const { answer, account } = await connected(8453)
    expect(answer.chainId).toBe(8453)
    expect(wallet.chainId).toBe(8453)
    expect(account().chainId).toBe(8453)
  })

  it('connects on the current chain of the wallet when the person declines the requested one', async () => {
    const { page, config, connector, account } = start()
    wallet.policy = { wallet_switchEthereumChain: 'reject' }
    const pending = wagmi.connect(config, { connector, chainId: 8453 })
    await expect.poll(() => page.openings).toBe(1)
    await page.connect(fox)
    expect((await pending).chainId).toBe(1)
    expect(account()).toEqual(adaState)
    expect(page.reported).toEqual([])
  })

  it('rejects with 4001 when the person closes the modal, and wagmi stays disconnected', async () => {
    const { config, connector, page, account } = start()
    const pending = wagmi.connect(config, { connector })
    await expect.poll(() => page.openings).toBe(1)
    page.close()
    await expect(pending).rejects.toMatchObject({ code: 4001 })
    expect(account()).toEqual(disconnectedState)
  })

  it('shows wagmi a wallet that was connected in the modal alone', async () => {
    const { page, account } = start()
    await page.connect(fox)
    expect(account()).toEqual(adaState)
  })

  it('switches by wagmi, and shows wagmi a switch of the wallet', async () => {
    const { config, account } = await connected()
    expect(await wagmi.switchChain(config, { chainId: 8453 })).toMatchObject({ id: 8453 })
    expect([wallet.chainId, account().chainId]).toEqual([8453, 8453])
    wallet.switchChain(1)
    await expect.poll(() => account().chainId).toBe(1)
  })

  it('rejects with 4001 when the person declines a switch, and the chain stays', async () => {
    const { config, account } = await connected()
    wallet.policy = { wallet_switchEthereumChain: 'reject' }
    await expect(wagmi.switchChain(config, { chainId: 8453 })).rejects.toMatchObject({ code: 4001 })
    expect(account().chainId).toBe(1)
  })

  it('names a chain that only wagmi lists, and one that neither lists', async () => {
    const { config } = await connected()
    for (const chainId of [5, 77 as 5])
      await expect(wagmi.switchChain(config, { chainId })).rejects.toMatchObject({
        reason: 'BRIDGE_CHAIN_NOT_LISTED',
        code: 4902,
      })
    expect(wallet.chainId).toBe(1)
  })

  it('signs by wagmi, and rejects with the error of wagmi for a decline', async () => {
    const { config } = await connected()
    expect(await wagmi.signMessage(config, { message: 'hi' })).toMatch(/^0x[\da-f]{130}$/)
    wallet.policy = { personal_sign: 'reject' }
    await expect(wagmi.signMessage(config, { message: 'hi' })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
  })

  it('sends a transaction by wagmi', async () => {
    const { config } = await connected()
    const hash = await wagmi.sendTransaction(config, { to: bob, value: 1n })
    const receipt = await wagmi.waitForTransactionReceipt(config, { hash, pollingInterval: 50 })
    expect(receipt.status).toBe('success')
  })

  it('shows wagmi the account that the person selects in the wallet', async () => {
    const { account } = await connected()
    wallet.switchAccount(1)
    await expect.poll(() => account().accounts).toEqual([bob, ada])
  })

  it('ends the session of the modal when wagmi disconnects, and connects again afterwards', async () => {
    const { config, connector, page, account } = await connected()
    await wagmi.disconnect(config)
    expect(account()).toEqual(disconnectedState)
    expect(wallet.isConnected).toBe(false)
    await expect(connector.getAccounts()).rejects.toMatchObject({ reason: 'BRIDGE_NOT_CONNECTED' })
    await page.connect(fox)
    expect(account()).toEqual(adaState)
    await wagmi.disconnect(config)
    expect(account()).toEqual(disconnectedState)
  })

  it('disconnects wagmi when the modal or the wallet ends the session', async () => {
    const { page, account } = await connected()
    await page.kernel.use(connectionService).disconnect()
    expect(account()).toEqual(disconnectedState)
    await page.connect(fox)
    expect(account()).toEqual(adaState)
    wallet.disconnect()
    await expect.poll(account).toEqual(disconnectedState)
  })

  it('reconnects after a reload without a request to the person', async () => {
    const { page } = await connected()
    page.leave()
    const before = wallet.calls.length
    const { config, page: again, account } = open()
    await wagmi.reconnect(config)
    expect(account()).toEqual(adaState)
    expect(again.openings).toBe(0)
    expect(wallet.calls.slice(before).map(({ method }) => method)).not.toContain(
      'eth_requestAccounts',
    )
    wallet.switchAccount(1)
    await expect.poll(() => account().accounts).toEqual([bob, ada])
  })

  it('forgets what wagmi has stored of a session that ended while the page was closed', async () => {
    const { page } = await connected()
    page.leave()
    wallet.disconnect()
    const { config, page: again, account } = open()
    await wagmi.reconnect(config)
    expect(account()).toEqual(disconnectedState)
    expect(again.openings).toBe(0)
  })

  it('reports nothing for the stored connector of an earlier kit, and replaces it when a session is found', async () => {
    const { page } = await connected()
    page.leave()
    wagmiStorage.set('wagmi.recentConnectorId', '"io.metamask"')
    const { config, page: again, account } = open()
    await wagmi.reconnect(config)
    expect(account()).toEqual(adaState)
    expect(again.reported).toEqual([])
    expect(wagmiStorage.get('wagmi.recentConnectorId')).toBe('"portico"')
  })

  it('reports nothing to a visitor whose connection is stored by an earlier kit, and replaces it when the modal connects', async () => {
    wagmiStorage.set('wagmi.recentConnectorId', '"test.fox"')
    wagmiStorage.set('wagmi.store', storeOfEarlierKit)
    const { config, page, account } = start()
    await wagmi.reconnect(config)
    expect(account()).toEqual(disconnectedState)
    await page.connect(fox)
    expect(account()).toEqual(adaState)
    await expect.poll(() => wagmiStorage.get('wagmi.recentConnectorId')).toBe('"portico"')
    expect(page.reported).toEqual([])
  })

  it('reports a wallet that wagmi connects by another connector of the config', async () => {
    wagmiStorage.set('wagmi.recentConnectorId', '"other"')
    wagmiStorage.set('wagmi.store', storeOfEarlierKit)
    start()
    const { config, page } = open([
      wagmi.injected({
        shimDisconnect: false,
        target: { id: 'other', name: 'Other', provider: wallet.provider as never },
      }),
    ])
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    await wagmi.reconnect(config)
    expect(page.reported).toMatchObject([{ reason: 'BRIDGE_OTHER_CONNECTOR' }])
    expect(String(page.reported[0])).toContain('"other"')
  })

  it('names a reconnect without a session, and a switch before a wallet is connected leaves wagmi to itself', async () => {
    const { config, connector } = start()
    await expect(connector.connect({ isReconnecting: true })).rejects.toMatchObject({
      reason: 'BRIDGE_NOT_CONNECTED',
    })
    expect(await wagmi.reconnect(config)).toEqual([])
    await wagmi.switchChain(config, { chainId: 8453 })
    expect(config.state.chainId).toBe(8453)
  })
})
