/**
 * The set-up of the tests: the real kernel, the real plugin, scripted wallets, and a minimal shell.
 */
import {
  type AnyView,
  createKernel,
  type Dispose,
  definePlugin,
  type Kernel,
  memoryStorage,
  type Plugin,
  type StorageDriver,
  view,
} from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { type NetworkId, namespaceOf } from '@portico/kernel/chain'
import { connectView } from '@portico/kernel/connect-page'
import { type Connector, connectorsSlot, type WalletReport } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  connectionService,
  liveConnections,
  sessionSlice,
} from '@portico/kernel/session'
import {
  modalClosedEvent,
  modalOpenedEvent,
  type OpenOptions,
  openingRulesSlot,
  shellService,
  shellSlice,
} from '@portico/kernel/shell'
import {
  type TallyWallet,
  type TallyWalletOptions,
  tally,
  tallyNetwork,
  tallyWallet,
} from '@portico/kernel/testing'
import { ConnectionError } from '../src/errors.js'
import type { ConnectionOptions } from '../src/options.js'
import { savedConnectionsSlice } from '../src/persisted.js'
import { connection as connectionPlugin } from '../src/plugin.js'
import { readSaved } from '../src/restoring/saved-connections.js'

export const main = 'tally:main' as const
export const side = 'tally:side' as const
/** A network that no host lists. */
export const wild = 'tally:wild' as const
/** The connector of `wallet`, and its connection. */
export const ada = 'tally:org.tally.ada'
export const id = `tally/${ada}` as const
/** The wallet Ada. */
export const wallet = (options: TallyWalletOptions = {}) =>
  tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })

/** Opens and closes as the specification says, without an interface. */
const bareShell = () =>
  definePlugin({
    id: 'base/shell',
    owns: [shellSlice],
    provides: [shellService],
    views: [view(accountView, async () => ({ default: () => null }))],
    setup(context) {
      let waits = 0
      context.provide(shellService, {
        open(options: OpenOptions = {}) {
          const { namespace, view } = options
          context.patch(shellSlice, {
            open: true,
            isAtRequestedView: view !== undefined,
            ...(namespace && { namespace }),
          })
          const rule = context
            .items(openingRulesSlot)
            .flatMap(item => item.decide(context, options) ?? [])[0]
          const target =
            rule?.view ??
            (options.view as AnyView | undefined) ??
            (activeAccount(context) ? accountView : connectView)
          const { reset } = context.views as { reset: (view: AnyView, params?: unknown) => void }
          reset(target, rule ? rule.params : options.params)
          context.emit(modalOpenedEvent, { view: context.views.current?.id ?? '' })
        },
        close() {
          context.reset(shellSlice)
          context.views.clear()
          context.emit(modalClosedEvent)
          return true
        },
        back() {
          if (!context.views.back()) this.close()
        },
        shake: () => undefined,
        wait(options) {
          waits++
          context.update(
            shellSlice,
            state =>
              void Object.assign(state, {
                waiting: { overlaysPage: options?.overlaysPage === true },
              }),
          )
          return () => {
            if (--waits === 0) context.update(shellSlice, state => void delete state.waiting)
          }
        },
        setEmbedded(embedded) {
          context.update(shellSlice, state => void Object.assign(state, { embedded }))
          this.open()
        },
        reportPainted: () => undefined,
      })
    },
  })

/** Where the saved connections stand in storage. */
export const savedKey = 'portico.connection'

export interface BenchOptions extends ConnectionOptions {
  readonly wallets?: readonly TallyWallet[]
  readonly storage?: StorageDriver
  /** In the place of one chain `tally` with these wallets. */
  readonly chains?: readonly Plugin[]
  readonly plugins?: readonly Plugin[]
  readonly order?: Readonly<Record<string, readonly string[]>>
}
export interface Bench {
  readonly kernel: Kernel
  readonly reported: unknown[]
  /** `[event id, payload]` in order. */
  readonly events: [string, unknown][]
}

/** A started kernel. */
export async function bench(options: BenchOptions = {}): Promise<Bench> {
  const { started, ...it } = startBench(options)
  await started
  return it
}
/** A kernel that starts: it has not started before its storage has answered. */
export function startBench(
  options: BenchOptions = {},
): Bench & { readonly started: Promise<void> } {
  const { wallets = [], storage = memoryStorage(), chains, plugins = [], order, ...own } = options
  const reported: unknown[] = []
  const events: [string, unknown][] = []
  const kernel = createKernel({
    plugins: [bareShell(), connectionPlugin(own), ...(chains ?? [tally({ wallets })]), ...plugins],
    onError: error => void reported.push(error),
    storage,
    ...(order && { order }),
  })
  kernel.on('*', (id, payload) => void events.push([id, payload]))
  return { kernel, reported, events, started: kernel.start() }
}
/** The ids of these events only. */
export const idsOf = ({ events }: Bench, ...ids: readonly string[]) =>
  events.map(([id]) => id).filter(id => ids.includes(id))
export const payloadsOf = ({ events }: Bench, id: string) =>
  events.filter(([event]) => event === id).map(([, payload]) => payload)

