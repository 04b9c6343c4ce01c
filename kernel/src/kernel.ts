/** Puts the parts together: order, set-up, start, isolation and disposal of plugins. */
import { createBus } from './bus.js'
import { createCapabilities } from './capabilities.js'
import { createContext, type Running, type Shelves, type Start } from './context.js'
import { createEndpoints, type EndpointOverride } from './endpoints.js'
import { KernelError } from './error.js'
import { sortPlugins } from './order.js'
import { createPersist, memoryStorage, type StorageDriver } from './persist.js'
import { definePlugin, type Plugin, type Views } from './plugin.js'
import { createRead } from './read.js'
import type { AnyEvent, AnyService, Dispose, EventRef, Read, ServiceRef } from './refs.js'
import { createSlots } from './slots.js'
import { createStore, type Devtools, guard, type Report } from './store.js'
import { createViews } from './views.js'

export interface KernelOptions {
  readonly plugins: readonly Plugin[]
  /** Ids of plugins whose failure stops the boot (`createKernel` throws) or the start (`start` rejects). */
  readonly required?: readonly string[]
  /** Memory by default; in a browser `webStorage()`. */
  readonly storage?: StorageDriver
  /** Slot id → item ids: the host's own order wins over ranks. */
  readonly order?: Readonly<Record<string, readonly string[]>>
  /** The host's own handlers, made by `override(endpoint, handler)`. */
  readonly endpoints?: readonly EndpointOverride[]
  /** Everything that went wrong inside, with the id of the plugin it happened in (or `kernel`, `host`). The console by default. */
  readonly onError?: (error: unknown, plugin: string) => void
  readonly devtools?: Devtools
}

export interface PluginReport {
  readonly id: string
  readonly status: 'running' | 'refused' | 'withdrawn'
  /** Why it does not run. */
  readonly error?: unknown
  readonly needs: readonly string[]
  readonly wants: readonly string[]
  readonly owns: readonly string[]
  readonly provides: readonly string[]
  readonly views: readonly string[]
  readonly offers: readonly { readonly capability: string; readonly scope: string; readonly id: string }[]
}
/** A picture of the kernel at one moment. */
export interface KernelReport {
  /** Ids of the running plugins, in the order of their set-up. */
  readonly order: readonly string[]
  readonly plugins: readonly PluginReport[]
  readonly slots: readonly { readonly id: string; readonly items: readonly string[] }[]
  readonly stack: Views['history']
  /** Oldest first. */
  readonly events: readonly { readonly id: string; readonly at: number }[]
  /** `asked`: how often its handlers were asked, that is: not the cache and not a running request. */
  readonly endpoints: readonly {
    readonly id: string
    readonly handlers: readonly string[]
    readonly cached: number
    readonly running: number
    readonly asked: number
  }[]
}

export interface Kernel extends Read {
  readonly views: Views
  /** The state as set-up left it, before storage: what a server rendered. */
  readonly initial: Read
  /** Throws SERVICE_UNKNOWN when no running plugin provides it. */
  use<T>(service: ServiceRef<T>): T
  find<T>(service: ServiceRef<T>): T | undefined
  on<Payload>(event: EventRef<Payload>, handler: (payload: Payload) => void): Dispose
  on(every: '*', handler: (id: string, payload: unknown) => void): Dispose
  /** Called once after each change of anything that can be read. */
  subscribe(listener: () => void): Dispose
  /** Adds a plugin to the running ones; throws what would have been reported at the boot. Disposing takes along those that need it. */
  install(plugin: Plugin): Dispose
  /** Browser only: restores storage, then starts the plugins side by side. Resolves when all have started; the same promise each time. */
  start(): Promise<void>
  dispose(): void
  inspect(): KernelReport
}

interface Outcome {
  readonly status: PluginReport['status']
  readonly error?: unknown
  /** From the plugin that failed to this one. */
  readonly chain: readonly string[]
}
const toConsole: Report = (error, plugin) => globalThis.console?.error(`[portico] ${plugin}:`, error)
const idsOf = (refs: readonly { readonly id: string }[]) => refs.map(({ id }) => id)

/**
 * Makes a kernel and sets its plugins up, in the order of their needs. A plugin that cannot run is left out and reported, together
 * with those that need it; everything else runs. Touches no global: fit for servers, one kernel for each request.
 *
 * Throws a KernelError `REQUIRED` when a required plugin does not run.
 */
