/** What the kernel hands to one plugin: the shelves, cut down to what it declared, silent after its disposal. */
import { once } from './async.js'
import type { Bus } from './bus.js'
import type { Capabilities } from './capabilities.js'
import type { Endpoints, Handler } from './endpoints.js'
import { isPlain, isSame } from './equal.js'
import { KernelError } from './error.js'
import type { AnyPluginContext, Plugin } from './plugin.js'
import type { AnyCapability, AnyEndpoint, AnyEvent, AnyService, AnySlice, Dispose, Rank, Read, SlotItem } from './refs.js'
import type { Slots } from './slots.js'
import { guard, type Report, type Store } from './store.js'
import type { ViewRegistry } from './views.js'

export interface Shelves {
  readonly read: Read
  readonly store: Store
  readonly bus: Bus
  readonly slots: Slots
  readonly capabilities: Capabilities
  readonly views: ViewRegistry
  readonly endpoints: Endpoints
  readonly services: Map<string, { readonly value: unknown; readonly plugin: string }>
  readonly report: Report
}
export type Start = (signal: AbortSignal) => void | Promise<void>
export interface Running {
  readonly plugin: Plugin
  readonly controller: AbortController
  /** The plugin's own clean-ups. */
  readonly cleanups: Dispose[]
  /** What the kernel withdraws. */
  readonly undo: Set<Dispose>
  readonly starts: Start[]
  /** Its set-up is over. */
  isUp?: boolean
  /** From then on `onStart` runs at once. */
  begin?: (start: Start) => void
}

const nothing = () => {}
const unset = Symbol()
/** What many hands share is not changed by one of them. Instances of classes may have fields of their own. */
const protect = <Value>(value: Value): Value => (isPlain(value) ? Object.freeze(value) : value)

export function createContext(running: Running, shelves: Shelves): AnyPluginContext {
  const { read, store, bus, slots, capabilities, views, endpoints, services, report } = shelves
  const { plugin, undo } = running
  const { id } = plugin
  const { signal } = running.controller

  const track = (withdraw: Dispose): Dispose => {
    const dispose = () => {
      if (undo.delete(dispose)) withdraw()
    }
    undo.add(dispose)
    return dispose
  }
  /** The same, for what can be read: says that something changed, now and then. */
  const shelve = (withdraw: Dispose): Dispose => {
    store.touch()
    return track(() => {
      withdraw()
      store.touch()
    })
  }
  const check = (list: readonly { readonly id: string }[], ref: { readonly id: string }, key: string) => {
    if (!list.some(one => one.id === ref.id)) throw new KernelError('UNDECLARED', `"${id}" does not declare "${ref.id}".`, id, `add it to the plugin's ${key}.`)
  }
  /** A flow that goes on after its plugin was disposed finds that nothing happens any more. */
  const alive =
    <Args extends readonly unknown[], Answer>(run: (...args: Args) => Answer, otherwise: Answer) =>
    (...args: Args) =>
      signal.aborted ? otherwise : run(...args)
  const service = (ref: AnyService) => services.get(ref.id)?.value

  const provide = alive((ref: AnyService, value: unknown) => {
    check(plugin.provides, ref, 'provides')
    services.set(ref.id, { value: protect(value), plugin: id })
    shelve(() => services.delete(ref.id))
  }, undefined)

  for (const slice of plugin.owns) shelve(store.add(slice, id))
  for (const entry of plugin.views) track(views.add(entry, id))

  const context = {
    ...read,
    signal,
    views: views.face(id, signal),
    use(ref: AnyService) {
      signal.throwIfAborted()
      check(plugin.needs, ref, 'needs')
      return service(ref)
    },
    find(ref: AnyService) {
      check(plugin.wants, ref, 'wants')
      return service(ref)
    },
    provide,
    provideLazy(
      ref: AnyService,
      methods: readonly string[],
      load: () => Promise<{ create(context: AnyPluginContext): Record<string, (...args: unknown[]) => unknown> }>,
    ) {
      const arrive = once(async () => {
        const { create } = await load()
        signal.throwIfAborted()
        return create(frozen)
      })
      provide(ref, Object.fromEntries(methods.map(method => [method, async (...args: unknown[]) => (await arrive())[method]?.(...args)])))
    },
    update: alive((slice: AnySlice, recipe: (draft: object) => void) => {
      check(plugin.owns, slice, 'owns')
      store.write(id, slice.id, draft => void recipe(draft))
    }, undefined),
    reset: alive((slice: AnySlice) => {
      check(plugin.owns, slice, 'owns')
      store.replace(id, slice.id, slice.initial())
    }, undefined),
    offer: alive((ref: AnyCapability, scope: string, value: unknown, place?: { id: string; rank?: Rank }) => {
      shelve(capabilities.offer(ref, scope, { id, ...place, value: protect(value), plugin: id }))
    }, undefined),
    contribute: alive((slot: { readonly id: string }, item: SlotItem) => shelve(slots.contribute(slot.id, protect(item), id)), nothing),
    handle: alive((ref: AnyEndpoint, run: Handler['run'], place?: Partial<Handler>) => {
      track(endpoints.handle(ref, { id, ...place, run, plugin: id }))
    }, undefined),
    call: (ref: AnyEndpoint, ask: unknown, own?: AbortSignal) => endpoints.call(ref, ask, own ? [signal, own] : [signal]),
    invalidate: endpoints.invalidate,
    on: alive((event: AnyEvent, handler: (payload: never) => unknown) => track(bus.on(event.id, handler, id)), nothing),
    emit: alive((event: AnyEvent, payload?: unknown) => bus.emit(event.id, protect(payload)), undefined),
    watch: alive((select: (read: Read) => unknown, run: (value: unknown, signal: AbortSignal) => unknown) => {
      let value: unknown = unset
      let isBroken = false
      let controller: AbortController | undefined
      const look = () => {
        try {
          const before = value
          const next = select(read)
          isBroken = false
          if (before !== unset && isSame(before, next)) return
          value = next
          if (before === unset) return
          controller?.abort()
          const { signal } = (controller = new AbortController())
          guard(() => run(next, signal), id, report, signal)
        } catch (error) {
          if (!isBroken) report(error, id)
          isBroken = true
        }
      }
      // During set-up the other plugins are still to come: the first look is the one at the end of the boot.
      if (running.isUp) look()
      store.watchers.add(look)
      return track(() => {
        store.watchers.delete(look)
        controller?.abort()
      })
    }, nothing),
    onStart(start: Start) {
      if (running.begin) running.begin(start)
      else running.starts.push(start)
    },
    onDispose: (cleanup: Dispose) => void running.cleanups.push(cleanup),
    report: (error: unknown) => report(error, id),
  }
  const frozen = Object.freeze(context) as unknown as AnyPluginContext
  return frozen
}
