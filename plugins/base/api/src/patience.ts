/** What a busy service asked for is kept (reliability R8). Times are monotonic milliseconds. */
import { HttpError } from '@portico/kernel/contracts'

/** A service that asks for more is believed, but not for longer than this. */
const longest = 3_600_000
const minute = 60_000
/** Fewer than five a minute. */
const retriesPerMinute = 4

interface Manners {
  readonly retries: number[]
  /** Asked to be left alone until then, with this status. */
  rest?: { readonly until: number; readonly status: number }
}

export function createPatience() {
  const known = new Map<string, Manners>()
  const mannersOf = (origin: string) => {
    const manners = known.get(origin) ?? { retries: [] }
    known.set(origin, manners)
    return manners
  }

  return {
    /** Milliseconds until this origin may be asked. Throws the HttpError of the last refusal when that is not before the deadline. */
    waitFor(origin: string, deadline: number): number {
      const { rest } = mannersOf(origin)
      const left = rest ? rest.until - performance.now() : 0
      if (rest && rest.until >= deadline) throw new HttpError('HTTP_STATUS', { status: rest.status, retryInMs: left })
      return Math.max(left, 0)
    },
    /** What follows from a refusal: how long the origin is left alone, and when to try again; never where the request may have been carried out. */
    after(method: string, origin: string, { status, headers }: Response, retries: number, deadline: number): { retryInMs?: number; waitInMs?: number } {
      if (status !== 429 && status !== 503) return {}
      const manners = mannersOf(origin)
      const now = performance.now()
      const retryInMs = retryAfter(headers)
      if (retryInMs !== undefined) manners.rest = { until: now + retryInMs, status }
      while (manners.retries[0] !== undefined && manners.retries[0] <= now - minute) manners.retries.shift()
      const waitInMs = retryInMs ?? 1_000 * 2 ** retries
      const may = (status === 429 || method !== 'POST') && manners.retries.length < retriesPerMinute && now + waitInMs < deadline
      if (may) manners.retries.push(now + waitInMs)
      return { ...(retryInMs !== undefined && { retryInMs }), ...(may && { waitInMs }) }
    },
  }
}

/** Seconds, or a date, which is read by the service's own clock where it tells it. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - (Date.parse(headers.get('date') ?? '') || Date.now())
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), longest)
}
