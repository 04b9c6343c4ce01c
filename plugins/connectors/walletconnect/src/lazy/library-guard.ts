/**
 * What the library does by itself, kept within bounds: how often it knocks at the relay, and where it ends what goes wrong in it. All of this is private to it, so
 * each part is looked for first: a release that has none of it is used as it is.
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
  readonly provider?: { on?(event: string, listener: (payload: unknown) => void): unknown; readonly events?: { removeAllListeners?(event: string): unknown } }
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
  onUnsubscribe?(topic: string, id: string, reason: { readonly code: number; readonly message: string }): Promise<void>
}
export interface LibraryGuard {
  /** Somebody asks, or the page is back: the next attempt is due now. */
  hurry(): void
  /** No attempt any more. */
  close(): void
}

/** The parts of its engine, and the sessions that it knows. */
export interface GuardedClient {
  readonly session: { getAll(): readonly unknown[] }
  readonly engine?: GuardedEngine | undefined
}
interface GuardedEngine {
  onSessionDeleteRequest?(topic: string, payload: unknown): Promise<void>
  deleteSession?(params: { readonly topic: string }): Promise<void>
}

/** The library's part that asks its vendor who a page is. */
export interface GuardedVerify {
  register?: unknown
  resolve?: unknown
  fetchAttestation?: unknown
  fetchPublicKey?: unknown
}
/**
 * Keeps the library from its vendor's attestation server. `register` opens a hidden frame of another host, for which the first link would wait up to 5 s. The others
 * fetch: a relay that was mute delivers the page's own proposal to it, and the library looks up who the page is.
 */
export function guardVerify(verify: GuardedVerify): void {
  verify.register = async () => ''
  verify.resolve = verify.fetchAttestation = verify.fetchPublicKey = async () => undefined
}

/** A goodbye that comes twice, or crosses one of ours, is for a session that is gone: the library throws where nobody catches. */
export function guardGoodbyes({ engine, session }: GuardedClient): void {
  const { onSessionDeleteRequest: hear, deleteSession: end } = engine ?? {}
  const isThere = (topic: string) => session.getAll().some(one => read(one, 'topic') === topic)
  if (!engine || !hear || !end) return
  engine.onSessionDeleteRequest = async (topic, payload) => (isThere(topic) ? hear.call(engine, topic, payload) : undefined)
  engine.deleteSession = async params => (isThere(params.topic) ? end.call(engine, params) : undefined)
}

const shortestPause = 1_000
const longestPause = 30_000
/** Milliseconds between a cut and the first attempt. */
const reconnectMs = 100
/** Milliseconds that the relay has to confirm that a topic is left. */
const goodbyeMs = 3_000

/** Milliseconds between an attempt that failed and the next: 1, 2, 4, 8 … 30 s (R1), and up to a fifth less, so that not all pages knock at once. `chance`: 0 to 1. */
export function pauseAfter(failures: number, chance: number): number {
  if (failures < 1) return 0
  return Math.min(shortestPause * 2 ** (failures - 1), longestPause) * (1 - chance / 5)
}
const chance = () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256

export function guardLibrary(relayer: GuardedRelayer, report: (error: unknown) => void): LibraryGuard {
  const ears: (() => void)[] = []
  const on: On = (event, listener) => {
    relayer.on(event, listener)
    ears.push(() => relayer.off(event, listener))
  }
  const turns = createTurns(on)
  guardConnecting(relayer, turns, on)
  guardListening(relayer, report)
  guardQueue(relayer, on)
  guardUnsubscribing(relayer, report)
  return {
    hurry: turns.hurry,
    close() {
      turns.close()
      for (const leave of ears) leave()
      // A socket that was being opened is there only now, and nobody would close it. This ear goes with the library.
      relayer.on('relayer_connect', () => void relayer.transportClose().catch(report))
    },
  }
}
type On = (event: string, listener: () => void) => void

