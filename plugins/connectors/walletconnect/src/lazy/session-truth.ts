/** What is true of the sessions: the relay's client says it, storage only hints at it (decision 11). */
import { delay, unlessAborted } from '@portico/kernel'
import { connectionId, isNetworkId, type NetworkId, namespaceOf, session as sessionSlice } from '@portico/kernel/contracts'
import { connectorIdOf } from '../connector-id.js'
import { WalletConnectError } from '../errors.js'
import type { Asked } from '../options.js'
import { isRecord, read } from '../reading.js'
import { memorySlice, type WalletConnectContext } from '../refs.js'
import { createMemory } from './memory.js'
import type { RelayClient, WalletEvent } from './relay-client.js'
import type { RelayLine } from './relay-line.js'
import type { RemoteHandles } from './remote-sessions.js'
import { readSession } from './wallet-session.js'

/** Milliseconds, from when it was first seen here, for which a session that nobody uses may belong to a pairing of another tab that is not done yet. */
const youth = 60_000
/** Milliseconds for which the connection's own plugin may tell this tab what another has ended. */
const grace = 500

interface Parts {
  readonly handles: RemoteHandles
  readonly line: RelayLine
  readonly asked: (leaveOut?: (error: unknown) => void) => Promise<Asked>
  /** Takes a session that comes by a link of an earlier line. False: nobody waits for it. */
  readonly takeLate: (settled: unknown) => boolean
}

