import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { memoryStorage } from '@portico/kernel'
import { messagesCapability } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  activeNetwork,
  connectionService,
  liveConnections,
} from '@portico/kernel/session'
import { eip155 } from '@portico/plugin-eip155'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as wagmi3 from 'wagmi'
import * as actions3 from 'wagmi/actions'
import * as connectors3 from 'wagmi/connectors'
import * as wagmi2 from 'wagmi-core-2'
import { createPage, type Visit, visit } from '../../bridges/test/page.js'
import { wagmiNetworks, wagmiWallets } from './index.js'

const [ada, bob] = [devAccounts[0].address, devAccounts[1].address]
const versions = {
  'wagmi 2': wagmi2 as unknown as typeof wagmi3 & typeof actions3 & typeof connectors3,
  'wagmi 3': { ...wagmi3, ...actions3, ...connectors3 },
}

describe.each(Object.entries(versions))(
  'the wallets and networks of a config of %s',
  (_, wagmi) => {
    let devnet: Devnet
    const visits: Visit[] = []
    beforeAll(async () => {
      devnet = await startDevnet({ chains: [1, 8453] })
    })
    afterAll(() => devnet.stop())
    afterEach(() => {
      for (const one of visits.splice(0)) one.leave()
      vi.unstubAllGlobals()
    })
    const chain = (id: 1 | 8453, name: string) => ({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [devnet.chain(id).url] } },
    })
    const start = (
      features: Parameters<typeof wagmi.mock>[0]['features'] = {},
      storage = memoryStorage(),
    ) => {
      createPage()
      const config = wagmi.createConfig({
        chains: [chain(1, 'One'), chain(8453, 'Two')],
        connectors: [wagmi.mock({ accounts: [ada, bob], features }), wagmi.injected()],
        transports: { 1: wagmi.http(), 8453: wagmi.http() },
        storage: null,
      })
      const plugins = [eip155({ networks: wagmiNetworks(config) }), wagmiWallets(config)]
      const page = visit(plugins, storage)
      visits.push(page)
      const state = () => {
        const { current, connections, status } = config.state
        const connection = connections.get(current ?? '')
        return { status, accounts: connection?.accounts, chainId: connection?.chainId }
      }
      return { page, config, state, connect: () => page.connect('wagmi:mock') }
    }

    it('lists the connectors of the config that Portico does not find by itself', async () => {
      const { page } = start()
      await page.start()
      await page.kernel.use(connectionService).discover()
      expect(page.kernel.items(connectorsSlot)).toMatchObject([
        { id: 'wagmi:mock', name: 'Mock Connector', namespace: 'eip155' },
      ])
    })

    it('connects a connector in the modal, and wagmi shows it', async () => {
      const { page, state, connect } = start()
      await connect()
      expect(activeAccount(page.kernel)?.address).toBe(ada)
      expect(activeNetwork(page.kernel)).toBe('eip155:1')
      expect(state()).toEqual({ status: 'connected', accounts: [ada, bob], chainId: 1 })
    })

    it('signs with a connector, and switches its network', async () => {
      const { page, state, connect } = start()
      await connect()
      const { kernel } = page
      const sign = () => {
        const account = activeAccount(kernel)
        const via = account && kernel.use(connectionService).require(account)
        if (!via) throw new RangeError('no account')
        return kernel
          .capability(messagesCapability, 'eip155')
          ?.sign(via, account, 'hi', new AbortController().signal)
      }
      expect((await sign())?.scheme).toBe('eip191')
      await kernel.use(connectionService).switchNetwork('eip155:8453')
      expect(activeNetwork(kernel)).toBe('eip155:8453')
      expect(state().chainId).toBe(8453)
    })

    it('ends the session when wagmi disconnects, and wagmi its connection when the modal does', async () => {
      const { page, config, state, connect } = start()
      await connect()
      await page.kernel.use(connectionService).disconnect()
      expect(state().status).toBe('disconnected')
      await connect()
      const [connector] = config.connectors
      connector?.onDisconnect()
      await expect.poll(() => liveConnections(page.kernel)).toEqual([])
      expect(state().status).toBe('disconnected')
    })

    it('restores the connection of an earlier visit where the connector still knows the page', async () => {
      const storage = memoryStorage()
      const { page, connect } = start({}, storage)
      await connect()
      page.leave()
      const again = start({ defaultConnected: true, reconnect: true }, storage)
      await again.page.start()
      await expect.poll(() => activeAccount(again.page.kernel)?.address).toBe(ada)
      expect(again.state().status).toBe('connected')
    })

    it('fails as a declined connection when the person declines', async () => {
      const { connect, state } = start({ connectError: true })
      await expect(connect()).rejects.toMatchObject({ code: 'DECLINED' })
      expect(state().status).toBe('disconnected')
    })
  },
)