/** Attempts one after the other, each in its time. */
function createTurns(on: On) {
  let failures = 0
  let last = 0
  let isClosed = false
  let isDue = false
  let waiting: AbortController | undefined
  /** Those that wait in the library's own pauses. */
  const hurried = new Set<() => void>()
  let later: ReturnType<typeof setTimeout> | undefined
  // A relay that lets in and says nothing is as good as down.
  on('relayer_message_ack', () => {
    failures = 0
  })
  const turns = {
    get isClosed() {
      return isClosed
    },
    hurry() {
      const early = last + shortestPause - performance.now()
      clearTimeout(later)
      if (early > 0) {
        later = setTimeout(turns.hurry, early)
        return
      }
      isDue = true
      waiting?.abort()
      for (const go of [...hurried]) go()
    },
    /** Resolves when somebody hurries, and when nobody waits for it any more. */
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
  return turns
}
type Turns = ReturnType<typeof createTurns>

function guardConnecting(relayer: GuardedRelayer, turns: Turns, on: On): void {
  const { createProvider: create, connect } = relayer
  if (create)
    relayer.createProvider = async () => {
      await turns.next()
      // Another has connected in the meantime: this attempt has nothing to do any more, and would end its line.
      if (relayer.connected) return new Promise(() => undefined)
      await create.call(relayer)
      // A socket that the library has replaced may still fail, and an error that nobody hears would be the page's own.
      const { provider } = relayer
      provider?.on?.('error', () => undefined)
      // It goes on listening for the answer of each request that it ever sent, when that has come too.
      provider?.on?.('payload', payload => queueMicrotask(() => provider.events?.removeAllListeners?.(String(read(payload, 'id')))))
    }
  // By itself it looks for the relay only now and then after a cut that met it without a topic.
  const look = () => turns.isClosed || relayer.connected || relayer.transportOpen().catch(() => undefined)
  on('relayer_disconnect', () => void setTimeout(look, reconnectMs))
  if (!connect) return
  /** Between its attempts the library pauses for seconds: who is in a hurry begins anew. */
  const attempts = async (url: string | undefined): Promise<void> => {
    const ended = new AbortController()
    const begun = Promise.race([connect.call(relayer, url).then(() => true), turns.hurried(ended.signal).then(() => false)])
    const isOver = await begun.finally(() => ended.abort())
    if (!isOver && !relayer.connected && !turns.isClosed) await attempts(url)
  }
  let connecting: Promise<void> | undefined
  // Who comes second would replace the socket that the first has just opened; and who waits has to hear that there is none.
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

/** What it does with a message is awaited by nobody. */
function guardListening(relayer: GuardedRelayer, report: (error: unknown) => void): void {
  const { onProviderPayload: hear, onMessageEvent: take, acknowledgePayload: acknowledge } = relayer
  if (hear) relayer.onProviderPayload = payload => hear.call(relayer, payload).catch(report)
  // It knows a message that it had before only once it has written it down: of two at once it would take both (R4).
  let taken = Promise.resolve()
  if (take)
    relayer.onMessageEvent = event => {
      taken = taken.then(() => take.call(relayer, event)).catch(report)
      return taken
    }
  // It would open another socket for it, which nobody listens to. The relay sends again what was not confirmed.
  if (acknowledge) relayer.acknowledgePayload = async payload => (relayer.connected ? acknowledge.call(relayer, payload) : undefined)
}

/**
 * What was not confirmed is sent again with each beat of its heart. Without a line each of these would fail, and nobody awaits them. What is lost with a socket it would
 * notice by the clock alone: here it is lost at once, and sent again as soon as there is a line. The relay and the wallet take the same message once.
 *
 * By itself it takes an error for a confirmation. Here a message stays in the queue until the relay has it, or the library gives it up after a minute.
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
    const isForNobody = isAgain
    const lost = new AbortController()
    unconfirmed.add(lost)
    try {
      const taken = await unlessAborted(publish.apply(publisher, [...given]), lost.signal)
      remove?.call(publisher, read(given[0], 'id'))
      return taken
    } catch (error) {
      if (!isForNobody) throw error
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

/** A topic is forgotten here whatever the relay says: where that is not reached, it has forgotten it along with the socket. */
function guardUnsubscribing(relayer: GuardedRelayer, report: (error: unknown) => void): void {
  const { subscriber } = relayer
  if (!relayer.unsubscribe || !subscriber?.onUnsubscribe || !subscriber.rpcUnsubscribe) return
  relayer.unsubscribe = async topic => {
    subscriber.pending.delete(topic)
    subscriber.cached = subscriber.cached.filter(one => one.topic !== topic)
    for (const id of [...subscriber.topicMap.get(topic)]) {
      if (relayer.connected) {
        const told = subscriber.rpcUnsubscribe?.(topic, id, { protocol: 'irn' })
        // What is being sent about it has the time to leave, and to be written down, before all of that is forgotten.
        await Promise.race([told, delay(goodbyeMs)]).catch(() => undefined)
      }
      await subscriber.onUnsubscribe?.(topic, id, { code: 6000, message: 'User disconnected.' }).catch(report)
    }
  }
}
