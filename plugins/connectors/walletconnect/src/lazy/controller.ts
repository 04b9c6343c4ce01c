/** Remote wallets: pairing, and the connections that come of it. Loaded when somebody pairs, or when there is a session to take up again. */
import { unlessAborted } from '@portico/kernel'
import {
  ChainError,
  type ConnectRequest,
  chainOf,
  connection,
  connectionId,
  createJoin,
  disconnected,
  environment,
  type Message,
  ModalError,
  modalClosed,
  type NetworkId,
  namespaceOf,
  openAppLink,
  remoteSessions,
  requestAppLink,
  session as sessionSlice,
  toasts,
  unloadedMessage,
  type WalletLine,
  type WalletReport,
  walletDisconnected,
  walletProblem,
} from '@portico/kernel/contracts'
import { connectorIdOf, namespaceOfConnector } from '../connector-id.js'
import { WalletConnectError, WalletRefusal } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import { type DeepLink, type PairingPhase, pairing, type WalletConnectContext } from '../refs.js'
import { createAsked } from './asked.js'
import { pair } from './pairing.js'
import { createRelayLine } from './relay-line.js'
import { createHandles } from './remote-sessions.js'
import { createTruth } from './session-truth.js'
import { createSignIn } from './sign-in.js'
import type { Tabs } from './socket-owner.js'
import { readSession, type WalletSession } from './wallet-session.js'

