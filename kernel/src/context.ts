/**
 * The context of one plugin: access to the registry, limited to what the plugin declared, and inert
 * after its disposal.
 */
import { anySignal, once, unlessAborted, withTimeout } from './async.js'
import type { Bus } from './bus.js'
import type { Endpoints } from './endpoints.js'
import { isPlain, isSame } from './equal.js'
import { refusal } from './error.js'
import type { Handler } from './override.js'
import type { AnyPluginContext, Plugin, ViewEntry } from './plugin.js'
import type {
  AnyCapability,
  AnyEndpoint,
  AnyEvent,
  AnyService,
  AnySlice,
  Dispose,
  Rank,
  Read,
  SlotItem,
} from './refs.js'
import { type Entry, placeOf, type Registry } from './registry.js'
import type { createPersist } from './slice-storage.js'
import { freshState, guard, type Report, type Store } from './store.js'
import type { ViewHistory } from './views.js'

export interface Parts {
  readonly read: Read
  readonly store: Store
  readonly registry: Registry
  readonly bus: Bus
  readonly views: ViewHistory
  readonly endpoints: Pick<Endpoints, 'call' | 'invalidate'>
  readonly restore: ReturnType<typeof createPersist>['restore']
  readonly report: Report
}
const noop = () => undefined
/**
 * Milliseconds after which a view is shown although its `prepare` has not ended. Longer than
 * storage may take.
 */
const prepareTimeoutMs = 5_000

/** A running plugin with everything that its disposal undoes. */
export type Running = ReturnType<typeof createRunning>
export function createRunning(plugin: Plugin, failed: (error: unknown) => void) {
  const controller = new AbortController()
  const { signal } = controller
  let open: (value?: unknown) => void = noop
  const ready = new Promise(resolve => {
    open = resolve
  })
  return {
    plugin,
    controller,
    /** The clean-ups that the plugin registered. */
    cleanups: [] as Dispose[],
    /** The registrations that the kernel withdraws. */
    undo: new Set<Dispose>(),
    starts: [] as Promise<unknown>[],
    /** Resolves at the start, after storage was read. */
    ready,
    open,
    failed: (error: unknown) => {
      if (!signal.aborted) failed(error)
    },
  }
}
interface Provided {
  value?: unknown
}
type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** Freezes an object that several plugins share. Instances of classes may keep mutable fields. */
const protect = <Value>(value: Value): Value => (isPlain(value) ? Object.freeze(value) : value)

export const serviceAt = (registry: Registry, ref: AnyService) =>
  (registry.at(placeOf('service', ref))[0]?.value as Provided | undefined)?.value

