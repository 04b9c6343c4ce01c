/** The kernel: order, set-up, start, isolation and disposal of plugins. */
import { once } from './async.js'
import { createBus } from './bus.js'
import { createContext, createRunning, type Parts, type Running, serviceAt } from './context.js'
import type { Endpoints } from './endpoints.js'
import { refusal } from './error.js'
import type { EndpointOverride } from './override.js'
import { definePlugin, type Plugin, type Views } from './plugin.js'
import { sortPlugins } from './plugin-order.js'
import { createRead } from './read.js'
import type { AnyEvent, AnyService, Dispose, EventRef, Read, ServiceRef } from './refs.js'
import { createRegistry, type Entry, placeOf } from './registry.js'
import { createPersist } from './slice-storage.js'
import type { StorageDriver } from './storage-driver.js'
import { createStore, type Devtools, guard, type Report } from './store.js'
import { createViews } from './views.js'

export interface KernelOptions {
  readonly plugins: readonly Plugin[]
  /**
   * Ids of plugins whose failure stops the boot (`createKernel` throws) or the start (`start`
   * rejects).
   */
  readonly required?: readonly string[]
  /** In a browser `webStorage()`. Without storage nothing is persisted. */
  readonly storage?: StorageDriver | undefined
  /** Item ids by slot id: the order of the host wins over ranks. */
  readonly order?: Readonly<Record<string, readonly string[]>>
  /** The handlers of the host, made by `override(endpoint, handler)`. */
  readonly endpoints?: readonly EndpointOverride[]
  /**
   * Receives every error with the id of its plugin (or `kernel`, `host`). Logs to the console by
   * default.
   */
  readonly onError?: ((error: unknown, plugin: string) => void) | undefined
  readonly devtools?: Devtools
}

/** The start of a plugin is reported as late after this time. Milliseconds. */
const timeoutMs = 3_000

/** A snapshot of the kernel. */
export interface KernelReport {
  /** Ids of the running plugins, in the order of their set-up. */
  readonly order: readonly string[]
  /**
   * All plugins that were passed, with their declarations. `error` says why a plugin does not run.
   */
  readonly plugins: readonly (Plugin & {
    readonly status: 'running' | 'failed'
    readonly error?: unknown
  })[]
  /**
   * The entries of the registry: services, offers, slot items, views, slices and handlers, by place
   * (kind, id of the ref and scope, separated by spaces).
   */
  readonly registry: readonly ({ readonly place: string } & Entry)[]
  readonly stack: Views['history']
  /** The last events, oldest first. */
  readonly events: readonly { readonly id: string; readonly at: number }[]
  /**
   * `handlerCalls`: how often a handler was called, without answers from the cache or from a
   * running request.
   */
  readonly endpoints: readonly {
    readonly id: string
    readonly cached: number
    readonly running: number
    readonly handlerCalls: number
  }[]
}

export interface Kernel extends Read {
  readonly views: Views
  /** The state after set-up and before storage was read, as a server renders it. */
  readonly initial: Read
  /** Throws SERVICE_UNKNOWN when no running plugin provides it. */
  use<T>(service: ServiceRef<T>): T
  find<T>(service: ServiceRef<T>): T | undefined
  on<Payload>(event: EventRef<Payload>, handler: (payload: Payload) => void): Dispose
  on(every: '*', handler: (id: string, payload: unknown) => void): Dispose
  /** Calls the listener once after each change of state, slots, offers or views. */
  subscribe(listener: () => void): Dispose
  /**
   * Adds a plugin to the running ones; throws the error that the boot would report. Disposing it
   * also disposes the plugins that need it.
   */
  install(plugin: Plugin): Dispose
  /**
   * Browser only: restores storage, before it returns where that answers at once, then starts the
   * plugins side by side. Resolves when all have started, the same promise each time. One that
   * hangs for 3 s is reported with a KernelError `TIMEOUT` and waited for no longer.
   */
  start(): Promise<void>
  /**
   * Deletes what is stored, except preferences, resets the slices and announces `forgottenEvent`,
   * in every tab. Throws a KernelError `NOT_FORGOTTEN` where storage, or a plugin, did not delete
   * everything. Call it after `start`, and `disconnectAndForget` where wallets may be connected.
   */
  forget(): Promise<void>
  dispose(): void
  /**
   * Passes an error to `onError` under the id of a plugin, such as one that a view threw. Never
   * throws.
   */
  report(error: unknown, plugin: string): void
  inspect(): KernelReport
}

