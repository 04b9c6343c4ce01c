/** Remote wallets: pairing, and the connections that come of it. Loaded when somebody pairs, or when there is a session to take up again. */
import { unlessAborted } from '@portico/kernel'
import {
  type ConnectRequest,
  chainOf,
  connection,
  connectionId,
  createJoin,
  disconnected,
  modalClosed,
  type NetworkId,
  namespaceOf,
  remoteSessions,
  session as sessionSlice,
  type WalletLine,
  walletDisconnected,
  walletProblem,
} from '@portico/kernel/contracts'
import { connectorIdOf, namespaceOfConnector } from '../connector-id.js'
import { WalletConnectError } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import { type DeepLink, type PairingPhase, pairing, type WalletConnectContext } from '../refs.js'
import { createAsked } from './asked.js'
import { pair } from './pairing.js'
import { createRelayLine } from './relay-line.js'
import { createHandles } from './remote-sessions.js'
import { createTruth } from './session-truth.js'
import type { Tabs } from './socket-owner.js'
import { readSession, type WalletSession } from './wallet-session.js'

/** `tabs`: what tabs of the page's origin agree by. */
export function create(context: WalletConnectContext, options: WalletConnectOptions, tabs: Tabs) {
  const { report, signal } = context
  const asked = createAsked(context, options)
  const join = createJoin()
  let isPairing = false
  let failPairing: ((error: unknown) => void) | undefined
  /** A session that was approved just now, for the chains that are connected by it next. */
  let fresh: WalletSession | undefined

  const show = (phase: PairingPhase) => context.update(pairing, state => void Object.assign(state, { phase }))
  const handles = createHandles({
    report,
    request: (topic, network, method, params, within) => line.request(topic, network, method, params, within),
    leave: (namespace, topic, within) => truth.leave(namespace, topic, within),
  })
  const line = createRelayLine(context, options, tabs, {
    isPairing: () => isPairing,
    isEnded: error => failPairing?.(error),
    opened: client => truth.follow(client),
    hear: news => truth.hear(news),
  })
  const truth = createTruth(context, { handles, line, asked })
  const { memory } = truth

  const isConnected = (namespace: string) =>
    context.state(sessionSlice).connections[connectionId(namespace, connectorIdOf(namespace))]?.phase.name === 'connected'

  /** A pairing, until a wallet has answered it: the session, which is kept from then on. */
  const run = async (within: AbortSignal): Promise<WalletSession> => {
    isPairing = true
    const ended = new AbortController()
    try {
      const wanted = await asked()
      if (!Object.keys(wanted).length) throw new WalletConnectError('NOTHING_TO_ASK')
      const failed = new Promise<never>((_, reject) => {
        failPairing = reject
      })
      const stop = () => ended.abort(within.reason)
      if (within.aborted) stop()
      within.addEventListener('abort', stop, { signal: ended.signal })
      const paired = pair({ client: line.take, asked: wanted, show, seen: line.seen, dismiss: truth.dismiss, report }, ended.signal)
      const settled = await Promise.race([paired, failed])
      const session = accept(settled, wanted)
      show({ name: 'approved' })
      return session
    } catch (error) {
      if (within.aborted) show({ name: 'idle' })
      else if (walletProblem(error).kind === 'declined') show({ name: 'declined' })
      else show({ name: 'failed', problem: wordsOf(error) })
      throw error
    } finally {
      isPairing = false
      failPairing = undefined
      ended.abort(new WalletConnectError('PAIRING_EXPIRED'))
    }
  }
  /** A session is kept only when it has sense; the wallet of one that has none is told at once. */
  const accept = (settled: unknown, wanted: Awaited<ReturnType<typeof asked>>): WalletSession => {
    try {
      const session = readSession(settled, wanted, report)
      memory.add(
        session,
        Object.keys(session.namespaces).filter(namespace => !isConnected(namespace)),
      )
      return session
    } catch (error) {
      truth.dismiss(settled)
      throw error
    }
  }
  const open = async (session: WalletSession, namespace: string, network: NetworkId | undefined, within: AbortSignal): Promise<WalletLine> => {
    const chain = context.capability(remoteSessions, namespace)
    if (!chain) throw new WalletConnectError('NOTHING_TO_ASK')
    return unlessAborted(chain.open(handles.open(session, namespace, network), within), within)
  }
  /** The wallet approved other chains than the one it was asked for: the first of them is connected in its place. */
  const connectElsewhere = async (session: WalletSession, namespace: string): Promise<never> => {
    const [other = ''] = Object.keys(session.namespaces)
    fresh = session
    try {
      await context.find(connection)?.connect(connectorIdOf(other))
    } finally {
      if (fresh === session) fresh = undefined
    }
    throw new WalletConnectError('CHAIN_NOT_APPROVED', { chain: chainOf(context, namespace)?.name ?? namespace })
  }

  const reset = () => isPairing || context.reset(pairing)
  context.on(modalClosed, () => void reset())
  context.on(disconnected, () => {
    reset()
    memory.choose(undefined)
  })
  context.on(walletDisconnected, ({ connection: id }) => {
    const namespace = namespaceOf(id.slice(id.indexOf('/') + 1))
    if (namespaceOfConnector(id.slice(id.indexOf('/') + 1)) !== namespace) return
    const topic = memory.sessionOf(namespace)?.topic
    if (topic !== undefined) truth.leave(namespace, topic, signal).catch(report)
  })

  return {
    async choose(link: DeepLink): Promise<void> {
      memory.choose(link)
      await line.whenOpen(client => client.choose(link))
    },
    async connect(namespace: string, { network }: ConnectRequest, within: AbortSignal): Promise<WalletLine> {
      const session = fresh?.namespaces[namespace] ? fresh : await join(context, 'pair', run, within)
      if (!session.namespaces[namespace]) return connectElsewhere(session, namespace)
      return open(session, namespace, network, within)
    },
    async restore(namespace: string, { network }: ConnectRequest, within: AbortSignal): Promise<WalletLine | undefined> {
      if (!memory.sessionOf(namespace)) return undefined
      await truth.check(namespace, within)
      const session = memory.sessionOf(namespace)
      return session?.namespaces[namespace] && open(session, namespace, network, within)
    },
  }
}

const wordsOf = (error: unknown) => (error instanceof WalletConnectError ? error : new WalletConnectError('SESSION_MALFORMED', undefined, error)).userMessage
