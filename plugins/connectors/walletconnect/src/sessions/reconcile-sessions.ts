/** Keeps the sessions in agreement with the relay client. Storage is only a hint (decision 11). */
import { delay, unlessAborted, withTimeout } from '@portico/kernel'
import { connectionId } from '@portico/kernel/account'
import { isNetworkId, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import { sessionSlice } from '@portico/kernel/session'
import { connectorIdOf } from '../connector-id.js'
import { WalletConnectError } from '../errors.js'
import type { RequestedNamespaces } from '../options.js'
import { readSession } from '../pairing/paired-session.js'
import { savedSessionsSlice } from '../persisted.js'
import { isRecord, read } from '../reading.js'
import type { WalletConnectContext } from '../refs.js'
import { hasStoredSessions } from '../relay/library-storage.js'
import type { RelayClient, WalletEvent } from '../relay/relay-client.js'
import type { RelayConnection } from '../relay/relay-connection.js'
import type { RemoteHandles } from './remote-sessions.js'
import { createMemory } from './saved-sessions.js'

/**
 * Milliseconds, from its first sighting, for which an unused session is kept. It may belong to an
 * unfinished pairing of another tab.
 */
const youth = 60_000
/**
 * Milliseconds that the connection's own plugin has to notify this tab of what another tab ended.
 */
const grace = 500
/** Milliseconds that ending all sessions may take before their keys are deleted without it. */
const endAllMs = 12_000
/** Milliseconds that the tab with the relay connection has to end the sessions. */
const otherTabMs = 3_000
/** Milliseconds after which the database is read again, to see whether that tab has done so. */
const pollMs = 200

interface Parts {
  readonly handles: RemoteHandles
  readonly relay: RelayConnection
  readonly requested: (leaveOut?: (error: unknown) => void) => Promise<RequestedNamespaces>
  /**
   * Takes a session that came from a link of an earlier relay connection. Returns false when no
   * pairing waits for it.
   */
  readonly takeLate: (settled: unknown) => boolean
}

export function createTruth(
  context: WalletConnectContext,
  { handles, relay, requested, takeLate }: Parts,
) {
  const { report, signal } = context
  const memory = createMemory(context)
  const endings = new Map<string, Promise<void>>()

  /**
   * The sessions of connections that were open when everything was forgotten. Their ends must not
   * open the library again, which would store its keys anew.
   */
  const forgotten = new Set<string>()

  /**
   * `take`: how this tab gets the client. Without a client, the tab that has it ends the session.
   */
  const end = (
    topic: string,
    within: AbortSignal,
    take: (within: AbortSignal) => Promise<RelayClient | undefined> = relay.take,
  ): Promise<void> => {
    const known = endings.get(topic)
    if (!known && forgotten.has(topic)) return Promise.resolve()
    const ending =
      known ??
      take(signal)
        .then(client => client?.end(topic, signal))
        .finally(() => endings.delete(topic))
    endings.set(topic, ending)
    return unlessAborted(ending, within)
  }
  /** True when the namespace has a connection by this plugin, or is being connected. */
  const isWanted = (namespace: string) => {
    const { phase } =
      context.state(sessionSlice).connections[connectionId(namespace, connectorIdOf(namespace))] ??
      {}
    return phase !== undefined && phase.name !== 'failed'
  }
  const endQuietly = (topic: string) =>
    void end(topic, signal).catch(error => signal.aborted || report(error))
  const dismiss = (settled: unknown) => {
    const topic = read(settled, 'topic')
    if (typeof topic === 'string') endQuietly(topic)
  }
  const settleEndings = async () => {
    while (endings.size) await Promise.allSettled(endings.values())
  }
  const drop = (topic: string) => {
    memory.remove(topic)
    handles.close(topic)
  }
  const take = (found: unknown, wanted: RequestedNamespaces) => {
    try {
      const session = readSession(found, wanted, report)
      memory.replace(session)
      handles.update(session)
    } catch (error) {
      // The session that was approved before stays in use.
      report(error)
    }
  }
  /**
   * When this page first saw a session that it does not know. The expiry that the wallet sets is
   * untrusted.
   */
  const firstSeen = new Map<string, number>()
  const isYoung = (topic: string) => {
    const since = firstSeen.get(topic) ?? performance.now()
    firstSeen.set(topic, since)
    return since > performance.now() - youth
  }

  const known = (client: RelayClient) =>
    new Map(client.sessions().map(one => [read(one, 'topic'), one]))
  /** Drops the sessions that are over. This needs no answer from a chain's code. */
  const dropEnded = (client: RelayClient) => {
    const now = known(client)
    for (const { topic, expiresAt } of memory.sessions())
      if (!now.has(topic) || expiresAt <= Date.now()) drop(topic)
    for (const topic of firstSeen.keys()) if (!now.has(topic)) firstSeen.delete(topic)
  }
  /**
   * Compares the stored sessions with the client's, and removes expired and foreign ones.
   * Resolves with true when a session is left that may belong to another tab.
   */
  const compare = async (client: RelayClient) => {
    dropEnded(client)
    // When the code of its chain does not load, a session keeps what was approved.
    const wanted = await requested().catch(report)
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
    const wanted = isNetworkId(network)
      ? (await requested(report))[namespaceOf(network)]
      : undefined
    if (!isNetworkId(network) || typeof name !== 'string' || !wanted?.events.includes(name))
      return report(new WalletConnectError('EVENT_MALFORMED'))
    const received = { name, data: read(event, 'data'), network }
    handles.event(topic, received)
    relay.tell({ topic, ...received })
  }

  // Runs after this tab or another tab has written.
  context.watch(
    read => read.state(savedSessionsSlice).memory,
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
    /** Subscribes to the client. Another call for the same client only compares again. */
    follow: (() => {
      const followed = new WeakSet<RelayClient>()
      /** A second comparison, after the time in which a session may belong to another tab. */
      let looking: Promise<unknown> | undefined
      return async (client: RelayClient) => {
        if (!followed.has(client)) {
          followed.add(client)
          const again = ({ topic }: WalletEvent) => {
            const one = client.sessions().find(found => read(found, 'topic') === topic)
            if (memory.session(topic) && one) requested().then(wanted => take(one, wanted), report)
          }
          client.onLate(settled => takeLate(settled) || dismiss(settled))
          client.on('session_event', event => void hearEvent(event).catch(report))
          client.on('session_update', again)
          client.on('session_extend', again)
          const over = ({ topic }: WalletEvent) => {
            drop(topic)
            // The session is gone already: this deletes what the library has stored of it.
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
    /** Receives an event that another tab's client got from a wallet. */
    hear(news: unknown): void {
      if (
        !isRecord(news) ||
        typeof news.topic !== 'string' ||
        typeof news.name !== 'string' ||
        !isNetworkId(news.network)
      )
        return
      handles.event(news.topic, {
        name: news.name,
        data: news.data,
        network: news.network as NetworkId,
      })
    },
    /**
     * Checks the session of a namespace before its connection is restored.
     * By the client, where this tab may have it; otherwise by what the tab with the client has
     * stored.
     */
    async check(namespace: string, within: AbortSignal): Promise<void> {
      const left: string[] = []
      for (const { topic, expiresAt } of memory.sessions()) {
        // The session was forgotten while it was not connected, so its wallet must be notified.
        const isLeft = memory.usersOf(topic).every(one => one !== namespace && !isWanted(one))
        if (isLeft) left.push(topic)
        if (isLeft || expiresAt <= Date.now()) drop(topic)
      }
      const client =
        left.length || memory.sessions().length ? await relay.takeIfFree(within) : undefined
      if (client) for (const topic of left) endQuietly(topic)
    },
    /**
     * Ends every session that the library has stored, also those that this page has not restored,
     * so that their wallets are notified before the keys are deleted. Where another tab has the
     * relay connection, that tab ends them.
     */
    endAll: (): Promise<void> =>
      withTimeout(
        async within => {
          for (const topic of handles.topics()) forgotten.add(topic)
          // A disconnect that was just requested reaches this file a moment later.
          await delay(0, within)
          await settleEndings()
          // Without a stored session the library is not loaded, and the relay not contacted.
          const areStored = () => hasStoredSessions().catch(() => false)
          if (!(await areStored())) return
          const client = await relay.takeIfFree(within)
          for (const session of client?.sessions() ?? []) dismiss(session)
          await settleEndings()
          if (client) return
          // The keys must stay until the other tab has read them. A suspended tab reads nothing.
          const until = performance.now() + otherTabMs
          while (performance.now() < until && (await areStored())) await delay(pollMs, within)
        },
        endAllMs,
        signal,
      ),
    /**
     * Ends a session that was settled and is not wanted. Its wallet must not believe that it is
     * connected.
     */
    dismiss,
    /**
     * Ends the connection of a namespace, and the session with its last connection.
     * Throws where the wallet could not be notified.
     */
    async leave(namespace: string, topic: string, within: AbortSignal): Promise<void> {
      // Removed by another tab, which ends it, or forgotten by every tab: the relay connection
      // stays where it is.
      const isRemoved = memory.session(topic) === undefined
      if (memory.sessionOf(namespace)?.topic === topic) memory.leave(namespace)
      if (memory.usersOf(topic).some(isWanted)) return
      memory.remove(topic)
      await end(topic, within, isRemoved ? relay.takeIfFree : undefined)
    },
  }
}