// biome-ignore lint/suspicious/noConsole: the default of a host without onError.
const toConsole: Report = (error, plugin) => console.error(`[portico] ${plugin}:`, error)

/**
 * Creates a kernel and sets up its plugins in the order of their needs. A plugin that cannot run is
 * reported and left out, together with the plugins that need it. Touches no global, so a server can
 * create one kernel for each request.
 *
 * Throws a KernelError `REQUIRED` when a required plugin does not run.
 */
export function createKernel(options: KernelOptions): Kernel {
  const { required = [], onError = toConsole, devtools } = options
  const report: Report = (error, plugin) =>
    guard(
      () => onError(error, plugin),
      second => toConsole(second, 'host'),
    )
  const hostFailed = (error: unknown) => report(error, 'host')
  const store = createStore(report, devtools)
  const registry = createRegistry(options.order ?? {}, store.touch)
  const read = createRead(store.states, registry, report)
  const bus = createBus(store, devtools)
  const views = createViews(store, registry, read, report)
  let traffic: Endpoints | undefined
  const arrive = once(() =>
    import('./endpoints.js').then(code => (traffic = code.createEndpoints(registry, read))),
  )
  const endpoints: Parts['endpoints'] = {
    call: async (...ask) => (traffic ?? (await arrive())).call(...ask),
    invalidate: ref => traffic?.invalidate(ref),
  }
  const persist = createPersist(options.storage, store, bus, report)
  const parts: Parts = {
    read,
    store,
    registry,
    bus,
    views,
    endpoints,
    restore: persist.restore,
    report,
  }

  const active = new Map<string, Running>()
  /**
   * The plugins that do not run: the error, and the ids from the plugin that failed first to this
   * one.
   */
  const failures = new Map<
    string,
    { readonly plugin: Plugin; readonly error: unknown; readonly chain: string }
  >()
  const life = new AbortController()
  const hostViews = views.viewsOf(undefined, life.signal)
  let starting: Promise<void> | undefined

  const lacks = (service: AnyService) => serviceAt(registry, service) === undefined
  /** Disposes a plugin, after the plugins that need it, the later ones first. */
  const stop = (running: Running, because?: () => void) =>
    store.batch(() => {
      const { plugin, controller, cleanups, undo } = running
      const { id } = plugin
      because?.()
      if (active.get(id) !== running) return
      active.delete(id)
      for (const other of [...active.values()].reverse()) {
        const need = other.plugin.needs.find(
          need => registry.at(placeOf('service', need))[0]?.plugin === id,
        )
        if (need) stop(other, () => lack(other.plugin, need))
      }
      controller.abort()
      for (const cleanup of [...undo, ...cleanups].reverse())
        guard(cleanup, error => report(error, id))
    })
  const fail = (plugin: Plugin, error: unknown, chain = plugin.id) => {
    failures.set(plugin.id, { plugin, error, chain })
    report(error, plugin.id)
  }
  /** Skips a plugin whose required service has no running provider. */
  const lack = (plugin: Plugin, need: AnyService) => {
    const { id } = plugin
    const cause = [...failures.values()].find(({ plugin: { provides } }) =>
      provides.some(service => service.id === need.id),
    )
    if (!cause) return fail(plugin, refusal('MISSING_NEED', id, [id, need.id, need.from]))
    const chain = `${cause.chain} → ${id}`
    fail(plugin, refusal('NEED_FAILED', id, [id, need.id, chain], cause.error), chain)
  }
  const checkRequired = () => {
    const id = required.find(id => !active.has(id))
    if (id !== undefined && !life.signal.aborted)
      throw refusal('REQUIRED', id, [id], failures.get(id)?.error)
  }

  /** Sets one plugin up. Returns the plugin if it runs. */
  const bringUp = (plugin: Plugin, cycle: string | undefined) => {
    const { id, needs, provides, conflicts } = plugin
    const need = needs.find(lacks)
    const rival =
      [id, ...conflicts].find(other => active.has(other)) ??
      [...active.values()].find(({ plugin }) => plugin.conflicts.includes(id))?.plugin.id
    if (cycle) return fail(plugin, refusal('CYCLE', id, [id, cycle]))
    if (need) return lack(plugin, need)
    if (rival)
      return fail(
        plugin,
        refusal(rival === id ? 'DUPLICATE' : 'CONFLICT', id, [id, rival, `plugin ${id}`]),
      )

    const running = createRunning(plugin, error => stop(running, () => fail(plugin, error)))
    active.set(id, running)
    guard(() => {
      const answer: unknown = plugin.setup(createContext(running, parts))
      const absent = provides.find(lacks)
      if (absent) throw refusal('NOT_PROVIDED', id, [id, absent.id])
      failures.delete(id)
      return answer
    }, running.failed)
    return active.get(id) === running ? running : undefined
  }
  const setUp = (given: readonly Plugin[]) =>
    store.batch(() => {
      const usable: Plugin[] = []
      for (const [at, entry] of [given].flat().entries())
        guard(() => {
          const plugin = definePlugin(entry)
          const { id, needs, provides, conflicts } = plugin
          if (![id, ...needs, ...provides, ...conflicts].every(Boolean))
            throw refusal('BAD_PLUGIN', id, [at, id])
          usable.push(plugin)
        }, hostFailed)
      return sortPlugins(usable).flatMap(({ plugin, cycle }) => bringUp(plugin, cycle) ?? [])
    })

  /**
   * Resolves when a plugin has started or is disposed, or after a timeout, which is reported; the
   * plugin may start later. Most plugins have nothing to start.
   */
  const started = ({ plugin: { id }, starts, cleanups }: Running) =>
    starts.length &&
    new Promise<void>(resolve => {
      const timer = setTimeout(
        () => resolve(report(refusal('TIMEOUT', id, [timeoutMs]), id)),
        timeoutMs,
      )
      const done = () => resolve(clearTimeout(timer))
      cleanups.push(done)
      Promise.all(starts).then(done)
    })
  /** Restores the slices of these plugins, then starts the plugins in parallel. */
  const launch = async (plugins: readonly Running[]) => {
    await persist.hydrate(plugins.flatMap(({ plugin }) => plugin.owns))
    for (const { open } of plugins) open()
    await Promise.all(plugins.map(started))
    checkRequired()
  }
  const dispose = () => {
    if (life.signal.aborted) return
    persist.close()
    store.batch(() => {
      for (const running of [...active.values()].reverse()) stop(running)
      hostViews.clear()
      life.abort()
    })
  }
  const checkLife = () => {
    if (life.signal.aborted) throw refusal('DISPOSED')
  }

  for (const { endpoint, handler } of options.endpoints ?? [])
    registry.add(placeOf('endpoint', endpoint), {
      id: 'host',
      plugin: 'host',
      value: { run: handler },
    })
  setUp(options.plugins)
  try {
    checkRequired()
  } catch (error) {
    dispose()
    throw error
  }

  return Object.freeze<Kernel>({
    ...read,
    views: hostViews,
    initial: createRead(new Map(store.states), registry.copy(), report),
    find: <T>(ref: ServiceRef<T>) => serviceAt(registry, ref) as T | undefined,
    use<T>(ref: ServiceRef<T>) {
      if (lacks(ref)) throw refusal('SERVICE_UNKNOWN', undefined, [ref.id, ref.from])
      return serviceAt(registry, ref) as T
    },
    on: (event: AnyEvent | '*', handler: (...payload: never[]) => void) =>
      bus.on(event === '*' ? event : event.id, handler, hostFailed),
    subscribe: store.subscribe,
    report,
    install(plugin) {
      checkLife()
      const [running] = setUp([plugin])
      if (!running) throw failures.get(plugin?.id)?.error ?? refusal('BAD_PLUGIN')
      if (starting) launch([running]).catch(hostFailed)
      return () => stop(running)
    },
    start: () =>
      (starting ??= (async () => {
        checkLife()
        await launch([...active.values()])
      })()),
    forget: persist.forget,
    dispose,
    inspect: () => ({
      order: [...active.keys()],
      plugins: [
        ...[...active.values()].map(({ plugin }) => ({ ...plugin, status: 'running' as const })),
        ...[...failures.values()].map(({ plugin, error }) => ({
          ...plugin,
          status: 'failed' as const,
          error,
        })),
      ],
      registry: [...registry.places].flatMap(([place, entries]) =>
        [...entries.values()].map(entry => ({ place, ...entry })),
      ),
      stack: hostViews.history,
      events: [...bus.last],
      endpoints: traffic?.inspect() ?? [],
    }),
  })
}
