/** What the tests of this plugin stand on: the real kernel, the real plugin, scripted wallets, and a shell as small as its contract allows. */
import { type AnyView, createKernel, type Dispose, definePlugin, type Kernel, memoryStorage, type Plugin, type StorageDriver, view } from '@portico/kernel'
import {
  accountView,
  activeAccount,
  type Connector,
  connection,
  connectors,
  connectView,
  modalClosed,
  modalOpened,
  type NetworkId,
  namespaceOf,
  type OpenOptions,
  openingRules,
  session,
  shell,
  shellSlice,
  type WalletReport,
} from '@portico/kernel/contracts'
import { type TallyWallet, tally, tallyNetwork } from '@portico/kernel/testing'
import type { ConnectionOptions } from '../src/options.js'
import { connection as connectionPlugin } from '../src/plugin.js'

export const main = 'tally:main' as const
export const side = 'tally:side' as const
/** A network that no host lists. */
export const wild = 'tally:wild' as const

/** Opens and closes as the specification says, without a picture. */
const bareShell = () =>
  definePlugin({
    id: 'base/shell',
    owns: [shellSlice],
    provides: [shell],
    views: [view(accountView, async () => ({ default: () => null }))],
    setup(context) {
      let waits = 0
      context.provide(shell, {
        open(options: OpenOptions = {}) {
          const { namespace } = options
          context.update(shellSlice, state => void Object.assign(state, { open: true, ...(namespace && { namespace }) }))
          const rule = context.items(openingRules).flatMap(item => item.decide(context, options) ?? [])[0]
          const target: AnyView = rule?.view ?? options.view ?? (activeAccount(context) ? accountView : connectView)
          const { reset } = context.views as { reset: (view: AnyView, params?: unknown) => void }
          reset(target, rule ? rule.params : options.params)
          context.emit(modalOpened, { view: context.views.current?.id ?? '' })
        },
        close() {
          context.reset(shellSlice)
          context.views.clear()
          context.emit(modalClosed)
          return true
        },
        back() {
          if (!context.views.back()) this.close()
        },
        shake: () => undefined,
        wait(options) {
          waits++
          context.update(shellSlice, state => void Object.assign(state, { waiting: { overlaysPage: options?.overlaysPage === true } }))
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
  await kernel.start()
  return { kernel, reported, events }
}
/** The ids of these events only. */
export const idsOf = ({ events }: Bench, ...ids: readonly string[]) => events.map(([id]) => id).filter(id => ids.includes(id))
export const payloadsOf = ({ events }: Bench, id: string) => events.filter(([event]) => event === id).map(([, payload]) => payload)

/** A chain with nothing but networks. */
export const bareChain = (namespace: string, ...references: [string, ...string[]]) => {
  const [first, ...rest] = references.map(reference => tallyNetwork(reference, namespace))
  if (!first) throw new RangeError('a chain has networks')
  return tally({ namespace, networks: [first, ...rest] })
}

/** A place to put connectors into while everything runs. */
export function dock() {
  let contribute: ((connector: Connector) => Dispose) | undefined
  return {
    plugin: definePlugin({
      id: 'test/dock',
      setup(context) {
        contribute = connector => context.contribute(connectors, connector)
      },
    }),
    land(connector: Connector): Dispose {
      if (!contribute) throw new ReferenceError('the dock is not set up')
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

/** Tabs of one origin: what one writes the others hear a moment later, `latency` milliseconds from the tab of one number to the tab of another. */
export function sharedStorage(latency: (from: number, to: number) => number = () => 0) {
  const texts = new Map<string, string>()
  const tabs: { hear?: (key: string, text: string) => void }[] = []
  let writes = 0
  return {
    texts,
    writes: () => writes,
    tab(): StorageDriver {
      const own: { hear?: (key: string, text: string) => void } = {}
      const number = tabs.push(own) - 1
      return {
        get: key => texts.get(key),
        set(key, text) {
          writes++
          texts.set(key, text)
          for (const [i, tab] of tabs.entries()) if (tab !== own) setTimeout(() => tab.hear?.(key, text), latency(number, i))
        },
        remove: key => texts.delete(key),
        subscribe(listener) {
          own.hear = listener
          return () => {
            delete own.hear
          }
        },
      }
    },
  }
}

export const use = ({ kernel }: Bench) => kernel.use(connection)
export const connectionsOf = ({ kernel }: Bench) => Object.values(kernel.state(session).connections)

/** A wallet whose every word is given: reports, listeners, failures. */
export function puppetLine(report: unknown) {
  const listeners = new Set<(report: WalletReport | undefined) => void>()
  const line = {
    listeners,
    /** Whether it still holds on to its wallet. */
    isOpen: true,
    disconnects: 0,
    failure: undefined as unknown,
    say: (next: unknown) => {
      for (const listener of [...listeners]) listener(next as WalletReport | undefined)
    },
    port: {},
    report: report as WalletReport,
    watch(listener: (report: WalletReport | undefined) => void) {
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && !listeners.size) line.isOpen = false
      }
    },
    async disconnect() {
      line.disconnects++
      line.isOpen = false
      if (line.failure !== undefined) throw line.failure
    },
  }
  return line
}
export const reportOf = (addresses: readonly string[], network: NetworkId = main, more: Partial<WalletReport> = {}): WalletReport => ({
  accounts: addresses.map(address => ({ namespace: namespaceOf(network), address, type: 'eoa' })),
  network,
  ...more,
})
/** A connector that does what it is told. */
export const puppet = (id: string, own: Partial<Connector> = {}): Connector => ({
  id,
  name: id,
  type: 'ANNOUNCED',
  chain: 'tally',
  connect: async () => puppetLine(reportOf([`t_${id}`])),
  restore: async () => undefined,
  ...own,
})
