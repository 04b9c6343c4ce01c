/**
 * Limits what the library does by itself: its retries at the relay, and its unhandled errors.
 * All of these parts are private to the library, so each one is looked up first: a release that
 * lacks a part is used as it is.
 */
import { delay, unlessAborted } from '@portico/kernel'
import { WalletConnectError } from '../errors.js'
import { read } from '../reading.js'

/** The parts of the library's relayer that are guarded. */
export interface GuardedRelayer {
  readonly connected: boolean
  readonly publisher?: {
    readonly queue?: { readonly size: number }
    rpcPublish?(...given: readonly unknown[]): Promise<unknown>
    checkQueue?(): void
    removeRequestFromQueue?(id: unknown): void
  }
  readonly subscriber?: Subscriber
  readonly provider?: {
    on?(event: string, listener: (payload: unknown) => void): unknown
    readonly events?: { removeAllListeners?(event: string): unknown }
  }
  on(event: string, listener: (event: unknown) => void): unknown
  off(event: string, listener: (event: unknown) => void): unknown
  createProvider?(): Promise<void>
  connect?(url?: string): Promise<void>
  onProviderPayload?(payload: unknown): Promise<void>
  onMessageEvent?(event: unknown): Promise<void>
  acknowledgePayload?(payload: unknown): Promise<void>
  unsubscribe?(topic: string): Promise<void>
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
}
interface Subscriber {
  readonly topicMap: { get(topic: string): readonly string[] }
  readonly pending: Map<string, unknown>
  cached: readonly { readonly topic: string }[]
  rpcUnsubscribe?(topic: string, id: string, relay: { readonly protocol: string }): Promise<unknown>
  onUnsubscribe?(
    topic: string,
    id: string,
    reason: { readonly code: number; readonly message: string },
  ): Promise<void>
}
export interface LibraryGuard {
  /** Makes the next attempt due now: a caller needs the relay, or the page has returned. */
  hurry(): void
  /** Stops all attempts. */
  close(): void
}

/** The parts of the library's engine that are guarded, and its sessions. */
export interface GuardedClient {
  readonly session: { getAll(): readonly unknown[] }
  readonly engine?: GuardedEngine | undefined
}
interface GuardedEngine {
  onSessionDeleteRequest?(topic: string, payload: unknown): Promise<void>
  deleteSession?(params: { readonly topic: string }): Promise<void>
}

/** The library's part that asks its vendor to attest a page. */
export interface GuardedVerify {
  register?: unknown
  resolve?: unknown
  fetchAttestation?: unknown
  fetchPublicKey?: unknown
}
/**
 * Keeps the library from its vendor's attestation server.
 * `register` opens a hidden frame of another host, for which the first link would wait up to 5 s.
 * The other methods fetch: a relay that was silent delivers the page's own proposal back to the
 * page, and the library looks up the page's attestation.
 */
export function guardVerify(verify: GuardedVerify): void {
  verify.register = async () => ''
  verify.resolve = verify.fetchAttestation = verify.fetchPublicKey = async () => undefined
}

/**
 * Ignores a disconnect for a session that is gone.
 * It may be a repeated one, or cross our own: the library would throw an error that no code
 * catches.
 */
export function guardDisconnects({ engine, session }: GuardedClient): void {
  const { onSessionDeleteRequest: hear, deleteSession: end } = engine ?? {}
  const isThere = (topic: string) => session.getAll().some(one => read(one, 'topic') === topic)
  if (!engine || !hear || !end) return
  engine.onSessionDeleteRequest = async (topic, payload) =>
    isThere(topic) ? hear.call(engine, topic, payload) : undefined
  engine.deleteSession = async params =>
    isThere(params.topic) ? end.call(engine, params) : undefined
}

const shortestPause = 1_000
const longestPause = 30_000
/** Milliseconds between a lost connection and the first attempt. */
const reconnectMs = 100
/** Milliseconds that the relay has to confirm an unsubscription. */
const disconnectTimeoutMs = 3_000

/**
 * Returns the milliseconds to wait after a failed attempt: 1, 2, 4, 8 … 30 s (R1).
 * The wait is up to a fifth shorter, so that not all pages reconnect at the same time. `chance`: 0
 * to 1.
 */
