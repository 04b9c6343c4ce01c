/** Puts the parts together: order, set-up, start, isolation and disposal of plugins. */
import { once } from './async.js'
import { createBus } from './bus.js'
import { createContext, createRunning, type Parts, type Running, serviceAt } from './context.js'
import type { Endpoints } from './endpoints.js'
import { refusal } from './error.js'
import { sortPlugins } from './order.js'
import type { EndpointOverride } from './override.js'
import { createPersist, type StorageDriver } from './persist.js'
import { definePlugin, type Plugin, type Views } from './plugin.js'
import { createRead } from './read.js'
import type { AnyEvent, AnyService, Dispose, EventRef, Read, ServiceRef } from './refs.js'
import { createShelf, type Entry, placeOf } from './shelf.js'
import { createStore, type Devtools, guard, type Report } from './store.js'
import { createViews } from './views.js'

export interface KernelOptions {
  readonly plugins: readonly Plugin[]
  /** Ids of plugins whose failure stops the boot (`createKernel` throws) or the start (`start` rejects). */
  readonly required?: readonly string[]
  /** In a browser `webStorage()`. Without one nothing outlives the kernel. */
  readonly storage?: StorageDriver | undefined
  /** Slot id → item ids: the host's own order wins over ranks. */
  readonly order?: Readonly<Record<string, readonly string[]>>
  /** The host's own handlers, made by `override(endpoint, handler)`. */
  readonly endpoints?: readonly EndpointOverride[]
  /** Everything that went wrong inside, with the id of the plugin it happened in (or `kernel`, `host`). The console by default. */
  readonly onError?: ((error: unknown, plugin: string) => void) | undefined
  readonly devtools?: Devtools
}

/** Milliseconds that the start waits for a plugin. */
const patience = 3_000

/** A picture of the kernel at one moment. */
export interface KernelReport {
  /** Ids of the running plugins, in the order of their set-up. */
  readonly order: readonly string[]
  /** All that were given, with what they declared. `error` says why one does not run. */
  readonly plugins: readonly (Plugin & { readonly status: 'running' | 'failed'; readonly error?: unknown })[]
  /** Services, offers, slot items, views, slices and handlers: who fills which place (kind, id of the ref and scope, parted by blanks). */
  readonly shelf: readonly ({ readonly place: string } & Entry)[]
  readonly stack: Views['history']
  /** The last ones, oldest first. */
  readonly events: readonly { readonly id: string; readonly at: number }[]
  /** `asked`: how often its handlers were asked, that is: not the cache and not a running request. */
  readonly endpoints: readonly { readonly id: string; readonly cached: number; readonly running: number; readonly asked: number }[]
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
  /** Browser only: restores storage, before it returns where that answers at once, then starts the plugins side by side. Resolves when all have started, the same promise each time. One that hangs for 3 s is reported with a KernelError `TIMEOUT` and waited for no longer. */
  start(): Promise<void>
  dispose(): void
  /** Hands an error to `onError` under a plugin's name: how an interface says what went wrong in a plugin's view. Never throws. */
  report(error: unknown, plugin: string): void
  inspect(): KernelReport
}

// biome-ignore lint/suspicious/noConsole: the last resort, where the host takes no errors.
const toConsole: Report = (error, plugin) => console.error(`[portico] ${plugin}:`, error)

