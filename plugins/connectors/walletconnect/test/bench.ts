/**
 * A kernel with this plugin over Portico's own relay, and a wallet with WalletConnect's own
 * library.
 * The relay (`startRelay` of the devnet) speaks WalletConnect's public protocol.
 */
import { EventEmitter } from 'node:events'
import { type Relay, startRelay } from '@portico/devnet'
import {
  type AnyPluginContext,
  memoryStorage,
  type Plugin,
  type StorageDriver,
} from '@portico/kernel'
import {
  type RemoteSession,
  type RemoteSessions,
  remoteSessionsCapability,
} from '@portico/kernel/capabilities'
import type { WalletSession } from '@portico/kernel/connector-kit'
import { connectionService, sessionSlice } from '@portico/kernel/session'
import { createTestKernel, tally } from '@portico/kernel/testing'
import { createPocket, type Keyring, type Pocket, type PocketOptions } from '@portico/pocket'
import { expect, onTestFinished, vi } from 'vitest'
import {
  pairingSlice,
  type WalletConnectModule,
  type WalletConnectOptions,
  walletconnect,
} from '../src/index.js'

/** Creates a storage for the library that a test can inspect. */
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
  /** The library's storage: the same for consecutive pages. */
  readonly store?: Store
}
export const main = 'tally:main' as const
export const id = 'tally:walletConnect'

export async function startPage({
  plugins = [tally()],
  storage = memoryStorage(),
  store = memoryStore(),
  ...options
}: PageOptions) {
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
  const kernel = await createTestKernel({
    plugins: [...plugins, walletconnect({ load, ...options })],
    storage,
  })
  const connections = kernel.use(connectionService)
  await connections.discover()
  const phase = () => kernel.state(pairingSlice).phase
  return {
    kernel,
    connections,
    storage,
    store,
    /** The number of listeners in the library. */
    listeners: () => clients.reduce((sum: number, one) => sum + listenersIn(one), 0),
    phase,
    reported: () => kernel.reported.map(({ error }) => error),
    /** Resolves with the offered link once there is one. */
    async uri(): Promise<string> {
      await expect.poll(() => phase().name, { timeout: 15_000, interval: 10 }).toBe('offered')
      const now = phase()
      return now.name === 'offered' ? now.uri : ''
    },
    live: () =>
      Object.values(kernel.state(sessionSlice).connections).filter(
        one => one.phase.name === 'connected',
      ),
  }
}
/** Counts the listeners of every emitter in an object, recursively. */
function listenersIn(found: unknown, seen = new Set<unknown>(), depth = 6): number {
  if (typeof found !== 'object' || found === null || seen.has(found) || depth === 0) return 0
  seen.add(found)
  const emitter = found instanceof EventEmitter ? found : undefined
  const own = emitter?.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0) ?? 0
  return Object.values(found).reduce(
    (sum: number, one) => sum + listenersIn(one, seen, depth - 1),
    own,
  )
}
export type Page = Awaited<ReturnType<typeof startPage>>

/** Creates a chain with modified remote sessions. */
export function chainOffering(
  change: (usual: RemoteSessions) => RemoteSessions,
  plugin: Plugin = tally(),
): Plugin {
  const setup = (context: AnyPluginContext) => {
    const offer = (ref: unknown, at: string, value: RemoteSessions) =>
      context.offer(
        ref as never,
        at,
        (ref === remoteSessionsCapability ? change(value) : value) as never,
      )
    plugin.setup(
      new Proxy({} as AnyPluginContext, {
        get: (_, name) => (name === 'offer' ? offer : Reflect.get(context, name)),
      }),
    )
  }
  return { ...plugin, setup }
}
/**
 * Creates a chain that opens remote sessions with `open`. `usual`: how it opens them by default.
 */
export const chainWith = (
  open: (session: RemoteSession, usual: () => Promise<WalletSession>) => Promise<WalletSession>,
): Plugin =>
  chainOffering(usual => ({
    ...usual,
    open: (one, signal) => open(one, () => usual.open(one, signal)),
  }))

export const tallyKeyring = (namespace: string, addresses: readonly string[]): Keyring => ({
  namespace,
  methods: ['tally_sign', 'tally_send'],
  events: ['accountsChanged', 'chainChanged'],
  ready: Promise.resolve(),
  silent: [],
  addresses: () => addresses,
  run: async ({ method, chain }) => `${method} on ${chain}`,
})
/**
 * Starts a wallet on WalletConnect's own kit for wallets, with accounts of the chains of the tests.
 */
export const startWallet = (
  relayUrl: string,
  options: Partial<PocketOptions> = {},
): Promise<Pocket> =>
  createPocket({
    relayUrl,
    chains: { 'tally:main': '', 'tally:side': '', 'abacus:main': '', 'abacus:side': '' },
    keys: {},
    keyrings: {
      tally: tallyKeyring('tally', ['t_ada', 't_bob']),
      abacus: tallyKeyring('abacus', ['t_ada']),
    },
    resendAfterMs: 1_000,
    ...options,
  })
/** A relay, with a page and a wallet that can meet there. */
export interface Rig {
  readonly relay: Relay
  readonly wallet: Pocket
  readonly page: Page
  /** The page offers its code, and the wallet approves it. */
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
      await vi.waitUntil(() => !('_walletConnectCore_portico' in globalThis), {
        timeout: 30_000,
        interval: 20,
      })
      await wallet.stop()
      await relay.stop()
    },
  }
}
/** Returns the topics of the sessions that pages have ended. */
export const endedIn = ({ news }: Pocket) =>
  news.flatMap(({ name, topic }) => (name === 'session_delete' && topic ? topic : []))
/** Milliseconds between two ticks of the stopwatch. */
const tickMs = 10
/**
 * Starts a stopwatch that stands still while other programs have the processor.
 * It counts the ticks of an interval, and a late tick counts once. Returns a function that reads
 * the milliseconds so far.
 */
export function startStopwatch(): () => number {
  let ticks = 0
  const interval = setInterval(() => ticks++, tickMs)
  onTestFinished(() => clearInterval(interval))
  return () => ticks * tickMs
}
