/** What a plugin is, and what it may do. */

import type { Draft } from 'immer'
import type {
  AnyEndpoint,
  AnyEvent,
  AnyService,
  AnySlice,
  AnyView,
  CapabilityRef,
  Dispose,
  EndpointRef,
  EventRef,
  Label,
  Rank,
  Read,
  SlotItem,
  SlotRef,
  TypeOf,
  Unread,
  ViewRef,
} from './refs.js'

/**
 * Anything that the interface can render with these props. A React component satisfies it; the
 * kernel imports no React.
 */
export type ViewComponent<Params> = (props: { readonly params: Params }) => unknown

/** What the module of a view exports. */
export interface ViewModule<Params> {
  readonly default: ViewComponent<Params>
  /**
   * Runs each time the view is loaded, before it is shown: restores a slice that the view shows.
   */
  readonly prepare?: (context: AnyPluginContext) => Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: entries of different params stand in one list.
export interface ViewEntry<Params = any> {
  readonly ref: ViewRef<Params>
  readonly load: () => Promise<ViewModule<Params>>
  /** What the header says. */
  readonly title?: Label
  /** Back closes the modal while this view is anywhere in the history (UnsupportedChain). */
  readonly backCloses?: boolean
  /** Answers false while the view must not be left (SIWXSignMessage while sign-in is required). */
  readonly canLeave?: (read: Read) => boolean
  /**
   * Runs when the view leaves the screen. A flow that ends with it is ended by its controller:
   * `context.watch(() => context.views.current?.id, …)`.
   */
  readonly onLeave?: () => void
}
/** Ties a view's ref to its component; does not compile when their params differ. */
export function view<Params>(
  ref: ViewRef<Params>,
  load: ViewEntry<Params>['load'],
  rules?: Omit<ViewEntry<Params>, 'ref' | 'load'>,
): ViewEntry<Params> {
  return { ref, load, ...rules }
}

export interface PluginSpec<
  Needs extends readonly AnyService[],
  Wants extends readonly AnyService[],
  Owns extends readonly AnySlice[],
  Provides extends readonly AnyService[],
> {
  /** A path: `chain/solana`, `feature/swap`, `connector/walletconnect`. */
  readonly id: string
  /** Services that must be there: the boot refuses the plugin when no plugin provides them. */
  readonly needs?: Needs
  /** Services that are used when they are there. */
  readonly wants?: Wants
  /** The slices that only this plugin may write. */
  readonly owns?: Owns
  /** Checked after setup; together with `needs` they give the order. */
  readonly provides?: Provides
  readonly views?: readonly ViewEntry[]
  /** Ids of plugins that cannot run beside this one. */
  readonly conflicts?: readonly string[]
  /** Wiring only: synchronous, no DOM, no network. Runs on the server too. */
  readonly setup?: (
    context: PluginContext<
      readonly Needs[number][],
      readonly Wants[number][],
      readonly Owns[number][],
      readonly Provides[number][]
    >,
  ) => void
}
declare const plugin: unique symbol
/**
 * A plugin, ready for `createKernel({ plugins })`. Its types were checked by `definePlugin` and are
 * forgotten here.
 */
export interface Plugin {
  readonly [plugin]?: true
  readonly id: string
  readonly needs: readonly AnyService[]
  readonly wants: readonly AnyService[]
  readonly owns: readonly AnySlice[]
  readonly provides: readonly AnyService[]
  readonly views: readonly ViewEntry[]
  readonly conflicts: readonly string[]
  setup(context: AnyPluginContext): void
}
// biome-ignore lint/suspicious/noExplicitAny: the kernel hands each plugin the context that its own spec declared.
export type AnyPluginContext = PluginContext<any, any, any, any>

export function definePlugin<
  const Needs extends readonly AnyService[] = readonly [],
  const Wants extends readonly AnyService[] = readonly [],
  const Owns extends readonly AnySlice[] = readonly [],
  const Provides extends readonly AnyService[] = readonly [],
>(spec: PluginSpec<Needs, Wants, Owns, Provides>): Plugin {
  return {
    needs: [],
    wants: [],
    owns: [],
    provides: [],
    views: [],
    conflicts: [],
    setup: () => undefined,
    ...spec,
  }
}

type ListOf<Access, Key extends string, Item> = Access extends {
  readonly [K in Key]: infer List extends readonly Item[]
}
  ? readonly List[number][]
  : readonly never[]
/** The context of a plugin that declared this much; lets a controller live in its own file. */
export type ContextOf<
  Access extends {
    needs?: readonly AnyService[]
    wants?: readonly AnyService[]
    owns?: readonly AnySlice[]
    provides?: readonly AnyService[]
  },
> = PluginContext<
  ListOf<Access, 'needs', AnyService>,
  ListOf<Access, 'wants', AnyService>,
  ListOf<Access, 'owns', AnySlice>,
  ListOf<Access, 'provides', AnyService>
>

/**
 * `unknown` where these are the names of all members of a service, and each is a method that
 * answers a promise; else what is wrong, for the compiler to say.
 */
type EveryMethod<Service, Named> = 0 extends 1 & Service
  ? unknown
  : Exclude<keyof Service, Named> extends never
    ? Service extends { readonly [Name in keyof Service]: (...args: never) => Promise<unknown> }
      ? unknown
      : { readonly 'a method that arrives later answers a promise': never }
    : { readonly 'not in the list': Exclude<keyof Service, Named> }

/** Some fields of a state. Undefined removes a value that may be missing. */
export type PatchOf<State> = { readonly [Key in keyof State]?: State[Key] | undefined }

/** An answer of an endpoint, with where it is from and how old it is. */
export interface Answered<Answer> {
  readonly value: Answer
  /** The id of the handler that gave it. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface PluginContext<
  Needs extends readonly AnyService[] = readonly [],
  Wants extends readonly AnyService[] = readonly [],
  Owns extends readonly AnySlice[] = readonly [],
  Provides extends readonly AnyService[] = readonly [],
> extends Read {
  /** Aborted when this plugin is disposed. */
  readonly signal: AbortSignal
  /** The same history for all plugins; see `Views`. */
  readonly views: Views
  // Properties, not methods: a wider context is assignable to a narrower one, and never the other
  // way round.
  /**
   * A service of `needs`. Throws UNDECLARED for any other, and an AbortError once this plugin is
   * disposed.
   */
  readonly use: <R extends Needs[number]>(service: R) => TypeOf<R>
  /** A service of `wants`, when a plugin provides it. */
  readonly find: <R extends Wants[number]>(service: R) => TypeOf<R> | undefined
  /**
   * Fills a service of `provides`; to be done in setup. A plain object is frozen, because all
   * plugins use the same one.
   */
  readonly provide: <R extends Provides[number]>(service: R, value: TypeOf<R>) => void
  /**
   * The service is callable at once; the first call loads the module. `methods` are the names of
   * all that the service has; each answers a promise.
   */
  readonly provideLazy: <
    R extends Provides[number],
    const Methods extends readonly (keyof TypeOf<R> & string)[],
  >(
    service: R,
    methods: Methods & EveryMethod<TypeOf<R>, Methods[number]>,
    load: () => Promise<{
      readonly create: (
        context: PluginContext<Needs, Wants, Owns, Provides>,
      ) => TypeOf<R> | Promise<TypeOf<R>>
    }>,
  ) => void
  /**
   * Writes a slice of `owns`, in the manner of immer. Synchronous: await outside, commit inside.
   * What the recipe answers is not looked at.
   */
  readonly update: <R extends Owns[number]>(
    slice: R,
    recipe: (draft: Draft<TypeOf<R>>) => void,
  ) => void
  /** Replaces these fields of a slice of `owns`, and leaves the others as they are. */
  readonly patch: <R extends Owns[number]>(slice: R, change: PatchOf<TypeOf<R>>) => void
  /** Back to `initial()`; no change when it is there already. */
  readonly reset: (slice: Owns[number]) => void
  /**
   * Restores a slice whose `persist` has a `summary`: at once, or as soon as storage was read.
   * `saved` is undefined where nothing was saved, or where `restore` threw for it, which is
   * reported. Resolves when the slice is restored, and rejects when the plugin is disposed before.
   * From then on the slice can be written, and `restore` reads what other tabs write.
   */
  readonly restore: <R extends Owns[number]>(
    slice: R,
    restore: (saved: unknown, version: number, fresh: TypeOf<R>) => Exclude<TypeOf<R>, Unread>,
  ) => Promise<void>
  /**
   * Fills a capability at a scope (`eip155`, or `eip155:10` for one network). Throws DUPLICATE when
   * it is offered there already.
   * `place` is for capabilities that are defined as many; its id is the plugin's where it is left
   * out.
   */
  offer<T>(
    capability: CapabilityRef<T>,
    scope: string,
    value: T,
    place?: { id?: string; rank?: Rank },
  ): void
  /**
   * Adds an item to a slot until it is disposed. Throws DUPLICATE when the slot has an item of that
   * id.
   */
  contribute<Item extends SlotItem>(slot: SlotRef<Item>, item: Item): Dispose
  /**
   * Answers an endpoint. Handlers run by rank; the next one when one throws or when its
   * `when` is false. Without effect where the host overrides the endpoint. Throws DUPLICATE for a
   * second handler of one id (by default the plugin's).
   */
  handle<Ask, Answer>(
    endpoint: EndpointRef<Ask, Answer>,
    handler: (ask: Ask, signal: AbortSignal) => Promise<Answer>,
    place?: { id?: string; rank?: Rank; when?: (ask: Ask, read: Read) => boolean },
  ): void
  /**
   * Calls an endpoint: its cache, else the request that is under way for the same key, else its
   * handlers. The request is aborted when the last caller leaves. Rejects with what the last
   * handler threw, with NOT_HANDLED when none applies, with COOLING_DOWN when all that apply failed
   * a short while ago, and with the signal's reason when this plugin or `signal` is aborted.
   * Answers are frozen.
   */
  call<Ask, Answer>(
    endpoint: EndpointRef<Ask, Answer>,
    ask: Ask,
    signal?: AbortSignal,
  ): Promise<Answered<Answer>>
  /** Forgets the answers of an endpoint; those under way reach their callers and are not kept. */
  invalidate(endpoint: AnyEndpoint): void
  /**
   * Calls the handler for each of these events. What it throws, now or later, is reported; other
   * handlers are still called.
   */
  on<Payload>(event: EventRef<Payload>, handler: (payload: Payload) => void): Dispose
  on<const Events extends readonly AnyEvent[]>(
    events: Events,
    handler: (payload: TypeOf<Events[number]>) => void,
  ): Dispose
  /** Announces a fact: all that its handlers change is one notification. */
  emit<Payload>(
    event: EventRef<Payload>,
    ...payload: [Payload] extends [void] ? [] : [payload: Payload]
  ): void
  /**
   * The one effect: runs when the selected value changes (not at once; `Object.is`, or arrays of
   * the same members). The previous run's signal is aborted. In setup it begins with the state at
   * the end of the boot.
   */
  watch<Value>(
    select: (read: Read) => Value,
    run: (value: Value, signal: AbortSignal) => void | Promise<void>,
  ): Dispose
  /**
   * Browser only, after storage was read. Plugins start in parallel. An error withdraws the plugin.
   * Once started, it runs at once.
   */
  onStart(run: (signal: AbortSignal) => void | Promise<void>): void
  /**
   * Runs when the plugin goes, the last one first, before the kernel withdraws what the plugin
   * filled.
   */
  onDispose(cleanup: Dispose): void
  /** Hands an error to `createKernel({ onError })` under this plugin's name. */
  report(error: unknown): void
}

export interface CurrentView {
  readonly id: string
  readonly params: unknown
}
export interface Views {
  readonly current: CurrentView | undefined
  /** Oldest first; the last one is on screen. */
  readonly history: readonly CurrentView[]
  has(ref: AnyView): boolean
  /** The entry behind an id, for the outlet and the header. */
  entry(id: string): ViewEntry | undefined
  /**
   * Does nothing when the same view with equal params is current. Throws VIEW_UNKNOWN for a view
   * that no plugin registered.
   */
  push<Params>(
    ref: ViewRef<Params>,
    ...params: [Params] extends [void] ? [] : [params: Params]
  ): void
  replace<Params>(
    ref: ViewRef<Params>,
    ...params: [Params] extends [void] ? [] : [params: Params]
  ): void
  reset<Params>(
    ref: ViewRef<Params>,
    ...params: [Params] extends [void] ? [] : [params: Params]
  ): void
  /**
   * False: nothing to go back to (or a view in the history says that back closes), so the shell
   * closes.
   */
  back(): boolean
  /** Empties the history: the modal is closed. */
  clear(): void
}
