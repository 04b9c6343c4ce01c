/** Portico as a connector of wagmi. */
import { BridgeError, chainNotListed, notConnected, type PorticoSession } from '@portico/bridges'
import { type Eip1193Provider, eip1193Provider } from '@portico/bridges/eip1193'
import { foreignConnector } from './errors.js'
import { createForeignConnections } from './foreign-connections.js'
import type { WagmiChain, WagmiConnector, WagmiConnectorConfig } from './wagmi-types.js'

export interface PorticoConnectorOptions {
  /** What wagmi shows as the name of the connector. Default `Portico`. */
  readonly name?: string
  /** A data URI or URL. */
  readonly icon?: string
}

/** The id under which wagmi keeps the connector in its storage. */
const id = 'portico'
/** Where wagmi keeps the id of the connector that it tries first. */
const recentKey = 'recentConnectorId'

/**
 * Makes a connector for `createConfig({ connectors: [porticoConnector(portico)] })`, of wagmi 2 or
 * 3. wagmi shows the session of the Portico: what is connected, switched or disconnected in the
 * modal is so in wagmi, and the other way round.
 */
export function porticoConnector(portico: PorticoSession, options: PorticoConnectorOptions = {}) {
  const provider = eip1193Provider(portico)
  return <Chain extends WagmiChain>(
    config: WagmiConnectorConfig<Chain>,
  ): WagmiConnector<Chain, Eip1193Provider> => createConnector(portico, provider, config, options)
}

const isDecline = (error: unknown) =>
  error instanceof BridgeError && error.reason === 'BRIDGE_DECLINED'

function createConnector<Chain extends WagmiChain>(
  portico: PorticoSession,
  provider: Eip1193Provider,
  { chains, emitter, storage }: WagmiConnectorConfig<Chain>,
  { name = 'Portico', icon }: PorticoConnectorOptions,
): WagmiConnector<Chain, Eip1193Provider> {
  type Address = `0x${string}`
  const request = <Answer>(method: string, params: readonly unknown[] = []): Promise<Answer> =>
    provider.request({ method, params })
  const foreign = createForeignConnections(storage)
  /** wagmi itself stores the last connector only after a connect by one of its own actions. */
  const rememberConnector = async () => {
    try {
      if ((await storage?.getItem(recentKey)) !== id) await storage?.setItem(recentKey, id)
    } catch (error) {
      portico.kernel.report(error, 'bridges')
    }
  }

  const connector: WagmiConnector<Chain, Eip1193Provider> = {
    id,
    name,
    type: id,
    icon,

    async setup() {
      void foreign.remember()
      provider.on('connect', ({ accounts, chainId }) => {
        emitter.emit('connect', { accounts, chainId: Number(chainId) })
        void rememberConnector()
      })
      provider.on('accountsChanged', accounts => {
        if (accounts.length) connector.onAccountsChanged([...accounts])
      })
      provider.on('chainChanged', connector.onChainChanged)
      provider.on('disconnect', connector.onDisconnect)
    },

    async connect({ chainId, isReconnecting, withCapabilities } = {}) {
      const accounts = await request<readonly Address[]>(
        isReconnecting ? 'eth_accounts' : 'eth_requestAccounts',
      )
      if (!accounts.length) throw notConnected('eip155')
      if (chainId !== undefined && chainId !== (await connector.getChainId()))
        // The wallet is connected all the same, so wagmi has to show it on its current chain.
        await connector.switchChain({ chainId }).catch(error => {
          if (!isDecline(error)) portico.kernel.report(error, 'bridges')
        })
      return {
        accounts: (withCapabilities
          ? accounts.map(address => ({ address, capabilities: {} }))
          : accounts) as never,
        chainId: await connector.getChainId(),
      }
    },

    async disconnect() {
      await request('wallet_revokePermissions', [{ eth_accounts: {} }])
    },

    async getAccounts() {
      const accounts = await request<readonly Address[]>('eth_accounts')
      if (!accounts.length) throw notConnected('eip155')
      return accounts
    },

    getChainId: async () => Number(await request<string>('eth_chainId')),
    getProvider: async () => provider,

    async isAuthorized() {
      const other = await foreign.find()
      if (other !== undefined) portico.kernel.report(foreignConnector(other), 'bridges')
      const isConnected = (await request<readonly Address[]>('eth_accounts')).length > 0
      // Another connector that is connected stays the one that wagmi tries first.
      if (isConnected && other === undefined) await rememberConnector()
      return isConnected
    },

    async switchChain({ chainId }) {
      const chain = chains.find(one => one.id === chainId)
      if (!chain) throw chainNotListed(`eip155:${chainId}`)
      await request('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
      return chain
    },

    onAccountsChanged: accounts =>
      emitter.emit('change', { accounts: accounts as unknown as readonly Address[] }),
    onChainChanged: chainId => emitter.emit('change', { chainId: Number(chainId) }),
    onDisconnect: () => emitter.emit('disconnect'),
  }
  return connector
}
