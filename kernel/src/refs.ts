/** Refs: the named, typed places that plugins fill and read. */

declare const carries: unique symbol

/** A named, typed place. Invariant in `T`, so that refs of similar types are not mixed up. */
export interface Ref<Kind extends string, T> {
  readonly kind: Kind
  readonly id: string
  readonly [carries]?: (value: T) => T
}
// biome-ignore lint/suspicious/noExplicitAny: a Ref is invariant, so only `any` matches each one.
export type TypeOf<R> = R extends { readonly [carries]?: (value: infer T) => any } ? T : never

export type EventRef<Payload> = Ref<'event', Payload>
export interface ServiceRef<T> extends Ref<'service', T> {
  /** The package that provides it, for the error without a provider. */
  readonly from?: string | undefined
}
/**
 * The id is `name@major`. With `many`, several plugins may offer it at one scope, each under an id
 * of its own.
 */
export interface CapabilityRef<T> extends Ref<'capability', T> {
  readonly many?: boolean
}
export interface ViewRef<Params> extends Ref<'view', Params> {
  /** The package that registers it, for the error without one. */
  readonly from?: string | undefined
}
export type SlotRef<Item extends SlotItem> = Ref<'slot', Item>
/**
 * How the items of a slot, in their order, answer one question. `report` takes what an item throws.
 */
export type Combine<Item, Ask extends readonly unknown[], Answer> = (
  items: readonly Item[],
  report: (error: unknown) => void,
  ...ask: Ask
) => Answer
/**
 * A slot whose items answer one question together:
 * `slot.combine(context.items(slot), context.report, ...ask)`.
 */
export interface CombinedSlotRef<Item extends SlotItem, Ask extends readonly unknown[], Answer>
  extends SlotRef<Item> {
  readonly combine: Combine<Item, Ask, Answer>
}
export interface SliceRef<State extends object> extends Ref<'slice', State> {
  /** A function, so that two kernels share no state. */
  readonly initial: () => State
  readonly persist?: PersistPolicy<State> | LazyPersistPolicy<State>
}
export interface EndpointRef<Ask, Answer> extends Ref<'endpoint', { ask: Ask; answer: Answer }> {
  /** Milliseconds that an answer is served from the cache. 0: never. */
  readonly cacheFor: number
  /**
   * Milliseconds for which a handler that failed is not called again. 0: it is called each time.
   */
  readonly coolDown: number
  /**
   * Requests with one key share a cache entry and a running request. By default the request as
   * JSON, with bigints as text.
   */
  readonly key?: (ask: Ask) => string
}

/** How a slice is persisted. `restore` receives untrusted data and returns a valid state. */
export interface PersistPolicy<State> {
  /** From 1 on. */
  readonly version: number
  pick(state: State): unknown
  /**
   * `version` is the one that was saved, never above the policy's own. `fresh` is the state as it
   * stands: at the start the initial one; when another tab wrote, the live one.
   */
  restore(saved: unknown, version: number, fresh: State): State
  /** True for choices such as the language, which `forget` does not delete. */
  readonly isPreference?: true
  readonly summary?: never
  readonly joins?: never
}

/**
 * The state of a slice whose saved data is not restored yet. The states of such a slice differ in
 * their `phase`.
 */
export interface Unread {
  readonly phase: 'unread'
}
/**
 * Like `PersistPolicy`, for a slice whose restore function is in code that loads later: that code
 * calls `context.restore(slice, restore)`. Until then the state is `unread`, it cannot be written,
 * and the saved data stays as it is.
 */
export interface LazyPersistPolicy<State> {
  readonly version: number
  pick(state: Exclude<State, Unread>): unknown
  /** The state until then: what a page has to know of the saved data before it loads more. */
  summary(saved: unknown): Extract<State, Unread>
  /**
   * The restore function joins the current state with what was saved, so what storage answers after
   * 2 s is not lost.
   */
  readonly joins?: true
  readonly isPreference?: never
  readonly restore?: never
}

