/** Questions to the outside: ranked handlers, a cache, shared requests and a cool-down. All spans are monotonic milliseconds. Arrives with the first call. */
import { freeze } from 'immer'
import { unlessAborted } from './async.js'
import { refusal } from './error.js'
import type { Handler } from './override.js'
import type { Answered } from './plugin.js'
import type { AnyEndpoint, Read } from './refs.js'
import { placeOf, type Shelf } from './shelf.js'

interface Request {
  readonly controller: AbortController
  readonly answer: Promise<Answered<unknown>>
  callers: number
}
interface Traffic {
  readonly cache: Map<string, { readonly answer: Answered<unknown>; readonly until: number }>
  running: Map<string, Request>
  asked: number
}
const textOf = (ask: unknown): string => JSON.stringify(ask, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''
/** Answers kept for one endpoint, then it begins anew. */
const kept = 200

export type Endpoints = ReturnType<typeof createEndpoints>
export function createEndpoints(shelf: Shelf, read: Read) {
  const traffic = new Map<string, Traffic>()

  const trafficOf = ({ id }: AnyEndpoint) => {
    const known = traffic.get(id) ?? { cache: new Map(), running: new Map(), asked: 0 }
    traffic.set(id, known)
    return known
  }
  /** Asks one handler after the other; throws what the last one threw. */
  const work = async (ref: AnyEndpoint, ask: unknown, signal: AbortSignal): Promise<Answered<unknown>> => {
    let error: unknown = refusal('NOT_HANDLED', undefined, [ref.id])
    for (const entry of shelf.at(placeOf('endpoint', ref))) {
      const handler = entry.value as Handler
      const rest = (handler.rest?.until ?? 0) - performance.now()
      try {
        if (rest > 0) throw refusal('COOLING_DOWN', entry.plugin, [ref.id, entry.id, Math.ceil(rest / 1000)], handler.rest?.error)
        if (handler.when?.(ask, read) === false) continue
        return Object.freeze({ value: freeze(await handler.run(ask, signal), true), source: entry.id, at: Date.now() })
      } catch (thrown) {
        signal.throwIfAborted()
        error = thrown
        if (rest <= 0) handler.rest = { until: performance.now() + ref.coolDown, error }
      }
    }
    throw error
  }
  const begin = (ref: AnyEndpoint, key: string, ask: unknown): Request => {
    const here = trafficOf(ref)
    const { cache, running } = here
    const controller = new AbortController()
    const answer = work(ref, ask, controller.signal).then(answer => {
      // After `invalidate` the map is another one: this answer is from before, and only its callers get it.
      if (ref.cacheFor > 0 && here.running === running) {
        if (cache.size >= kept) cache.clear()
        cache.set(key, { answer, until: performance.now() + ref.cacheFor })
      }
      return answer
    })
    here.asked++
    const request = { controller, answer, callers: 0 }
    running.set(key, request)
    return request
  }

  return {
    traffic,
    /** The request is shared by all callers of its key, and aborted when the last of them leaves. */
    async call(ref: AnyEndpoint, ask: unknown, signal: AbortSignal): Promise<Answered<unknown>> {
      signal.throwIfAborted()
      const { cache, running } = trafficOf(ref)
      const key = ref.key?.(ask) ?? textOf(ask)
      const cached = cache.get(key)
      if (cached && performance.now() < cached.until) return cached.answer
      const request = running.get(key) ?? begin(ref, key, ask)
      request.callers++
      try {
        return await unlessAborted(request.answer, signal)
      } finally {
        if (!--request.callers) {
          if (running.get(key) === request) running.delete(key)
          request.controller.abort()
        }
      }
    },
    invalidate(ref: AnyEndpoint) {
      const here = trafficOf(ref)
      here.cache.clear()
      here.running = new Map()
    },
  }
}
