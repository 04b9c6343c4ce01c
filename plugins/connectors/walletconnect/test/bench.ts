/** A kernel with this plugin over the real relay, and a real wallet on the other side of it. */
import { memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import { connection, type NetworkId, session } from '@portico/kernel/contracts'
import { createTestKernel, tally } from '@portico/kernel/testing'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { expect } from 'vitest'
import { pairing, type WalletConnectModule, type WalletConnectOptions, walletconnect } from '../src/index.js'

/** What the library keeps, where a test can look at it. */
export function memoryStore() {
  const map = new Map<string, unknown>()
  return {
    map,
    getKeys: async () => [...map.keys()],
    getEntries: async () => [...map.entries()],
    getItem: async (key: string) => structuredClone(map.get(key)),
    setItem: async (key: string, value: unknown) => void map.set(key, structuredClone(value)),
    removeItem: async (key: string) => void map.delete(key),
  }
}
export type Store = ReturnType<typeof memoryStore>

export interface PageOptions extends WalletConnectOptions {
  readonly plugins?: readonly Plugin[]
  readonly storage?: StorageDriver
  /** What the library keeps: the same for pages that come after each other. */
  readonly store?: Store
}
export const main = 'tally:main' as const
export const id = 'tally:walletConnect'

export async function startPage({ plugins = [tally()], storage = memoryStorage(), store = memoryStore(), ...options }: PageOptions) {
  const load = async (): Promise<WalletConnectModule> => {
    const { UniversalProvider } = await import('@walletconnect/universal-provider')
    return { UniversalProvider: { init: given => UniversalProvider.init({ ...given, storage: store as never }) } }
  }
  const kernel = await createTestKernel({ plugins: [...plugins, walletconnect({ load, ...options })], storage })
  const connections = kernel.use(connection)
  await connections.discover()
  const phase = () => kernel.state(pairing).phase
  return {
    kernel,
    connections,
    storage,
    store,
    phase,
    reported: () => kernel.reported.map(({ error }) => error),
    /** The link that is offered, when there is one. */
    async uri(): Promise<string> {
      await expect.poll(() => phase().name, { timeout: 15_000, interval: 10 }).toBe('offered')
      const now = phase()
      return now.name === 'offered' ? now.uri : ''
    },
    live: () => Object.values(kernel.state(session).connections).filter(one => one.phase.name === 'connected'),
  }
}
export type Page = Awaited<ReturnType<typeof startPage>>

type Params = Parameters<Parameters<InstanceType<typeof WalletKit>['on']>[1]>[0]
type Namespaces = Record<string, { chains?: string[]; accounts: string[]; methods: string[]; events: string[] }>
export type Answer = 'approve' | 'reject' | 'ignore'

/** A wallet of the real library: approves what it is asked for, with these accounts on each network. */
export async function startWallet(relayUrl: string, accounts: (network: NetworkId) => readonly string[] = () => ['t_ada']) {
  // The library's own types differ in what may be undefined.
  const core = (await Core.init({
    projectId: 'local',
    relayUrl,
    storage: memoryStore() as never,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: `wallet${crypto.randomUUID()}`,
  })) as WalletKitTypes.Options['core']
  Object.assign(core.relayer.publisher, { initialPublishTimeout: 1_000 })
  const kit = await WalletKit.init({ core, metadata: { name: 'Pocket', description: '', url: 'http://127.0.0.1', icons: [] } })
  const wallet = {
    kit,
    core,
    answer: 'approve' as Answer,
    requests: [] as { method: string; params: unknown; chainId: string }[],
    /** Makes of what would be approved what the wallet approves. */
    grant: (namespaces: Namespaces): Namespaces => namespaces,
    deleted: [] as string[],
    sessions: () => Object.values(kit.getActiveSessions()),
    async scan(uri: string) {
      await kit.pair({ uri })
    },
    stop: async () => {
      await core.relayer.transportClose()
      core.heartbeat.stop?.()
    },
  }
  kit.on(
    'session_proposal',
    async ({ id, params }: Params & { params: { optionalNamespaces: Record<string, { chains?: string[]; methods: string[]; events: string[] }> } }) => {
      if (wallet.answer === 'ignore') return
      if (wallet.answer === 'reject') return kit.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } })
      const asked = Object.entries(params.optionalNamespaces).map(([namespace, { chains = [], methods, events }]) => [
        namespace,
        { chains, methods, events, accounts: chains.flatMap(chain => accounts(chain as NetworkId).map(address => `${chain}:${address}`)) },
      ])
      // What the library does not let a wallet approve stays unanswered.
      await kit.approveSession({ id, namespaces: wallet.grant(Object.fromEntries(asked)) }).catch(() => undefined)
    },
  )
  kit.on('session_request', async ({ id, topic, params: { request, chainId } }) => {
    wallet.requests.push({ ...request, chainId })
    if (wallet.answer === 'ignore') return
    const result = { id, jsonrpc: '2.0' as const }
    await kit.respondSessionRequest({
      topic,
      response:
        wallet.answer === 'reject' ? { ...result, error: { code: 5000, message: 'User rejected.' } } : { ...result, result: `${request.method} on ${chainId}` },
    })
  })
  kit.on('session_delete', ({ topic }) => void wallet.deleted.push(topic))
  return wallet
}
export type Wallet = Awaited<ReturnType<typeof startWallet>>
