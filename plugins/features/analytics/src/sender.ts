/**
 * Sends events one after the other, when the network is idle.
 * No code waits for it. The only failure that people see is that the host's endpoint refuses this
 * page.
 */
import { type PluginContext, withTimeout } from '@portico/kernel'
import { HttpError } from '@portico/kernel/backend'
import { activeAccount } from '@portico/kernel/session'
import { configurationRefusedEvent, type TrackedEvent, trackedEvent } from '@portico/kernel/shell'
import { type EventBody, eventBody } from './event-body.js'
import type { AnalyticsOptions } from './options.js'
import { arrival } from './tracked-views.js'

/** Events that are queued while there is no network; the oldest are dropped. */
const mostWaiting = 100
/** Milliseconds to wait for one answer, and to pause after a failure. */
const [timeoutMs, restMs] = [10_000, 30_000]

const nothing = () => undefined

/**
 * Returns a function that takes an event and its time.
 * It does nothing on a server (S7.09), and where the endpoint is no safe address, which is
 * reported.
 */
export function createSender(
  context: PluginContext,
  { endpoint = '', projectId, sdkVersion = 'html-universal', includeAddress }: AnalyticsOptions,
): (event: TrackedEvent, at: number) => void {
  const { document, navigator } = globalThis
  if (!document) return nothing
  const address = addressOf(endpoint, { projectId, st: 'portico', sv: sdkVersion })
  if (!address) {
    context.report(new HttpError('HTTP_ADDRESS'))
    return nothing
  }
  const waiting: EventBody[] = []
  const { signal } = context
  let running: EventBody | undefined
  let restsUntil = 0
  let isRefused = false
  let isReported = false

  /** Once: otherwise a page with a request blocker would report every event. */
  const tell = (error: unknown) => {
    if (!isReported) context.report(error)
    isReported = true
  }
  const drop = (event: EventBody) => {
    const at = waiting.indexOf(event)
    if (at >= 0) waiting.splice(at, 1)
  }
  const refuse = () => {
    isRefused = true
    waiting.length = 0
    context.emit(configurationRefusedEvent, { service: 'analytics' })
  }
  /**
   * Sends an event and resolves with whether to go on.
   * An event that a busy service did not accept stays queued; one that the service rejects is
   * dropped.
   */
  const post = async (event: EventBody): Promise<boolean> => {
    try {
      // Plain text avoids a CORS preflight; `keepalive` lets the request outlive the page.
      const ask = (signal: AbortSignal) =>
        fetch(address, {
          method: 'POST',
          body: JSON.stringify(event),
          keepalive: true,
          credentials: 'omit',
          referrerPolicy: 'strict-origin',
          signal,
        })
      const { ok, status } = await withTimeout(ask, timeoutMs, signal)
      if (ok) return true
      if (status === 403) refuse()
      else tell(new HttpError('HTTP_STATUS', { status }))
      return !(status === 403 || status === 408 || status === 429 || status >= 500)
    } catch (error) {
      if (!signal.aborted) tell(new HttpError('HTTP_UNREACHABLE', { cause: error }))
      return false
    }
  }
  const next = () =>
    navigator.onLine === false || performance.now() < restsUntil || signal.aborted
      ? undefined
      : waiting[0]
  const run = async () => {
    if (running) return
    for (running = next(); running; running = next()) {
      if (await post(running)) drop(running)
      else restsUntil = performance.now() + restMs
    }
  }
  const go = () => {
    run().catch(context.report)
  }
  const send = (event: TrackedEvent, at: number) => {
    if (isRefused) return
    const body = eventBody(
      event,
      at,
      globalThis.location,
      includeAddress ? (activeAccount(context)?.address ?? '') : undefined,
    )
    if (!body) return
    waiting.push(body)
    if (waiting.length > mostWaiting) waiting.shift()
    go()
  }
  /**
   * The page may be unloaded, so queued events are sent at once. Not as beacons, which would
   * include the host's cookies.
   */
  const leave = () => {
    if (document.visibilityState !== 'hidden' || navigator.onLine === false) return
    for (const event of waiting.filter(one => one !== running)) {
      drop(event)
      // If the page stays after all, an event that was not accepted stays queued.
      post(event)
        .then(isTaken => isTaken || waiting.push(event))
        .catch(context.report)
    }
  }
  const comeBack = () => {
    restsUntil = 0
    go()
  }
  document.addEventListener('visibilitychange', leave, { signal })
  globalThis.addEventListener('online', comeBack, { signal })
  let seen = context.views.history
  context.watch(
    () => context.views.history,
    history => {
      const name = arrival(seen, history)
      seen = history
      if (name) context.emit(trackedEvent, { name })
    },
  )
  return send
}

const loopback = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/
/**
 * Returns an absolute address that is `https:` or on this machine; undefined for others. A relative
 * address is resolved against the page.
 */
function addressOf(
  endpoint: string,
  query: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let url: URL
  try {
    url = new URL(endpoint, globalThis.location.href)
  } catch {
    return undefined
  }
  if (!(url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))))
    return undefined
  url.pathname = url.pathname.replace(/\/*$/, '/e')
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
