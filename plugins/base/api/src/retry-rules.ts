/** Keeps the pauses that busy services ask for (situation R8). Times are monotonic milliseconds. */
import { HttpError } from '@portico/kernel/backend'

/** The upper limit of a requested pause. */
const longest = 3_600_000
const minute = 60_000
/** Fewer than five a minute. */
const retriesPerMinute = 4

interface OriginState {
  readonly retries: number[]
  /** The service requested a pause until then, with this status. */
  rest?: { readonly until: number; readonly status: number }
}

export function createRetryRules() {
  const known = new Map<string, OriginState>()
  const stateOf = (origin: string) => {
    const state = known.get(origin) ?? { retries: [] }
    known.set(origin, state)
    return state
  }

  return {
    /**
     * Returns the milliseconds until this origin may be requested.
     * Throws the HttpError of the last refusal when that is not before the deadline.
     */
    waitFor(origin: string, deadline: number): number {
      const { rest } = stateOf(origin)
      const left = rest ? rest.until - performance.now() : 0
      if (rest && rest.until >= deadline)
        throw new HttpError('HTTP_STATUS', { status: rest.status, retryInMs: left })
      return Math.max(left, 0)
    },
    /**
     * Records a refusal, and returns when to retry.
     * Never for a request that may have been carried out.
     */
    after(
      method: string,
      origin: string,
      { status, headers }: Response,
      retries: number,
      deadline: number,
    ): { retryInMs?: number; waitInMs?: number } {
      if (status !== 429 && status !== 503) return {}
      const state = stateOf(origin)
      const now = performance.now()
      const retryInMs = retryAfter(headers)
      if (retryInMs !== undefined) state.rest = { until: now + retryInMs, status }
      while (state.retries[0] !== undefined && state.retries[0] <= now - minute)
        state.retries.shift()
      const waitInMs = retryInMs ?? 1_000 * 2 ** retries
      const may =
        (status === 429 || method !== 'POST') &&
        state.retries.length < retriesPerMinute &&
        now + waitInMs < deadline
      if (may) state.retries.push(now + waitInMs)
      return { ...(retryInMs !== undefined && { retryInMs }), ...(may && { waitInMs }) }
    },
  }
}

/**
 * Reads seconds, or a date, which is compared with the service's own clock where the response has
 * it.
 */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - (Date.parse(headers.get('date') ?? '') || Date.now())
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longest)
}
