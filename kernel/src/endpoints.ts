/**
 * Requests to services: ranked handlers, a cache, shared requests and a cool-down. All durations
 * are monotonic milliseconds. Loaded with the first call.
 */
import { freeze } from 'immer'
import { unlessAborted } from './async.js'
import { refusal } from './error.js'
import type { Handler } from './override.js'
import type { Answered } from './plugin.js'
import type { AnyEndpoint, Read } from './refs.js'
import { placeOf, type Registry } from './registry.js'
import { createResponseCache } from './response-cache.js'

interface Request {
  readonly controller: AbortController
  readonly answer: Promise<Answered<unknown>>
  callers: number
}
interface Traffic {
  readonly cache: ReturnType<typeof createResponseCache>
  running: Map<string, Request>
  handlerCalls: number
}
const textOf = (ask: unknown): string =>
  JSON.stringify(ask, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''

export type Endpoints = ReturnType<typeof createEndpoints>
export function createEndpoints(registry: Registry, read: Read) {
  const traffic = new Map<string, Traffic>()

  const trafficOf = ({ id }: AnyEndpoint) => {
    const known = traffic.get(id) ?? {
      cache: createResponseCache(),
      running: new Map(),
      handlerCalls: 0,
    }
    traffic.set(id, known)
    return known
  }
  /** Calls the handlers in order until one succeeds; throws the error of the last one. */
  const work = async (
    ref: AnyEndpoint,
    ask: unknown,
    signal: AbortSignal,
  ): Promise<Answered<unknown>> => {
    let error: unknown = refusal('NOT_HANDLED', undefined, [ref.id])
    for (const entry of registry.at(placeOf('endpoint', ref))) {
      const handler = entry.value as Handler
      const rest = (handler.rest?.until ?? 0) - performance.now()
      try {
        if (rest > 0)
          throw refusal(
            'COOLING_DOWN',
            entry.plugin,
            [ref.id, entry.id, Math.ceil(rest / 1000)],
            handler.rest?.error,
          )
        if (handler.when?.(ask, read) === false) continue
        return Object.freeze({
          value: freeze(await handler.run(ask, signal), true),
          source: entry.id,
          at: Date.now(),
        })
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
      // `invalidate` replaces the map: an older answer still reaches its callers, but is not
      // cached.
      if (ref.cacheFor > 0 && here.running === running) cache.set(key, answer, ref.cacheFor)
      return answer
    })
    here.handlerCalls++
    const request = { controller, answer, callers: 0 }
    running.set(key, request)
    return request
  }

  return {
    /** What `inspect()` tells of each endpoint. */
    inspect: () =>
      [...traffic].map(([id, { cache, running, handlerCalls }]) => ({
        id,
        cached: cache.size,
        running: running.size,
        handlerCalls,
      })),
    /** All callers of a key share one request, which is aborted when the last caller aborts. */
    async call(ref: AnyEndpoint, ask: unknown, signal: AbortSignal): Promise<Answered<unknown>> {
      signal.throwIfAborted()
      const { cache, running } = trafficOf(ref)
      const key = ref.key?.(ask) ?? textOf(ask)
      const cached = cache.get(key)
      if (cached) return cached
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
