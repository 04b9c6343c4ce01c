/** Asking the Esplora endpoints of a network: in their order, one after the other, until one gives an answer that makes sense. */
import { once, unlessAborted, withTimeout } from '@portico/kernel'
import { ChainError, createJoin, message } from '@portico/kernel/contracts'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'

export interface TextAnswer {
  readonly status: number
  readonly body: string
}
export interface Endpoints {
  /**
   * Asks for a path, or posts to it. `read` throws for what is no answer to the question: then the next endpoint is asked. The same question at once is asked once.
   *
   * Throws a ChainError: CHAIN_NO_ENDPOINT, CHAIN_NETWORK when they serve another chain, CHAIN_ANSWER when what they say makes no sense, CHAIN_UNAVAILABLE.
   */
  ask<Value>(path: string, read: (answer: TextAnswer) => Value, signal: AbortSignal, body?: string): Promise<Value>
}
interface Endpoint {
  readonly base: string
  /** Whether it serves the network; asked once. */
  readonly isRight: () => Promise<boolean>
  /** When it may be asked again, on the monotonic clock. */
  restsUntil: number
  failures: number
}

// The largest thing asked for is a transaction in hex: 4 million weight units at most.
const mostBytes = 9_000_000
const longestRestMs = 3_600_000

/** `endpointTimeoutMs` is for the whole question: with several endpoints each gets its share of it, so that the last one has its chance. */
export function createEndpoints({ rpcUrls, id }: BitcoinNetwork, { endpointTimeoutMs, signal: life }: Bip122Setup): Endpoints {
  const join = createJoin()
  const patienceMs = endpointTimeoutMs / Math.max(1, rpcUrls.length)
  const endpoints = rpcUrls.map((base): Endpoint => {
    const isRight = once(async () => {
      const { status, body } = await exchange(`${base}/block-height/0`, undefined, life)
      if (status !== 200 || !/^[\da-f]{64}\s*$/.test(body)) throw new ChainError('CHAIN_ANSWER')
      return body.startsWith(id)
    })
    return { base, isRight, restsUntil: 0, failures: 0 }
  })

  const askOne = async <Value>(endpoint: Endpoint, path: string, body: string | undefined, read: (answer: TextAnswer) => Value, signal: AbortSignal) => {
    // Nothing that an endpoint says counts before it said that it serves the right network; nothing is posted to one that has not.
    const right = unlessAborted(endpoint.isRight(), signal)
    const check = async () => {
      if (!(await right)) throw new ChainError('CHAIN_NETWORK')
    }
    if (body !== undefined) await check()
    const [answer] = await Promise.all([exchange(endpoint.base + path, body, signal), check()])
    return read(answer)
  }
  const askAll = async <Value>(path: string, body: string | undefined, read: (answer: TextAnswer) => Value, signal: AbortSignal): Promise<Value> => {
    const causes: unknown[] = []
    for (const endpoint of endpoints) {
      if (endpoint.restsUntil > performance.now()) continue
      try {
        const value = await withTimeout(within => askOne(endpoint, path, body, read, within), patienceMs, signal)
        endpoint.failures = 0
        return value
      } catch (error) {
        signal.throwIfAborted()
        if (isFinal(error)) throw error
        causes.push(error)
        endpoint.failures++
        if (error instanceof Busy) endpoint.restsUntil = performance.now() + (error.retryAfterMs ?? Math.min(30_000, 2_000 * 2 ** endpoint.failures))
      }
    }
    throw failureOf(causes)
  }
  return {
    async ask(path, read, signal, body) {
      signal.throwIfAborted()
      if (!endpoints.length) throw new ChainError('CHAIN_NO_ENDPOINT')
      return join(endpoints, `${path} ${body ?? ''}`, within => askAll(path, body, read, within), signal)
    },
  }
}

/** The endpoint wants to be left alone (429, 503), or is broken (5xx). */
class Busy extends ChainError {
  readonly retryAfterMs: number | undefined
  constructor(status: number, retryAfterMs: number | undefined) {
    super('CHAIN_UNAVAILABLE', message('bip122.status', 'The service answered with an error ({status}).', { status }))
    this.retryAfterMs = retryAfterMs
  }
}
/** Said by the network itself, so that no other endpoint would say otherwise. */
const isFinal = (error: unknown): boolean => error instanceof ChainError && error.code === 'CHAIN_REFUSED'

/** One word for all that went wrong: only what all have in common is said of all. */
function failureOf(causes: readonly unknown[]): ChainError {
  const [cause] = causes
  for (const code of ['CHAIN_NETWORK', 'CHAIN_ANSWER'] as const) {
    if (causes.length && causes.every(one => one instanceof ChainError && one.code === code)) return new ChainError(code, undefined, { cause })
  }
  return new ChainError('CHAIN_UNAVAILABLE', undefined, { cause })
}

async function exchange(url: string, body: string | undefined, signal: AbortSignal): Promise<TextAnswer> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer', ...(body !== undefined && { method: 'POST', body }) })
  const { status } = response
  if (status === 429 || status >= 500) {
    await response.body?.cancel()
    throw new Busy(status, retryAfterMs(response))
  }
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > mostBytes) {
      await reader.cancel()
      throw new ChainError('CHAIN_ANSWER')
    }
    text += decoder.decode(value, { stream: true })
  }
  return { status, body: text + decoder.decode() }
}

/** Undefined when the endpoint does not say. */
function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longestRestMs)
}
