/** Sends events, one after the other, when the network has time for it. Nobody waits for it, and it says nothing to people but that the host's address refuses this page. */
import { type PluginContext, withTimeout } from '@portico/kernel'
import { activeAccount, configurationRefused, HttpError, type TrackedEvent, tracked } from '@portico/kernel/contracts'
import type { AnalyticsOptions } from '../options.js'
import { type EventBody, eventBody } from './body.js'
import { arrival } from './views.js'

/** Events that wait while there is no network; the oldest give way. */
const mostWaiting = 100
/** Milliseconds for one answer, and of rest after a failure. */
const [patienceMs, restMs] = [10_000, 30_000]

const nothing = () => undefined

/** Answers what takes an event and when it happened. Where there is no page, on a server (S7.09), and where the endpoint is no safe address, it takes nothing; the latter is reported. */
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
  let isTold = false

  /** Once: a page whose reader blocks such requests would be told of each of them. */
  const tell = (error: unknown) => {
    if (!isTold) context.report(error)
    isTold = true
  }
  const drop = (event: EventBody) => {
    const at = waiting.indexOf(event)
    if (at >= 0) waiting.splice(at, 1)
  }
  const refuse = () => {
    isRefused = true
    waiting.length = 0
    context.emit(configurationRefused, { service: 'analytics' })
  }
  /** Answers whether to go on. An event that a busy service did not take stays; one that makes no sense to it goes. */
  const post = async (event: EventBody): Promise<boolean> => {
    try {
      // Plain text, so that the browser asks nobody for leave first; kept alive, so that it outlives the page.
      const ask = (signal: AbortSignal) =>
        fetch(address, { method: 'POST', body: JSON.stringify(event), keepalive: true, credentials: 'omit', referrerPolicy: 'strict-origin', signal })
      const { ok, status } = await withTimeout(ask, patienceMs, signal)
      if (ok) return true
      if (status === 403) refuse()
      else tell(new HttpError('HTTP_STATUS', { status }))
      return !(status === 403 || status === 408 || status === 429 || status >= 500)
    } catch (error) {
      if (!signal.aborted) tell(new HttpError('HTTP_UNREACHABLE', { cause: error }))
      return false
    }
  }
  const next = () => (navigator.onLine === false || performance.now() < restsUntil || signal.aborted ? undefined : waiting[0])
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
    const body = eventBody(event, at, globalThis.location, includeAddress ? (activeAccount(context)?.address ?? '') : undefined)
    if (!body) return
    waiting.push(body)
    if (waiting.length > mostWaiting) waiting.shift()
    go()
  }
  /** Nobody may come back: what waits goes at once, in the browser's own time. Not as beacons, which would take the cookies of the host along. */
  const leave = () => {
    if (document.visibilityState !== 'hidden' || navigator.onLine === false) return
    for (const event of waiting.filter(one => one !== running)) {
      drop(event)
      // Where the page stays after all, what was not taken waits on.
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
      if (name) context.emit(tracked, { name })
    },
  )
  return send
}

const loopback = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/
/** `https:`, or the own machine; undefined for the rest. A relative address is the page's. */
function addressOf(endpoint: string, query: Readonly<Record<string, string | undefined>>): string | undefined {
  let url: URL
  try {
    url = new URL(endpoint, globalThis.location.href)
  } catch {
    return undefined
  }
  if (!(url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname)))) return undefined
  url.pathname = url.pathname.replace(/\/*$/, '/e')
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
