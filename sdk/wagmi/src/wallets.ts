/** A wagmi config as a source of networks and wallets. */
import { definePlugin, type Plugin } from '@portico/kernel'
import {
  type RemoteSession,
  type RemoteSessions,
  remoteSessionsCapability,
} from '@portico/kernel/capabilities'
import { ChainError, networkId } from '@portico/kernel/chain'
import {
  type Connector,
  connectorsSlot,
  discoveriesSlot,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import { type EvmNetwork, fromChain, type ViemChain } from '@portico/plugin-eip155'
import type { WagmiChange, WagmiSource, WagmiWallet } from './wagmi-types.js'

const namespace = 'eip155'

/** Returns the networks of a wagmi config, for `eip155({ networks: wagmiNetworks(config) })`. */
export function wagmiNetworks(config: {
  readonly chains: readonly [ViemChain, ...ViemChain[]]
}): readonly [EvmNetwork, ...EvmNetwork[]] {
  const [first, ...others] = config.chains
  return [fromChain(first), ...others.map(fromChain)]
}

/**
 * Lists the connectors of a wagmi config as wallets in the modal. wagmi shows what is connected
 * there. Leaves out injected wallets, which Portico finds by itself, and the connector that shows a
 * Portico session.
 */
export function wagmiWallets(config: WagmiSource): Plugin {
  return definePlugin({
    id: 'connector/wagmi',
    setup(context) {
      const list = () => {
        const sessions = context.capability(remoteSessionsCapability, namespace)
        if (!sessions) return
        for (const wallet of config.connectors)
          if (wallet.type !== 'injected' && wallet.type !== 'portico')
            context.contribute(connectorsSlot, connectorOf(wallet, sessions))
      }
      context.contribute(discoveriesSlot, { id: 'wagmi', start: async () => list() })
    },
  })
}

function connectorOf(wallet: WagmiWallet, sessions: RemoteSessions): Connector {
  const open = async (
    isReconnecting: boolean,
    chainId: number | undefined,
    signal: AbortSignal,
  ) => {
    const connected = await wallet.connect({
      isReconnecting,
      ...(chainId !== undefined && { chainId }),
    })
    signal.throwIfAborted()
    // wagmi takes over what a connector connects by itself.
    wallet.emitter.emit('connect', connected)
    const { methods } = await sessions.scope()
    return withoutApproval(
      await sessions.open(createWagmiSession(wallet, connected, methods), signal),
    )
  }
  return {
    id: `wagmi:${wallet.id}`,
    name: wallet.name,
    type: 'EXTERNAL',
    namespace,
    ...(wallet.icon && { imageUrl: wallet.icon }),
    connect: ({ network }, signal) =>
      open(false, network && Number(network.slice(namespace.length + 1)), signal),
    restore: async (_request, signal) =>
      (await wallet.isAuthorized()) ? open(true, undefined, signal) : undefined,
  }
}

type Listener = Parameters<RemoteSession['watch']>[0]

/** The session of a connector, whose state is what the connector emits. */
function createWagmiSession(
  wallet: WagmiWallet,
  { accounts, chainId }: { readonly accounts: readonly string[]; readonly chainId: number },
  methods: readonly string[],
): RemoteSession {
  let now = { accounts, chainId }
  const listeners = new Set<Listener>()
  const network = () => networkId(namespace, String(now.chainId))
  const emit = (name: string, data?: unknown) => {
    for (const listener of [...listeners]) listener({ name, data })
  }
  const onChange = (change: WagmiChange) => {
    now = { accounts: change.accounts ?? now.accounts, chainId: change.chainId ?? now.chainId }
    emit('chainChanged', now.chainId)
    emit('accountsChanged', now.accounts)
  }
  const onDisconnect = () => emit('closed')
  const stop = () => {
    listeners.clear()
    wallet.emitter.off('change', onChange)
    wallet.emitter.off('disconnect', onDisconnect)
  }
  wallet.emitter.on('change', onChange)
  wallet.emitter.on('disconnect', onDisconnect)
  return {
    get accounts() {
      return now.accounts.map(account => `${network()}:${account}` as const)
    },
    get approved() {
      return [network()]
    },
    methods: [...methods, 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
    async request(method, params, wanted) {
      if (wanted !== network()) throw new ChainError('WALLET_NETWORK')
      if (method === 'wallet_switchEthereumChain') return switchChain(wallet, params, onChange)
      const provider = await wallet.getProvider({ chainId: now.chainId })
      const { request } = Object(provider) as { request?: (request: object) => Promise<unknown> }
      if (!request) throw new ChainError('WALLET_UNSUPPORTED')
      return request.call(provider, { method, params })
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      stop()
      try {
        await wallet.disconnect()
      } finally {
        wallet.emitter.emit('disconnect')
      }
    },
  }
}

async function switchChain(
  wallet: WagmiWallet,
  params: unknown,
  switched: (change: { readonly chainId: number }) => void,
): Promise<null> {
  const [request] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const chainId = Number((Object(request) as { readonly chainId?: unknown }).chainId)
  if (!wallet.switchChain) throw new ChainError('WALLET_UNSUPPORTED')
  await wallet.switchChain({ chainId })
  // Not every connector emits the change.
  if ((await wallet.getChainId()) === chainId) switched({ chainId })
  return null
}

/** A connector names no approved networks: each can be requested. */
function withoutApproval(session: WalletSession): WalletSession {
  const strip = ({ approved: _, ...report }: WalletReport): WalletReport => report
  return {
    ...session,
    report: strip(session.report),
    watch: listener => session.watch(report => listener(report && strip(report))),
  }
}