/** A chain with nothing but networks. */
export const bareChain = (namespace: string, ...references: [string, ...string[]]) => {
  const [first, ...rest] = references.map(reference => tallyNetwork(reference, namespace))
  if (!first) throw new RangeError('a chain has networks')
  return tally({ namespace, networks: [first, ...rest] })
}

/** A plugin that adds connectors to a running kernel. */
export function connectorSource() {
  let contribute: ((connector: Connector) => Dispose) | undefined
  return {
    plugin: definePlugin({
      id: 'test/connectors',
      setup(context) {
        contribute = connector => context.contribute(connectorsSlot, connector)
      },
    }),
    add(connector: Connector): Dispose {
      if (!contribute) throw new ReferenceError('the plugin is not set up')
      return contribute(connector)
    },
  }
}

/** Waits until this holds; rejects with what was last seen after 2 s of real time. */
export async function until(holds: () => boolean | Promise<boolean>, ms = 2_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new RangeError(`not within ${ms} ms: ${holds}`)
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}
export const tick = (ms = 0) => new Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Storage of several tabs: what one writes reaches the others after `latency(from, to)`
 * milliseconds.
 */
export function sharedStorage(latency: (from: number, to: number) => number = () => 0) {
  const texts = new Map<string, string>()
  const tabs: { notify?: (key: string, text: string) => void }[] = []
  let writes = 0
  return {
    texts,
    writes: () => writes,
    /** The saved connections in it. */
    stored: () => readSaved(JSON.parse(texts.get(savedKey) ?? '{}').saved),
    /** Writes saved connections as another tab. */
    save(saved: object) {
      this.tab().set(savedKey, savedText(saved))
    },
    tab(): StorageDriver {
      const own: { notify?: (key: string, text: string) => void } = {}
      const number = tabs.push(own) - 1
      return {
        get: key => texts.get(key),
        set(key, text) {
          writes++
          texts.set(key, text)
          for (const [i, tab] of tabs.entries())
            if (tab !== own) setTimeout(() => tab.notify?.(key, text), latency(number, i))
        },
        remove: key => texts.delete(key),
        subscribe(listener) {
          own.notify = listener
          return () => {
            delete own.notify
          }
        },
      }
    },
  }
}

export const use = ({ kernel }: Bench) => kernel.use(connectionService)
/** The text of the saved connections, as the kernel stores it. */
export const savedText = (saved: unknown): string => JSON.stringify({ version: 1, saved })
/** Storage that another visit has left. */
export function savedStorage(saved: unknown): StorageDriver {
  const storage = memoryStorage()
  storage.set(savedKey, savedText(saved))
  return storage
}
export const savedConnection = (connector: string, namespace = 'tally') => ({
  namespace,
  connector,
  wallet: { name: connector },
})
/** The saved connections in a storage. */
export const storedIn = async (storage: Pick<StorageDriver, 'get'>) =>
  readSaved(JSON.parse((await storage.get(savedKey)) ?? '{}').saved)
/** What the page has restored or written; empty before that. */
export const savedIn = (kernel: Kernel) =>
  kernel.state(savedConnectionsSlice).saved ?? readSaved(undefined)
export const connectionsOf = ({ kernel }: Bench) =>
  Object.values(kernel.state(sessionSlice).connections)

/** A scripted wallet session: reports, listeners, failures. */
export function puppetSession(report: unknown) {
  const listeners = new Set<(report: WalletReport | undefined) => void>()
  const walletSession = {
    listeners,
    /** False after the last listener has left, or after a disconnect. */
    isOpen: true,
    disconnects: 0,
    failure: undefined as unknown,
    say: (next: unknown) => {
      for (const listener of [...listeners]) listener(next as WalletReport | undefined)
    },
    handle: {},
    report: report as WalletReport,
    watch(listener: (report: WalletReport | undefined) => void) {
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && !listeners.size) walletSession.isOpen = false
      }
    },
    async disconnect() {
      walletSession.disconnects++
      walletSession.isOpen = false
      if (walletSession.failure !== undefined) throw walletSession.failure
    },
  }
  return walletSession
}
export const reportOf = (
  addresses: readonly string[],
  network: NetworkId = main,
  more: Partial<WalletReport> = {},
): WalletReport => ({
  accounts: addresses.map(address => ({ namespace: namespaceOf(network), address, type: 'eoa' })),
  network,
  ...more,
})
/** A scripted connector. */
export const puppet = (id: string, own: Partial<Connector> = {}): Connector => ({
  id,
  name: id,
  type: 'ANNOUNCED',
  namespace: 'tally',
  connect: async () => puppetSession(reportOf([`t_${id}`])),
  restore: async () => undefined,
  ...own,
})
/**
 * The code of the error that a call rejects with; what it rejects with where that is no
 * ConnectionError; undefined where it succeeds.
 */
export const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    error => (error instanceof ConnectionError ? error.code : error),
  )
export const isConnected = ({ kernel }: Bench, count = 1) =>
  liveConnections(kernel).length === count