export function pauseAfter(failures: number, chance: number): number {
  if (failures < 1) return 0
  return Math.min(shortestPause * 2 ** (failures - 1), longestPause) * (1 - chance / 5)
}
const chance = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256

export function guardLibrary(
  relayer: GuardedRelayer,
  report: (error: unknown) => void,
): LibraryGuard {
  const ears: (() => void)[] = []
  const on: On = (event, listener) => {
    relayer.on(event, listener)
    ears.push(() => relayer.off(event, listener))
  }
  const schedule = createSchedule(on)
  guardConnecting(relayer, schedule, on)
  guardListening(relayer, report)
  guardQueue(relayer, on)
  guardUnsubscribing(relayer, report)
  return {
    hurry: schedule.hurry,
    close() {
      schedule.close()
      for (const leave of ears) leave()
      // A socket that was opening when the guard closed connects only now, and no other code would
      // close it. The listener is collected with the library.
      relayer.on('relayer_connect', () => void relayer.transportClose().catch(report))
    },
  }
}
type On = (event: string, listener: () => void) => void

/** Schedules the connection attempts one after the other. */
function createSchedule(on: On) {
  let failures = 0
  let last = 0
  let isClosed = false
  let isDue = false
  let waiting: AbortController | undefined
  /** Callbacks of the callers that wait while the library pauses. */
  const hurried = new Set<() => void>()
  let later: ReturnType<typeof setTimeout> | undefined
  // A relay that accepts the socket and sends nothing counts as down, so only a message resets the
  // count.
  on('relayer_message_ack', () => {
    failures = 0
  })
  const schedule = {
    get isClosed() {
      return isClosed
    },
    hurry() {
      const early = last + shortestPause - performance.now()
      clearTimeout(later)
      if (early > 0) {
        later = setTimeout(schedule.hurry, early)
        return
      }
      isDue = true
      waiting?.abort()
      for (const go of [...hurried]) go()
    },
    /** Resolves at the next `hurry`, or when `signal` aborts. */
    hurried: (signal: AbortSignal) =>
      new Promise<void>(resolve => {
        const go = () => {
          hurried.delete(go)
          resolve()
        }
        hurried.add(go)
        signal.addEventListener('abort', go)
      }),
    close() {
      isClosed = true
      clearTimeout(later)
      waiting?.abort()
    },
    async next() {
      const pause = last + pauseAfter(failures, chance()) - performance.now()
      if (pause > 0 && !isDue && !isClosed) {
        waiting = new AbortController()
        await delay(pause, waiting.signal).catch(() => undefined)
      }
      if (isClosed) throw new WalletConnectError('RELAY_UNREACHABLE')
      isDue = false
      failures++
      last = performance.now()
    },
  }
  return schedule
}
type Schedule = ReturnType<typeof createSchedule>

function guardConnecting(relayer: GuardedRelayer, schedule: Schedule, on: On): void {
  const { createProvider: create, connect } = relayer
  if (create)
    relayer.createProvider = async () => {
      await schedule.next()
      // Another attempt has connected in the meantime; this one would close that connection.
      if (relayer.connected) return new Promise(() => undefined)
      await create.call(relayer)
      // A socket that the library has replaced may still fail; without a listener its error would
      // be an unhandled error of the page.
      const { provider } = relayer
      provider?.on?.('error', () => undefined)
      // The library keeps a listener for the answer of every request, also after the answer has
      // arrived.
      provider?.on?.('payload', payload =>
        queueMicrotask(() => provider.events?.removeAllListeners?.(String(read(payload, 'id')))),
      )
    }
  // After a connection is lost without any topic, the library reconnects only now and then by
  // itself.
  const look = () =>
    schedule.isClosed || relayer.connected || relayer.transportOpen().catch(() => undefined)
  on('relayer_disconnect', () => void setTimeout(look, reconnectMs))
  if (!connect) return
  /** The library pauses for seconds between its attempts, so `hurry` starts them again. */
  const attempts = async (url: string | undefined): Promise<void> => {
    const ended = new AbortController()
    const begun = Promise.race([
      connect.call(relayer, url).then(() => true),
      schedule.hurried(ended.signal).then(() => false),
    ])
    const isOver = await begun.finally(() => ended.abort())
    if (!isOver && !relayer.connected && !schedule.isClosed) await attempts(url)
  }
  let connecting: Promise<void> | undefined
  // A second call would replace the socket that the first call has just opened. A waiting caller
  // must also learn that no connection was made.
  relayer.connect = url => {
    connecting ??= attempts(url)
      .then(() => {
        if (!relayer.connected) throw new WalletConnectError('RELAY_UNREACHABLE')
      })
      .finally(() => {
        connecting = undefined
      })
    return connecting
  }
}