export function createTruth(context: WalletConnectContext, { handles, line, asked, takeLate }: Parts) {
  const { report, signal } = context
  const memory = createMemory(context)
  const endings = new Map<string, Promise<void>>()

  const end = (topic: string, within: AbortSignal): Promise<void> => {
    const ending =
      endings.get(topic) ??
      line
        .take(signal)
        .then(client => client.end(topic, signal))
        .finally(() => endings.delete(topic))
    endings.set(topic, ending)
    return unlessAborted(ending, within)
  }
  /** Whether the namespace has a connection by this plugin, or is waiting for one. */
  const isWanted = (namespace: string) => {
    const { phase } = context.state(sessionSlice).connections[connectionId(namespace, connectorIdOf(namespace))] ?? {}
    return phase !== undefined && phase.name !== 'failed'
  }
  const endQuietly = (topic: string) => void end(topic, signal).catch(error => signal.aborted || report(error))
  const dismiss = (settled: unknown) => {
    const topic = read(settled, 'topic')
    if (typeof topic === 'string') endQuietly(topic)
  }
  const drop = (topic: string) => {
    memory.remove(topic)
    handles.close(topic)
  }
  const take = (found: unknown, wanted: Asked) => {
    try {
      const session = readSession(found, wanted, report)
      memory.replace(session)
      handles.update(session)
    } catch (error) {
      // What was approved before goes on.
      report(error)
    }
  }
  /** When this page first saw a session that it does not know. What its wallet says of its time is the wallet's. */
  const firstSeen = new Map<string, number>()
  const isYoung = (topic: string) => {
    const since = firstSeen.get(topic) ?? performance.now()
    firstSeen.set(topic, since)
    return since > performance.now() - youth
  }

  const known = (client: RelayClient) => new Map(client.sessions().map(one => [read(one, 'topic'), one]))
  /** What is over: nobody's word is needed for that. */
  const dropEnded = (client: RelayClient) => {
    const now = known(client)
    for (const { topic, expiresAt } of memory.sessions()) if (!now.has(topic) || expiresAt <= Date.now()) drop(topic)
    for (const topic of firstSeen.keys()) if (!now.has(topic)) firstSeen.delete(topic)
  }
  /** Compares what is kept with what the client knows: expired and foreign sessions go. Answers whether one is left that may be foreign. */
  const compare = async (client: RelayClient) => {
    dropEnded(client)
    // Of a session nothing is taken away because the code of its chain did not arrive: what was approved goes on.
    const wanted = await asked().catch(report)
    let isLeft = false
    for (const [topic, one] of known(client)) {
      if (typeof topic !== 'string') continue
      if (memory.session(topic)) {
        if (wanted) take(one, wanted)
      } else if (isYoung(topic)) isLeft = true
      else if (!endings.has(topic)) endQuietly(topic)
    }
    return isLeft
  }
  const hearEvent = async ({ topic, params }: WalletEvent) => {
    const session = memory.session(topic)
    const network = read(params, 'chainId')
    const event = read(params, 'event')
    const name = read(event, 'name')
    if (!session) return
    const wanted = isNetworkId(network) ? (await asked(report))[namespaceOf(network)] : undefined
    if (!isNetworkId(network) || typeof name !== 'string' || !wanted?.events.includes(name)) return report(new WalletConnectError('EVENT_MALFORMED'))
    const told = { name, data: read(event, 'data'), network }
    handles.event(topic, told)
    line.tell({ topic, ...told })
  }

  // Another tab, or this one, has written.
  context.watch(
    read => read.state(memorySlice).memory,
    async (_, now) => {
      for (const topic of handles.topics()) {
        const session = memory.session(topic)
        if (session) handles.update(session)
      }
      if (handles.topics().every(topic => memory.session(topic))) return
      await delay(grace, now).catch(() => undefined)
      for (const topic of handles.topics()) if (!memory.session(topic)) handles.close(topic)
    },
  )

  return {
    memory,
    /** Listens to the client from now on. Asked again, it compares again. */
    follow: (() => {
      const followed = new WeakSet<RelayClient>()
      /** Once more, when those that may belong to another tab had their time. */
      let looking: Promise<unknown> | undefined
      return async (client: RelayClient) => {
        if (!followed.has(client)) {
          followed.add(client)
          const again = ({ topic }: WalletEvent) => {
            const one = client.sessions().find(found => read(found, 'topic') === topic)
            if (memory.session(topic) && one) asked().then(wanted => take(one, wanted), report)
          }
          client.onLate(settled => takeLate(settled) || dismiss(settled))
          client.on('session_event', event => void hearEvent(event).catch(report))
          client.on('session_update', again)
          client.on('session_extend', again)
          const over = ({ topic }: WalletEvent) => {
            drop(topic)
            // It is gone already: what the library has written down of it goes too.
            endQuietly(topic)
          }
          client.on('session_delete', over)
          client.on('session_expire', over)
        }
        if (!(await compare(client)) || looking) return
        looking = delay(youth + grace, signal)
          .then(() => client.isConnected && compare(client))
          .catch(error => signal.aborted || report(error))
          .finally(() => {
            looking = undefined
          })
      }
    })(),
    /** What another tab's client heard of a wallet. */
    hear(news: unknown): void {
      if (!isRecord(news) || typeof news.topic !== 'string' || typeof news.name !== 'string' || !isNetworkId(news.network)) return
      handles.event(news.topic, { name: news.name, data: news.data, network: news.network as NetworkId })
    },
    /**
     * Before the connection of a namespace is taken up again: by the client, where this tab may have it; by what the tab that has it keeps, otherwise.
     */
    async check(namespace: string, within: AbortSignal): Promise<void> {
      const left: string[] = []
      for (const { topic, expiresAt } of memory.sessions()) {
        // Forgotten while it was not connected: its wallet has to be told.
        const isLeft = memory.usersOf(topic).every(one => one !== namespace && !isWanted(one))
        if (isLeft) left.push(topic)
        if (isLeft || expiresAt <= Date.now()) drop(topic)
      }
      const client = left.length || memory.sessions().length ? await line.takeIfFree(within) : undefined
      if (client) for (const topic of left) endQuietly(topic)
    },
    /** A session that was settled and is not wanted: the wallet must not believe that it is connected. */
    dismiss,
    /** The connection of a namespace is over; so is the session with the last one. Throws where the wallet could not be told. */
    async leave(namespace: string, topic: string, within: AbortSignal): Promise<void> {
      if (memory.sessionOf(namespace)?.topic === topic) memory.leave(namespace)
      if (memory.usersOf(topic).some(isWanted)) return
      memory.remove(topic)
      await end(topic, within)
    },
  }
}
