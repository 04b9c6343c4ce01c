/** Questions to the outside: ranked handlers, a cache, shared requests and a cool-down. All times are monotonic milliseconds. */
import { freeze } from 'immer'
import { KernelError } from './error.js'
import type { Answered } from './plugin.js'
import type { AnyEndpoint, Dispose, EndpointRef, Rank, Read } from './refs.js'
import { byRank } from './slots.js'
import { guard, type Report } from './store.js'

export interface Handler {
  readonly id: string
  readonly plugin: string
  readonly rank?: Rank | undefined
  readonly when?: ((ask: unknown, read: Read) => boolean) | undefined
  readonly run: (ask: unknown, signal: AbortSignal) => Promise<unknown>
}
/** A handler of the host's own: it replaces those of the plugins. */
export interface EndpointOverride {
  readonly endpoint: AnyEndpoint
  readonly handler: (ask: unknown, signal: AbortSignal) => Promise<unknown>
}
/** Answers an endpoint from the host's own backend (or a stub in a test). The plugins' handlers are then not asked. */
export function override<Ask, Answer>(endpoint: EndpointRef<Ask, Answer>, handler: (ask: Ask, signal: AbortSignal) => Promise<Answer>): EndpointOverride {
  return { endpoint, handler: handler as EndpointOverride['handler'] }
}

interface Shared {
  readonly controller: AbortController
  readonly answer: Promise<Answered<unknown>>
  callers: number
}
interface Shelf {
  handlers: readonly Handler[]
  readonly cache: Map<string, { readonly answer: Answered<unknown>; readonly until: number }>
  running: Map<string, Shared>
  asked: number
}
/** Answers kept for one endpoint; the oldest goes first. */
const kept = 200

export type Endpoints = ReturnType<typeof createEndpoints>
export function createEndpoints(overrides: readonly EndpointOverride[], read: Read, report: Report) {
  const shelves = new Map<string, Shelf>()
  const resting = new WeakMap<Handler, { readonly until: number; readonly error: unknown }>()
  const fixed = new Set<string>()

  const shelfOf = (id: string) => {
    const shelf = shelves.get(id) ?? { handlers: [], cache: new Map(), running: new Map(), asked: 0 }
    shelves.set(id, shelf)
    return shelf
  }
  const add = (id: string, handler: Handler) => {
    const shelf = shelfOf(id)
    shelf.handlers = [...shelf.handlers, handler].sort(byRank)
    return shelf
  }
  for (const { endpoint, handler } of overrides) {
    add(endpoint.id, { id: 'host', plugin: 'host', run: handler })
    fixed.add(endpoint.id)
  }

  const askHandlers = async (ref: AnyEndpoint, handlers: readonly Handler[], ask: unknown, signal: AbortSignal): Promise<Answered<unknown>> => {
    let failure: { readonly error: unknown } | undefined
    let wait = 0
    for (const handler of handlers) {
      const rest = resting.get(handler)
      const left = rest ? rest.until - performance.now() : 0
      if (left > 0) {
        wait = wait ? Math.min(wait, left) : left
        failure ??= {
          error: new KernelError(
            'COOLING_DOWN',
            `"${ref.id}" failed and is asked again in ${Math.ceil(left / 1000)} s.`,
            handler.plugin,
            undefined,
            rest?.error,
          ),
        }
        continue
      }
      try {
        if (handler.when?.(ask, read) === false) continue
        const value = freeze(await handler.run(ask, signal), true)
        return Object.freeze({ value, source: handler.id, at: Date.now() })
      } catch (error) {
        signal.throwIfAborted()
        failure = { error }
        resting.set(handler, { until: performance.now() + ref.coolDown, error })
      }
    }
    throw failure
      ? failure.error
      : new KernelError(
          'NOT_HANDLED',
          `No running plugin answers "${ref.id}" for this ask.`,
          undefined,
          'include one that does, or pass override(…) in createKernel({ endpoints }).',
        )
  }

  const begin = (ref: AnyEndpoint, shelf: Shelf, key: string, ask: unknown): Shared => {
    const controller = new AbortController()
    const { running } = shelf
    shelf.asked++
    const answer = askHandlers(ref, shelf.handlers, ask, controller.signal)
    const shared: Shared = { controller, answer, callers: 0 }
    running.set(key, shared)
    const done = () => {
      if (running.get(key) === shared) running.delete(key)
    }
    answer.then(answer => {
      // After `invalidate` the map is another one: this answer is from before, and only its callers get it.
      if (ref.cacheFor > 0 && shelf.running === running && !controller.signal.aborted) {
        shelf.cache.delete(key)
        shelf.cache.set(key, { answer, until: performance.now() + ref.cacheFor })
        const [oldest] = shelf.cache.keys()
        if (shelf.cache.size > kept && oldest !== undefined) shelf.cache.delete(oldest)
      }
      done()
    }, done)
    return shared
  }

  return {
    handle(ref: AnyEndpoint, handler: Handler): Dispose {
      if (fixed.has(ref.id)) return () => {}
      const shelf = add(ref.id, handler)
      return () => {
        shelf.handlers = shelf.handlers.filter(one => one !== handler)
      }
    },
    call(ref: AnyEndpoint, ask: unknown, signals: readonly AbortSignal[]): Promise<Answered<unknown>> {
      return new Promise((resolve, reject) => {
        for (const signal of signals) signal.throwIfAborted()
        const shelf = shelfOf(ref.id)
        const key = ref.key(ask)
        const cached = shelf.cache.get(key)
        if (cached && performance.now() < cached.until) return resolve(cached.answer)

        const shared = shelf.running.get(key) ?? begin(ref, shelf, key, ask)
        const { running } = shelf
        shared.callers++
        const settle = () => {
          for (const signal of signals) signal.removeEventListener('abort', leave)
        }
        function leave(this: AbortSignal) {
          settle()
          reject(this.reason)
          if (--shared.callers) return
          if (running.get(key) === shared) running.delete(key)
          shared.controller.abort(this.reason)
        }
        for (const signal of signals) signal.addEventListener('abort', leave)
        shared.answer.then(resolve, reject).finally(settle)
      })
    },
    invalidate(ref: AnyEndpoint) {
      const shelf = shelfOf(ref.id)
      shelf.cache.clear()
      shelf.running = new Map()
    },
    report: () =>
      [...shelves].map(([id, { handlers, cache, running, asked }]) => ({
        id,
        handlers: handlers.map(({ id }) => id),
        cached: cache.size,
        running: running.size,
        asked,
      })),
  }
}