/** `tabs`: what tabs of the page's origin agree by. */
export function create(context: WalletConnectContext, options: WalletConnectOptions, tabs: Tabs) {
  const { report, signal } = context
  const asked = createAsked(context, options)
  const signIn = createSignIn(context)
  const join = createJoin()
  /** The pairing that is under way: what ends it, and whether the person was sent to an app for it. */
  let current: { fail?(error: unknown): void; take?(settled: unknown): void; wasTapped: boolean } | undefined
  /** Whether the pairing before ended with its line: the wallet may have been about to answer, and who tries again is connected by that. */
  let isOwed = false
  /** A session that was approved just now, for the chains that are connected by it next. */
  let fresh: WalletSession | undefined

  const show = (phase: PairingPhase) => context.update(pairing, state => void Object.assign(state, { phase }))
  const handles = createHandles({
    report,
    request: (topic, network, method, params, within) => line.request(topic, network, method, params, within),
    leave: (namespace, topic, within) => truth.leave(namespace, topic, within),
  })
  const line = createRelayLine(context, options, tabs, {
    isPairing: () => current !== undefined,
    isEnded: error => current?.fail?.(error),
    opened: client => truth.follow(client),
    hear: news => truth.hear(news),
    sent: (topic, request) => showApp(topic, request),
  })
  const takeLate = (settled: unknown) => {
    if (!isOwed || !current?.take) return false
    isOwed = false
    current.take(settled)
    return true
  }
  const truth = createTruth(context, { handles, line, asked, takeLate })
  const { memory } = truth

  const isConnected = (namespace: string) =>
    context.state(sessionSlice).connections[connectionId(namespace, connectorIdOf(namespace))]?.phase.name === 'connected'

  /** A pairing, until a wallet has answered it: the session, which is kept from then on. */
  const run = async (within: AbortSignal): Promise<WalletSession> => {
    const mine: NonNullable<typeof current> = { wasTapped: false }
    current = mine
    const before = memory.choice()
    const ended = new AbortController()
    // One that was given up has no say in the next.
    const showMine = (phase: PairingPhase) => void (current === mine && show(phase))
    try {
      const wanted = await asked(report)
      if (!Object.keys(wanted).length) throw new WalletConnectError('NOTHING_TO_ASK')
      const elsewhere = new Promise<unknown>((resolve, reject) => {
        mine.take = resolve
        mine.fail = error => {
          isOwed = true
          reject(error)
        }
      })
      const stop = () => ended.abort(within.reason)
      if (within.aborted) stop()
      within.addEventListener('abort', stop, { signal: ended.signal })
      const toSign = (link: AbortSignal) => signIn.request(wanted, link)
      const paired = pair({ client: line.take, asked: wanted, signIn: toSign, show: showMine, seen: line.seen, dismiss: truth.dismiss, report }, ended.signal)
      const settled = await Promise.race([paired, elsewhere])
      // Given up between the wallet's answer and this line: nobody else has seen that answer.
      if (within.aborted) truth.dismiss(settled)
      within.throwIfAborted()
      const session = accept(settled, wanted, mine.wasTapped)
      isOwed = false
      // The line may go now: nothing is owed to who comes next.
      delete mine.fail
      showMine({ name: 'approved' })
      await signIn.receive(settled, session, ended.signal)
      return session
    } catch (error) {
      if (mine.wasTapped) memory.choose(before)
      line.discardAfter(error)
      isOwed &&= !within.aborted
      if (within.aborted) showMine({ name: 'idle' })
      else if (walletProblem(error).kind === 'declined') showMine({ name: 'declined' })
      else showMine({ name: 'failed', problem: wordsOf(error) })
      throw error
    } finally {
      if (current === mine) current = undefined
      ended.abort(new WalletConnectError('PAIRING_EXPIRED'))
    }
  }
  /** A session is kept only when it has sense; the wallet of one that has none is told at once. */
  const accept = (settled: unknown, wanted: Awaited<ReturnType<typeof asked>>, wasTapped: boolean): WalletSession => {
    try {
      const session = readSession(settled, wanted, report)
      memory.add(
        session,
        Object.keys(session.namespaces).filter(namespace => !isConnected(namespace)),
      )
      const app = memory.choice()
      // Paired without a tap: the wallet is on another device, or in an app that nobody here knows.
      memory.choose(wasTapped && app ? { ...app, topic: session.topic } : undefined)
      return session
    } catch (error) {
      truth.dismiss(settled)
      throw error
    }
  }
  const open = async (session: WalletSession, namespace: string, network: NetworkId | undefined, within: AbortSignal): Promise<WalletLine> => {
    const chain = context.capability(remoteSessions, namespace)
    if (!chain) throw new WalletConnectError('NOTHING_TO_ASK')
    const { remote, drop } = handles.open(session, namespace, network)
    try {
      return named(await unlessAborted(chain.open(remote, within), within), session.wallet)
    } catch (error) {
      drop()
      throw error
    }
  }
  const leave = (namespace: string, topic: string) => void truth.leave(namespace, topic, signal).catch(error => signal.aborted || report(error))
  /** The wallet approved other chains than the one it was asked for: the first of them is connected in its place. */
  const connectElsewhere = async (session: WalletSession, namespace: string): Promise<never> => {
    const [other = ''] = Object.keys(session.namespaces)
    fresh = session
    try {
      await context.find(connection)?.connect(connectorIdOf(other))
    } catch (error) {
      leave(other, session.topic)
      throw error
    } finally {
      if (fresh === session) fresh = undefined
    }
    const missing = new WalletConnectError('CHAIN_NOT_APPROVED', { chain: chainOf(context, namespace)?.name ?? namespace })
    // The view that waited has gone on to the other chain's account: nobody would read it there.
    context.find(toasts)?.fail(missing)
    throw missing
  }

  /**
   * A person who was sent to an app is shown there what it is asked, once that is at the relay: the app would find nothing before, and the page that it covers
   * may sleep. Only where a tap led to the request: nothing opens for what a page asks by itself.
   */
  const showApp = (topic: string, request: number) => {
    const app = memory.choice()
    const link = app && app.topic === topic ? requestAppLink(context.state(environment), app.href, request, topic) : undefined
    if (link && globalThis.navigator?.userActivation?.isActive !== false) openAppLink(link, { report })
  }
  const reset = () => current || context.reset(pairing)
  context.on(modalClosed, () => void reset())
  context.on(disconnected, () => {
    reset()
    memory.choose(undefined)
  })
  context.on(walletDisconnected, ({ connection: id }) => {
    const namespace = namespaceOf(id.slice(id.indexOf('/') + 1))
    if (namespaceOfConnector(id.slice(id.indexOf('/') + 1)) !== namespace) return
    const topic = memory.sessionOf(namespace)?.topic
    if (topic !== undefined) leave(namespace, topic)
  })

  return {
    async choose(link: DeepLink): Promise<void> {
      if (current) current.wasTapped = true
      memory.choose(link)
    },
    async connect(namespace: string, { network }: ConnectRequest, within: AbortSignal): Promise<WalletLine> {
      const approved = fresh?.namespaces[namespace] ? fresh : undefined
      const before = memory.sessionOf(namespace)?.topic
      try {
        const session = approved ?? (await join(context, 'pair', run, within))
        if (!session.namespaces[namespace]) return await connectElsewhere(session, namespace)
        return await open(session, namespace, network, within)
      } catch (error) {
        // A wallet that approved must not believe in a connection that did not come about.
        const topic = memory.sessionOf(namespace)?.topic
        if (topic !== undefined && topic !== before) leave(namespace, topic)
        throw error
      }
    },
    async restore(namespace: string, { network }: ConnectRequest, within: AbortSignal): Promise<WalletLine | undefined> {
      if (!memory.sessionOf(namespace)) return undefined
      await truth.check(namespace, within)
      const session = memory.sessionOf(namespace)
      return session?.namespaces[namespace] && open(session, namespace, network, within)
    },
  }
}

/** A line whose reports say who the wallet is: until it approved, nobody knew. */
const named = (line: WalletLine, wallet: WalletSession['wallet']): WalletLine => {
  const withName = (report: WalletReport): WalletReport => ({ ...report, wallet })
  return {
    port: line.port,
    get report() {
      return withName(line.report)
    },
    watch: listener => line.watch(report => listener(report && withName(report))),
    ...(line.supports && { supports: capability => line.supports?.(capability) !== false }),
    disconnect: signal => line.disconnect(signal),
  }
}

/** Its own sentence, or that of what the wallet means by its code. */
function wordsOf(error: unknown): Message {
  if (error instanceof ModalError) return error.userMessage
  const { kind } = walletProblem(error)
  if (kind === 'unsupported') return new ChainError('WALLET_UNSUPPORTED').userMessage
  if (kind === 'unloaded') return unloadedMessage
  if (kind === 'transport') return new WalletConnectError('RELAY_UNREACHABLE').userMessage
  return new WalletConnectError(error instanceof WalletRefusal ? 'WALLET_REFUSED' : 'SESSION_MALFORMED').userMessage
}