export function createKernel(options: KernelOptions): Kernel {
  const { required = [], devtools } = options
  const report: Report = (error, plugin) => guard(() => (options.onError ?? toConsole)(error, plugin), plugin, toConsole)

  const store = createStore(report, devtools?.commit)
  const bus = createBus(store, report, devtools?.event)
  const slots = createSlots(new Map(Object.entries(options.order ?? {})), report)
  const capabilities = createCapabilities(report)
  const read = createRead(store.states, capabilities, slots, store.revision)
  const views = createViews(store, read, report)
  const endpoints = createEndpoints(options.endpoints ?? [], read, report)
  const persist = createPersist(options.storage ?? memoryStorage(), store, report)
  const services: Shelves['services'] = new Map()
  const shelves: Shelves = { read, store, bus, slots, capabilities, views, endpoints, services, report }

  const outcomes = new Map<Plugin, Outcome>()
  const active = new Set<Running>()
  const life = new AbortController()
  let starting: Promise<void> | undefined

  /** Why `plugin` cannot have this service: nobody provides it, or who would does not run. */
  const missing = ({ id }: Plugin, need: AnyService) => {
    const [, outcome] = [...outcomes].find(([{ provides }]) => provides.some(service => service.id === need.id)) ?? []
    const chain = [...(outcome?.chain ?? []), id]
    const error = outcome
      ? new KernelError(
          'NEED_WITHDRAWN',
          `"${id}" needs the service "${need.id}", whose plugin does not run: ${chain.join(' → ')}.`,
          id,
          undefined,
          outcome.error,
        )
      : new KernelError(
          'MISSING_NEED',
          `"${id}" needs the service "${need.id}", which no running plugin provides.`,
          id,
          `include ${need.from ?? 'a plugin that does'}.`,
        )
    return { error, chain }
  }

  const takeDown = ({ plugin, controller, cleanups, undo }: Running) => {
    controller.abort()
    for (const cleanup of [...cleanups.reverse(), ...[...undo].reverse()]) guard(cleanup, plugin.id, report)
  }
  /** Withdraws a plugin and first, later ones before earlier ones, those that need it. */
  const withdraw = (running: Running, outcome?: Outcome) => {
    if (!active.delete(running)) return
    const { plugin } = running
    if (outcome) outcomes.set(plugin, outcome)
    else outcomes.delete(plugin)
    store.batch(() => {
      for (const other of [...active].reverse()) {
        const need = other.plugin.needs.find(({ id }) => services.get(id)?.plugin === plugin.id)
        if (!need) continue
        const { error, chain } = missing(other.plugin, need)
        withdraw(other, { status: 'withdrawn', error, chain })
        report(error, other.plugin.id)
      }
      takeDown(running)
    })
  }
  const fail = (running: Running, error: unknown) => {
    const { id } = running.plugin
    if (running.controller.signal.aborted) return
    withdraw(running, { status: 'withdrawn', error, chain: [id] })
    report(error, id)
  }
  const checkRequired = () => {
    for (const id of required) {
      if ([...active].some(({ plugin }) => plugin.id === id)) continue
      const [, outcome] = [...outcomes].find(([plugin]) => plugin.id === id) ?? []
      throw new KernelError('REQUIRED', `"${id}" is required and does not run.`, id, undefined, outcome?.error)
    }
  }

  /** Sets plugins up; answers those that run now and the errors of those that do not. */
  const setUp = (plugins: readonly Plugin[]) => {
    const fresh: Running[] = []
    const errors: { readonly error: unknown; readonly plugin: string }[] = []
    const refuse = (plugin: Plugin, error: unknown, chain: readonly string[] = [plugin.id]) => {
      outcomes.set(plugin, { status: 'refused', error, chain })
      errors.push({ error, plugin: plugin.id })
    }
    store.batch(() => {
      const { sorted, refused } = sortPlugins(
        plugins,
        [...active].map(({ plugin }) => plugin),
      )
      for (const [plugin, error] of refused) refuse(plugin, error)
      for (const plugin of sorted) {
        const need = plugin.needs.find(({ id }) => !services.has(id))
        if (need) {
          const { error, chain } = missing(plugin, need)
          refuse(plugin, error, chain)
          continue
        }
        const running: Running = { plugin, controller: new AbortController(), cleanups: [], undo: new Set(), starts: [] }
        active.add(running)
        outcomes.set(plugin, { status: 'running', chain: [] })
        try {
          const answer: unknown = plugin.setup(createContext(running, shelves))
          if (answer instanceof Promise) answer.catch(error => fail(running, error))
          const absent = plugin.provides.find(({ id }) => services.get(id)?.plugin !== plugin.id)
          if (absent) throw new KernelError('NOT_PROVIDED', `"${plugin.id}" declares the service "${absent.id}", but its setup did not provide it.`, plugin.id)
          fresh.push(running)
        } catch (error) {
          active.delete(running)
          takeDown(running)
          refuse(plugin, error)
        }
      }
    })
    for (const running of fresh) running.isUp = true
    return { fresh, errors }
  }

  /** Restores the slices of these plugins, then starts them side by side. */
  const launch = async (plugins: readonly Running[]) => {
    await persist.hydrate(plugins.flatMap(({ plugin }) => plugin.owns))
    const begin = async (running: Running, start: Start) => {
      const { signal } = running.controller
      try {
        if (!signal.aborted) await start(signal)
      } catch (error) {
        if (signal.aborted) return
        fail(running, error)
        checkRequired()
      }
    }
    await Promise.all(
      plugins.flatMap(running => {
        running.begin = start => void begin(running, start).catch(error => report(error, running.plugin.id))
        return running.starts.map(start => begin(running, start))
      }),
    )
    if (!life.signal.aborted) checkRequired()
  }

  const dispose = () => {
    if (life.signal.aborted) return
    persist.close()
    store.batch(() => {
      for (const running of [...active].reverse()) withdraw(running)
      hostViews.clear()
      life.abort()
    })
  }
  const checkLife = () => {
    if (life.signal.aborted) throw new KernelError('DISPOSED', 'This kernel was disposed.')
  }
  const find = <T>(ref: ServiceRef<T>) => services.get(ref.id)?.value as T | undefined

  const hostViews = views.face(undefined, life.signal)
  for (const { error, plugin } of setUp(entriesOf(options.plugins, report)).errors) report(error, plugin)
  try {
    checkRequired()
  } catch (error) {
    dispose()
    throw error
  }

  return Object.freeze<Kernel>({
    ...read,
    views: hostViews,
    initial: createRead(new Map(store.states), capabilities.copy(), slots.copy(), () => 0),
    find,
    use(ref) {
      const value = find(ref)
      if (value === undefined)
        throw new KernelError(
          'SERVICE_UNKNOWN',
          `No running plugin provides the service "${ref.id}".`,
          undefined,
          `include ${ref.from ?? 'a plugin that does'}.`,
        )
      return value
    },
    on: (event: AnyEvent | '*', handler: (...payload: never[]) => void) => bus.on(event === '*' ? event : event.id, handler, 'host'),
    subscribe: store.subscribe,
    install(entry) {
      checkLife()
      const [plugin] = entriesOf([entry], error => {
        throw error
      })
      const { fresh, errors } = setUp(plugin ? [plugin] : [])
      for (const { error } of errors) throw error
      if (starting) launch(fresh).catch(error => report(error, entry.id))
      return () => {
        for (const running of fresh) withdraw(running)
      }
    },
    start() {
      starting ??= (async () => {
        checkLife()
        await launch([...active])
      })()
      return starting
    },
    dispose,
    inspect: () => ({
      order: [...active].map(({ plugin }) => plugin.id),
      plugins: [...outcomes].map(([{ id, needs, wants, owns, provides }, { status, error }]) => ({
        id,
        status,
        ...(error !== undefined && { error }),
        needs: idsOf(needs),
        wants: idsOf(wants),
        owns: idsOf(owns),
        provides: idsOf(provides),
        views: views.ids(id),
        offers: capabilities.report(id),
      })),
      slots: slots.report(),
      stack: hostViews.history,
      events: [...bus.last],
      endpoints: endpoints.report(),
    }),
  })
}

/** The given plugins, complete even when they were made by hand; what is no plugin is reported and left out. */
function entriesOf(given: readonly Plugin[], report: Report): readonly Plugin[] {
  return given.flatMap(entry => {
    if (typeof entry?.id === 'string' && entry.id) return [definePlugin(entry) as Plugin]
    report(new KernelError('BAD_PLUGIN', 'Something in the list of plugins is no plugin.', undefined, 'call its function: send(), not send.'), 'host')
    return []
  })
}