/** Catches errors in the library's handling of a message, which the library does not await. */
function guardListening(relayer: GuardedRelayer, report: (error: unknown) => void): void {
  const { onProviderPayload: hear, onMessageEvent: take, acknowledgePayload: acknowledge } = relayer
  if (hear) relayer.onProviderPayload = payload => hear.call(relayer, payload).catch(report)
  // The library recognises a repeated message only after it has stored the first one: of two at
  // once it would handle both (R4).
  let taken = Promise.resolve()
  if (take)
    relayer.onMessageEvent = event => {
      taken = taken.then(() => take.call(relayer, event)).catch(report)
      return taken
    }
  // The library would open another socket to acknowledge, without a listener. The relay repeats a
  // message that was not acknowledged.
  if (acknowledge)
    relayer.acknowledgePayload = async payload =>
      relayer.connected ? acknowledge.call(relayer, payload) : undefined
}

/**
 * Resends unconfirmed messages as soon as the relay is connected again.
 * The library resends them with each heartbeat. Without a connection each of these attempts would
 * fail, and the library does not await them. The library notices a message that was lost with its
 * socket only by a timeout: here the message fails at once, and is sent again after the reconnect.
 * The relay and the wallet handle a repeated message once.
 *
 * The library also takes an error for a confirmation. Here a message stays in the queue until the
 * relay has accepted it, or until the library gives it up after a minute.
 */
function guardQueue(relayer: GuardedRelayer, on: On): void {
  const { publisher } = relayer
  const { rpcPublish: publish, checkQueue: check, removeRequestFromQueue: remove } = publisher ?? {}
  if (!publisher || !publish || !check) return
  let isAgain = false
  const unconfirmed = new Set<AbortController>()
  on('relayer_disconnect', () => {
    for (const lost of unconfirmed) lost.abort(new WalletConnectError('RELAY_UNREACHABLE'))
  })
  publisher.rpcPublish = async (...given) => {
    const hasNoCaller = isAgain
    const lost = new AbortController()
    unconfirmed.add(lost)
    try {
      const taken = await unlessAborted(publish.apply(publisher, [...given]), lost.signal)
      remove?.call(publisher, read(given[0], 'id'))
      return taken
    } catch (error) {
      if (!hasNoCaller) throw error
    } finally {
      unconfirmed.delete(lost)
    }
  }
  if (remove) publisher.removeRequestFromQueue = () => undefined
  publisher.checkQueue = () => {
    if (!publisher.queue?.size) return
    if (!relayer.connected) return void relayer.connect?.().catch(() => undefined)
    isAgain = true
    try {
      check.call(publisher)
    } finally {
      isAgain = false
    }
  }
  on('relayer_connect', () => publisher.checkQueue?.())
}

/**
 * Forgets a topic after any answer of the relay. A relay that is out of reach has dropped it with
 * the socket.
 */
function guardUnsubscribing(relayer: GuardedRelayer, report: (error: unknown) => void): void {
  const { subscriber } = relayer
  if (!relayer.unsubscribe || !subscriber?.onUnsubscribe || !subscriber.rpcUnsubscribe) return
  relayer.unsubscribe = async topic => {
    subscriber.pending.delete(topic)
    subscriber.cached = subscriber.cached.filter(one => one.topic !== topic)
    for (const id of [...subscriber.topicMap.get(topic)]) {
      if (relayer.connected) {
        const unsubscribed = subscriber.rpcUnsubscribe?.(topic, id, { protocol: 'irn' })
        // Messages of this topic that are being sent need time to leave and to be stored before the
        // topic is forgotten.
        await Promise.race([unsubscribed, delay(disconnectTimeoutMs)]).catch(() => undefined)
      }
      await subscriber
        .onUnsubscribe?.(topic, id, { code: 6000, message: 'User disconnected.' })
        .catch(report)
    }
  }
}