/**
 * Makes a kernel and sets its plugins up, in the order of their needs. A plugin that cannot run is left out and reported, together
 * with those that need it; everything else runs. Touches no global: fit for servers, one kernel for each request.
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
  const shelf = createShelf(options.order ?? {}, store.touch)
  const read = createRead(store.states, shelf, report)
  const bus = createBus(store, devtools)
  const views = createViews(store, shelf, read, report)
  let traffic: Endpoints | undefined
  const arrive = once(() =>
    import('./endpoints.js').then(code => {
      traffic = code.createEndpoints(shelf, read)
      return traffic
    }),
  )
  const endpoints: Parts['endpoints'] = {
    call: async (...ask) => (traffic ?? (await arrive())).call(...ask),
    invalidate: ref => traffic?.invalidate(ref),
  }
  const persist = createPersist(options.storage, store, report)
  const parts: Parts = { read, store, shelf, bus, views, endpoints, restore: persist.restore, report }

  const active = new Map<string, Running>()
  /** Plugins that do not run: why, and the ids from the plugin that failed first to this one. */
  const failures = new Map<string, { readonly plugin: Plugin; readonly error: unknown; readonly chain: string }>()
  const life = new AbortController()
  const hostViews = views.face(undefined, life.signal)
  let starting: Promise<void> | undefined

  const lacks = (service: AnyService) => serviceAt(shelf, service) === undefined
  /** Takes a plugin down; first, the later ones before the earlier ones, those that need it. */
  const stop = (running: Running, because?: () => void) =>
    store.batch(() => {
      const { plugin, controller, cleanups, undo } = running
      const { id } = plugin
      because?.()
      if (active.get(id) !== running) return
      active.delete(id)
      for (const other of [...active.values()].reverse()) {
        const need = other.plugin.needs.find(need => shelf.at(placeOf('service', need))[0]?.plugin === id)
        if (need) stop(other, () => lack(other.plugin, need))
      }
      controller.abort()
      for (const cleanup of [...undo, ...cleanups].reverse()) guard(cleanup, error => report(error, id))
    })
  const fail = (plugin: Plugin, error: unknown, chain = plugin.id) => {
    failures.set(plugin.id, { plugin, error, chain })
    report(error, plugin.id)
  }
  /** Leaves a plugin out because nobody provides this service, or because who would does not run. */
  const lack = (plugin: Plugin, need: AnyService) => {
    const { id } = plugin
    const cause = [...failures.values()].find(({ plugin: { provides } }) => provides.some(service => service.id === need.id))
    if (!cause) return fail(plugin, refusal('MISSING_NEED', id, [id, need.id, need.from]))
    const chain = `${cause.chain} → ${id}`
    fail(plugin, refusal('NEED_FAILED', id, [id, need.id, chain], cause.error), chain)
  }
  const checkRequired = () => {
    const id = required.find(id => !active.has(id))
    if (id !== undefined && !life.signal.aborted) throw refusal('REQUIRED', id, [id], failures.get(id)?.error)
  }

  /** Sets one plugin up; answers it when it runs now. */
  const bringUp = (plugin: Plugin, cycle: string | undefined) => {
    const { id, needs, provides, conflicts } = plugin
    const need = needs.find(lacks)
    const rival = [id, ...conflicts].find(other => active.has(other)) ?? [...active.values()].find(({ plugin }) => plugin.conflicts.includes(id))?.plugin.id
    if (cycle) return fail(plugin, refusal('CYCLE', id, [id, cycle]))
    if (need) return lack(plugin, need)
    if (rival) return fail(plugin, refusal(rival === id ? 'DUPLICATE' : 'CONFLICT', id, [id, rival, `plugin ${id}`]))

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
      for (const entry of [given].flat())
        guard(() => {
          const plugin = definePlugin(entry)
          const { id, needs, provides, conflicts } = plugin
          if (![id, ...needs, ...provides, ...conflicts].every(Boolean)) throw refusal('BAD_PLUGIN', undefined)
          usable.push(plugin)
        }, hostFailed)
      return sortPlugins(usable).flatMap(({ plugin, cycle }) => bringUp(plugin, cycle) ?? [])
    })

  /** Resolves when a plugin has started, is over, or keeps everybody waiting: then that is reported, and it may come later. Most have nothing to start. */
  const started = ({ plugin: { id }, starts, cleanups }: Running) =>
    starts.length &&
    new Promise<void>(resolve => {
      const timer = setTimeout(() => resolve(report(refusal('TIMEOUT', id, [patience]), id)), patience)
      const done = () => resolve(clearTimeout(timer))
      cleanups.push(done)
      Promise.all(starts).then(done)
    })
  /** Restores the slices of these plugins, then starts them side by side. */
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
    if (life.signal.aborted) throw refusal('DISPOSED', undefined)
  }

  for (const { endpoint, handler } of options.endpoints ?? []) shelf.add(placeOf('endpoint', endpoint), { id: 'host', plugin: 'host', value: { run: handler } })
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
    initial: createRead(new Map(store.states), shelf.copy(), report),
    find: <T>(ref: ServiceRef<T>) => serviceAt(shelf, ref) as T | undefined,
    use<T>(ref: ServiceRef<T>) {
      if (lacks(ref)) throw refusal('SERVICE_UNKNOWN', undefined, [ref.id, ref.from])
      return serviceAt(shelf, ref) as T
    },
    on: (event: AnyEvent | '*', handler: (...payload: never[]) => void) => bus.on(event === '*' ? event : event.id, handler, hostFailed),
    subscribe: store.subscribe,
    report,
    install(plugin) {
      checkLife()
      const [running] = setUp([plugin])
      if (!running) throw failures.get(plugin?.id)?.error ?? refusal('BAD_PLUGIN', undefined)
      if (starting) launch([running]).catch(hostFailed)
      return () => stop(running)
    },
    start() {
      starting ??= (async () => {
        checkLife()
        await launch([...active.values()])
      })()
      return starting
    },
    dispose,
    inspect: () => ({
      order: [...active.keys()],
      plugins: [
        ...[...active.values()].map(({ plugin }) => ({ ...plugin, status: 'running' as const })),
        ...[...failures.values()].map(({ plugin, error }) => ({ ...plugin, status: 'failed' as const, error })),
      ],
      shelf: [...shelf.places].flatMap(([place, entries]) => [...entries.values()].map(entry => ({ place, ...entry }))),
      stack: hostViews.history,
      events: [...bus.last],
      endpoints: [...(traffic?.traffic ?? [])].map(([id, { cache, running, asked }]) => ({ id, cached: cache.size, running: running.size, asked })),
    }),
  })
}