export type Rank = 'first' | 'early' | 'normal' | 'late' | 'last'
export interface SlotItem {
  readonly id: string
  /** The order of the host (`createKernel({ order })`) wins over ranks. */
  readonly rank?: Rank
  readonly when?: (read: Read) => boolean
}

/** Read access to the kernel, for selectors, conditions and React. */
export interface Read {
  state<State extends object>(slice: SliceRef<State>): State
  /** The offer for this scope: `eip155:10` first, then `eip155`. */
  capability<T>(ref: CapabilityRef<T>, scope: string): T | undefined
  /** All offers of a `many` capability: nearest scope first, then rank. */
  capabilities<T>(
    ref: CapabilityRef<T>,
    scope: string,
  ): readonly { readonly id: string; readonly value: T }[]
  /** The items whose `when` is true, in order. The array stays the same until they change. */
  items<Item extends SlotItem>(slot: SlotRef<Item>): readonly Item[]
}

export type Dispose = () => void

/** A sentence for people: an id for translations and overrides, and the English text. */
export interface Label {
  readonly id: string
  readonly en: string
}

// biome-ignore-start lint/suspicious/noExplicitAny: a Ref is invariant in T, so "any ref of this kind" needs `any`.
export type AnyService = ServiceRef<any>
export type AnySlice = SliceRef<any>
export type AnyView = ViewRef<any>
export type AnyEvent = EventRef<any>
export type AnyEndpoint = EndpointRef<any, any>
export type AnyCapability = CapabilityRef<any>
// biome-ignore-end lint/suspicious/noExplicitAny: see above

/** A view that can be opened without params. */
export type PlainView = AnyView & { readonly [carries]?: (value: undefined) => unknown }

/**
 * Defines an event. Refs are frozen, because all plugins share them. Ids are in the past tense:
 * `walletConnected`.
 */
export function defineEvent<Payload = void>(id: string): EventRef<Payload> {
  return Object.freeze({ kind: 'event', id })
}
/** A part of the state with one owner. Plain data only. */
export function defineSlice<State extends object>(spec: {
  id: string
  initial: () => State
  persist?: [Extract<State, Unread>] extends [never]
    ? PersistPolicy<State>
    : LazyPersistPolicy<State>
}): SliceRef<State>
export function defineSlice<State extends object>(
  spec: Omit<SliceRef<State>, 'kind'>,
): SliceRef<State> {
  return Object.freeze({ kind: 'slice', ...spec })
}
/**
 * Defines a service, which one plugin provides and others call. `from` names the package to
 * include, for errors.
 */
export function defineService<T>(id: string, from?: string): ServiceRef<T> {
  return Object.freeze({ kind: 'service', id, from })
}
/** A small versioned contract that chain plugins offer per scope. */
export function defineCapability<T>(
  id: `${string}@${number}`,
  kind?: { many: true },
): CapabilityRef<T> {
  return Object.freeze({ kind: 'capability', id, ...kind })
}
/**
 * Defines an ordered collection that many plugins contribute to. `combine` says how its items
 * answer together, such as `firstAnswer`.
 */
export function defineSlot<Item extends SlotItem>(id: string): SlotRef<Item>
export function defineSlot<Item extends SlotItem, Ask extends readonly unknown[], Answer>(
  id: string,
  how: { readonly combine: Combine<Item, Ask, Answer> },
): CombinedSlotRef<Item, Ask, Answer>
export function defineSlot(id: string, how?: object): object {
  return Object.freeze({ kind: 'slot', id, ...how })
}
/** A named view of the modal. `from` names the package to include, for errors. */
export function defineView<Params = void>(id: string, from?: string): ViewRef<Params> {
  return Object.freeze({ kind: 'view', id, from })
}
/**
 * Defines a typed request to a service with a policy. By default nothing is cached, failures do not
 * cool down, and the key is the request as JSON (with bigints as text).
 */
export function defineEndpoint<Ask, Answer>(
  id: string,
  policy: { cacheFor?: number; coolDown?: number; key?: (ask: Ask) => string } = {},
): EndpointRef<Ask, Answer> {
  return Object.freeze({ kind: 'endpoint', id, cacheFor: 0, coolDown: 0, ...policy })
}
