/** A kernel with this plugin over Portico's own relay, which speaks WalletConnect's public protocol (`startRelay` of the devnet), and a wallet on the other side with WalletConnect's own library. */
import { EventEmitter } from 'node:events'
import { type Relay, startRelay } from '@portico/devnet'
import { type AnyPluginContext, memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import { connection, type RemoteSession, type RemoteSessions, remoteSessions, session, type WalletLine } from '@portico/kernel/contracts'
import { createTestKernel, tally } from '@portico/kernel/testing'
import { createPocket, type Pocket, type PocketOptions, type Purse } from '@portico/pocket'
import { expect, onTestFinished, vi } from 'vitest'
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
  const clients: unknown[] = []
  const load = async (): Promise<WalletConnectModule> => {
    const { UniversalProvider } = await import('@walletconnect/universal-provider')
    const init = async (given: object) => {
      const made = await UniversalProvider.init({ ...given, storage: store as never })
      clients.push(made.client)
      return made
    }
    return { UniversalProvider: { init } }
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
    /** Who listens to anything in the library. */
    listeners: () => clients.reduce((sum: number, one) => sum + listenersIn(one), 0),
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
/** The listeners of every emitter that an object holds, or what it holds. */
function listenersIn(found: unknown, seen = new Set<unknown>(), depth = 6): number {
  if (typeof found !== 'object' || found === null || seen.has(found) || depth === 0) return 0
  seen.add(found)
  const emitter = found instanceof EventEmitter ? found : undefined
  const own = emitter?.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0) ?? 0
  return Object.values(found).reduce((sum: number, one) => sum + listenersIn(one, seen, depth - 1), own)
}
export type Page = Awaited<ReturnType<typeof startPage>>

/** A chain whose remote sessions are other ones. */
export function chainOffering(change: (usual: RemoteSessions) => RemoteSessions, plugin: Plugin = tally()): Plugin {
  const setup = (context: AnyPluginContext) => {
    const offer = (ref: unknown, at: string, value: RemoteSessions) =>
      context.offer(ref as never, at, (ref === remoteSessions ? change(value) : value) as never)
    plugin.setup(new Proxy({} as AnyPluginContext, { get: (_, name) => (name === 'offer' ? offer : Reflect.get(context, name)) }))
  }
  return { ...plugin, setup }
}
/** A chain whose remote sessions are opened by this. `usual`: as it opens them by itself. */
export const chainWith = (open: (session: RemoteSession, usual: () => Promise<WalletLine>) => Promise<WalletLine>): Plugin =>
  chainOffering(usual => ({ ...usual, open: (one, signal) => open(one, () => usual.open(one, signal)) }))

export const tallyPurse = (namespace: string, addresses: readonly string[]): Purse => ({
  namespace,
  methods: ['tally_sign', 'tally_send'],
  events: ['accountsChanged', 'chainChanged'],
  ready: Promise.resolve(),
  silent: [],
  addresses: () => addresses,
  run: async ({ method, chain }) => `${method} on ${chain}`,
})
/** A wallet on WalletConnect's own kit for wallets, with accounts of the chains of the tests. */
export const startWallet = (relayUrl: string, options: Partial<PocketOptions> = {}): Promise<Pocket> =>
  createPocket({
    relayUrl,
    chains: { 'tally:main': '', 'tally:side': '', 'abacus:main': '', 'abacus:side': '' },
    keys: {},
    purses: { tally: tallyPurse('tally', ['t_ada', 't_bob']), abacus: tallyPurse('abacus', ['t_ada']) },
    resendAfterMs: 1_000,
    ...options,
  })
/** A relay of its own, with a page and a wallet that may meet there. */
export interface Rig {
  readonly relay: Relay
  readonly wallet: Pocket
  readonly page: Page
  /** The page offers its code, and the wallet takes it up. */
  connect(): ReturnType<Page['connections']['connect']>
  stop(): Promise<void>
}
export async function startRig(): Promise<Rig> {
  const relay = await startRelay()
  const wallet = await startWallet(relay.url)
  const page = await startPage({ relayUrl: relay.url })
  return {
    relay,
    wallet,
    page,
    async connect() {
      const connecting = page.connections.connect(id)
      await wallet.pair(await page.uri())
      return connecting
    },
    async stop() {
      page.kernel.dispose()
      await vi.waitUntil(() => !('_walletConnectCore_portico' in globalThis), { timeout: 30_000, interval: 20 })
      await wallet.stop()
      await relay.stop()
    },
  }
}
/** The sessions that pages have ended. */
export const endedIn = ({ news }: Pocket) => news.flatMap(({ name, topic }) => (name === 'session_delete' && topic ? topic : []))
/** Milliseconds between two turns of the stopwatch. */
const turnMs = 10
/**
 * Starts a stopwatch that stands still while other programs have the processor. It counts the turns of an interval, and a turn that comes late counts once. Answers the
 * milliseconds so far.
 */
export function startStopwatch(): () => number {
  let turns = 0
  const interval = setInterval(() => turns++, turnMs)
  onTestFinished(() => clearInterval(interval))
  return () => turns * turnMs
}