export function createContext(
  running: Running,
  { read, store, registry, bus, views, endpoints, restore, report }: Parts,
): AnyPluginContext {
  const { plugin, undo } = running
  const { id } = plugin
  const { signal } = running.controller
  const reportError = (error: unknown) => signal.aborted || report(error, id)

  const track = (withdraw: Dispose): Dispose => {
    const dispose = () => {
      if (undo.delete(dispose)) withdraw()
    }
    undo.add(dispose)
    return dispose
  }
  const put = (place: string, value: unknown, rest?: Partial<Entry>, key?: string) =>
    track(registry.add(place, { id, ...rest, value, plugin: id }, key))
  /** Makes a method a no-op once the plugin is disposed, for flows that are still running. */
  const alive =
    <Args extends readonly unknown[], Answer>(run: (...args: Args) => Answer) =>
    (...args: Args) =>
      signal.aborted ? noop : run(...args)
  /** Throws for a ref that the plugin did not declare. */
  const declared =
    <Ref extends { readonly id: string }, Args extends readonly unknown[], Answer>(
      list: 'needs' | 'wants' | 'owns' | 'provides',
      run: (ref: Ref, ...args: Args) => Answer,
    ) =>
    (ref: Ref, ...args: Args): Answer => {
      signal.throwIfAborted()
      if (plugin[list].some(one => one.id === ref.id)) return run(ref, ...args)
      throw refusal('UNDECLARED', id, [id, ref.id, list])
    }

  const write = <Change>(apply: (draft: object, change: Change) => void) =>
    alive(
      declared('owns', (slice: AnySlice, change: Change) =>
        store.write(id, slice.id, draft => void apply(draft, change)),
      ),
    )

  for (const slice of plugin.owns) {
    put(placeOf('slice', slice), slice)
    store.states.set(slice.id, freshState(slice))
    track(() => store.states.delete(slice.id))
  }
  for (const entry of plugin.views) {
    const load: ViewEntry['load'] = async () => {
      const code = await entry.load()
      const { prepare } = code
      // A view that is not prepared shows less. An empty panel is worse.
      if (prepare)
        await withTimeout(
          () => prepare(context as AnyPluginContext),
          prepareTimeoutMs,
          signal,
        ).catch(reportError)
      return code
    }
    put(placeOf('view', entry.ref), protect({ ...entry, load }))
    track(() => views.drop(entry.ref.id))
  }
  for (const service of plugin.provides) put(placeOf('service', service), {})

  const provide = declared('provides', (ref: AnyService, value: unknown) => {
    const place = registry.at(placeOf('service', ref))[0]?.value as Provided
    place.value = protect(value)
  })
  const service = (ref: AnyService) => serviceAt(registry, ref)

  const context: object = Object.freeze({
    ...read,
    signal,
    views: views.viewsOf(id, signal),
    use: declared('needs', service),
    find: declared('wants', service),
    provide,
    provideLazy(
      ref: AnyService,
      methods: readonly string[],
      load: () => Promise<{ create(context: object): Methods | Promise<Methods> }>,
    ) {
      const arrive = once(async () => {
        const { create } = await load()
        signal.throwIfAborted()
        return unlessAborted(Promise.resolve(create(context)), signal)
      })
      provide(
        ref,
        Object.fromEntries(
          methods.map(name => [
            name,
            async (...args: unknown[]) => (await arrive())[name]?.(...args),
          ]),
        ),
      )
    },
    update: write((draft, recipe: (draft: object) => void) => recipe(draft)),
    patch: write(Object.assign<object, object>),
    reset: alive(
      declared('owns', (slice: AnySlice) => store.replace(id, slice.id, slice.initial())),
    ),
    restore: alive(
      declared('owns', (slice: AnySlice, read: Parameters<typeof restore>[1]) => {
        restore(slice, read)
        const done = unlessAborted(running.ready, signal)
        // Callers that only register the restore function do not handle the abort.
        done.catch(noop)
        return done
      }),
    ),
    offer: alive(
      (ref: AnyCapability, scope: string, value: unknown, place?: { id?: string; rank?: Rank }) => {
        put(
          placeOf('capability', ref, scope),
          protect(value),
          place,
          ref.many ? (place?.id ?? id) : '',
        )
      },
    ),
    contribute: alive((slot: { readonly id: string }, item: SlotItem) =>
      put(placeOf('slot', slot), protect(item), { id: item.id, rank: item.rank }, item.id),
    ),
    handle: alive(
      (
        ref: AnyEndpoint,
        run: Handler['run'],
        place?: { id?: string; rank?: Rank; when?: Handler['when'] },
      ) => {
        const here = placeOf('endpoint', ref)
        if (registry.at(here)[0]?.plugin !== 'host')
          put(here, { run, when: place?.when }, place, place?.id ?? id)
      },
    ),
    // A signal for each call: Node warns of a leak when a hundred calls listen to one signal.
    call: (ref: AnyEndpoint, ask: unknown, own?: AbortSignal) =>
      endpoints.call(ref, ask, anySignal([signal, own])),
    invalidate: endpoints.invalidate,
    on: alive((events: AnyEvent | readonly AnyEvent[], handler: (payload: never) => unknown) => {
      const stops = [events].flat().map(event => bus.on(event.id, handler, reportError))
      return track(() => {
        for (const stop of stops) stop()
      })
    }),
    emit: alive((event: AnyEvent, payload?: unknown) => bus.emit(event.id, protect(payload))),
    watch: alive(
      (select: (read: Read) => unknown, run: (value: unknown, signal: AbortSignal) => unknown) => {
        let seen: { readonly value: unknown } | undefined
        let controller: AbortController | undefined
        let failure: unknown
        const look = () => {
          try {
            const before = seen
            seen = { value: select(read) }
            failure = undefined
            if (!before || isSame(before.value, seen.value)) return
            controller?.abort()
            controller = new AbortController()
            const { signal } = controller
            const { value } = seen
            guard(
              () => run(value, signal),
              error => signal.aborted || reportError(error),
            )
          } catch (error) {
            if (!failure) reportError(error)
            failure = error
          }
        }
        const unwatch = store.watch(look)
        // Selects first at the next flush, because other plugins are set up after this one.
        store.touch()
        return track(() => {
          unwatch()
          controller?.abort()
        })
      },
    ),
    onStart(start: (signal: AbortSignal) => unknown) {
      running.starts.push(
        running.ready.then(() => signal.aborted || start(signal)).catch(running.failed),
      )
    },
    onDispose: (cleanup: Dispose) =>
      signal.aborted ? cleanup() : void running.cleanups.push(cleanup),
    report: reportError,
  })
  return context as AnyPluginContext
}
