/**
 * Pairs with remote wallets and keeps their connections. Loaded for a pairing, or to restore a
 * session.
 */
import { anySignal, unlessAborted } from '@portico/kernel'
import { connectionId } from '@portico/kernel/account'
import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { ChainError, chainOf, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import {
  type ConnectRequest,
  createShareInFlight,
  type WalletReport,
  type WalletSession,
} from '@portico/kernel/connector-kit'
import {
  connectionService,
  disconnectedEvent,
  forgottenEvent,
  sessionSlice,
  walletConnectedEvent,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
import { modalClosedEvent, toastsService } from '@portico/kernel/shell'
import { type Message, ModalError, unloadedMessage } from '@portico/kernel/text'
import {
  environmentSlice,
  openAppLink,
  requestAppLink,
  walletProblem,
} from '@portico/kernel/wallet'
import { connectorIdOf, namespaceOfConnector } from '../connector-id.js'
import { WalletConnectError, WalletRefusal } from '../errors.js'
import type { WalletConnectOptions } from '../options.js'
import type { DeepLink } from '../persisted.js'
import { type PairingPhase, pairingSlice, type WalletConnectContext } from '../refs.js'
import { deleteLibraryStorage } from '../relay/library-storage.js'
import { createRelayConnection } from '../relay/relay-connection.js'
import type { Tabs } from '../relay/socket-owner.js'
import { createTruth } from '../sessions/reconcile-sessions.js'
import { createHandles } from '../sessions/remote-sessions.js'
import { type PairedSession, readSession } from './paired-session.js'
import { pair } from './pairing.js'
import { createRequestedNamespaces } from './requested-namespaces.js'
import { createSignIn } from './sign-in.js'

/** `tabs`: the locks and the channel that the tabs of this origin share. */
export function create(context: WalletConnectContext, options: WalletConnectOptions, tabs: Tabs) {
  const { report, signal } = context
  const requested = createRequestedNamespaces(context, options)
  const signIn = createSignIn(context)
  const join = createShareInFlight()
  /** The pairing in progress: its callbacks, and whether the person opened a wallet app for it. */
  let current:
    | { fail?(error: unknown): void; take?(settled: unknown): void; wasTapped: boolean }
    | undefined
  /**
   * True when the previous pairing ended with its relay connection. The wallet may have been about
   * to approve; a late approval then completes the next attempt.
   */
  let isOwed = false
  /** A session that was approved just now, for the chains that are connected with it next. */
  let fresh: PairedSession | undefined

  /** The deletion of what the library stores. */
  let erased: Promise<void> = Promise.resolve()

  const show = (phase: PairingPhase) => context.patch(pairingSlice, { phase })
  const handles = createHandles({
    report,
    request: (topic, network, method, params, within) =>
      relay.request(topic, network, method, params, within),
    leave: (namespace, topic, within) => truth.leave(namespace, topic, within),
  })
  const relay = createRelayConnection(context, options, tabs, {
    // A link that is only offered gives way to another tab.
    isPairing: () => current !== undefined && waiting > 0,
    hasSessions: () => memory.sessions().length > 0,
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
  const truth = createTruth(context, { handles, relay, requested, takeLate })
  const { memory } = truth

  const isConnected = (namespace: string) =>
    context.state(sessionSlice).connections[connectionId(namespace, connectorIdOf(namespace))]
      ?.phase.name === 'connected'

  /** Runs a pairing until a wallet approves it, and stores the session. */
  const run = async (within: AbortSignal): Promise<PairedSession> => {
    const mine: NonNullable<typeof current> = { wasTapped: false }
    current = mine
    const before = memory.choice()
    const ended = new AbortController()
    // A pairing that was given up must not overwrite the state of the next one.
    const showMine = (phase: PairingPhase) => void (current === mine && show(phase))
    try {
      // A pairing that began earlier would be deleted while the person scans its code.
      await unlessAborted(
        erased.catch(() => undefined),
        within,
      )
      const wanted = await requested(report)
      if (!Object.keys(wanted).length) throw new WalletConnectError('NOTHING_TO_ASK')
      const takenOver = new Promise<unknown>((resolve, reject) => {
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
      const paired = pair(
        {
          client: relay.take,
          requested: wanted,
          signIn: toSign,
          show: showMine,
          seen: relay.seen,
          dismiss: truth.dismiss,
          report,
        },
        ended.signal,
      )
      const settled = await Promise.race([paired, takenOver])
      // Given up between the wallet's approval and this statement: no other code has seen that
      // session.
      if (within.aborted) truth.dismiss(settled)
      within.throwIfAborted()
      const session = accept(settled, wanted, mine.wasTapped)
      isOwed = false
      // From here on the relay connection may close: the pairing needs no further answer.
      delete mine.fail
      showMine({ name: 'approved' })
      await signIn.receive(settled, session, ended.signal)
      return session
    } catch (error) {
      if (mine.wasTapped) memory.choose(before)
      relay.discardAfter(error)
      isOwed &&= !within.aborted
      if (within.aborted) showMine({ name: 'idle' })
      else if (walletProblem(error).kind === 'declined') showMine({ name: 'declined' })
      else showMine({ name: 'failed', problem: messageOf(error) })
      throw error
    } finally {
      if (current === mine) current = undefined
      ended.abort(new WalletConnectError('PAIRING_EXPIRED'))
    }
  }
  /** Stores a valid session. The wallet of an invalid one is notified at once. */
  const accept = (
    settled: unknown,
    wanted: Awaited<ReturnType<typeof requested>>,
    wasTapped: boolean,
  ): PairedSession => {
    try {
      const session = readSession(settled, wanted, report)
      memory.add(
        session,
        Object.keys(session.namespaces).filter(namespace => !isConnected(namespace)),
      )
      const app = memory.choice()
      // Paired without a tap on an app: the wallet is on another device, or in an unknown app.
      memory.choose(wasTapped && app ? { ...app, topic: session.topic } : undefined)
      return session
    } catch (error) {
      truth.dismiss(settled)
      throw error
    }
  }
  const open = async (
    session: PairedSession,
    namespace: string,
    network: NetworkId | undefined,
    within: AbortSignal,
  ): Promise<WalletSession> => {
    const chain = context.capability(remoteSessionsCapability, namespace)
    if (!chain) throw new WalletConnectError('NOTHING_TO_ASK')
    const { remote, drop } = handles.open(session, namespace, network)
    try {
      return named(await unlessAborted(chain.open(remote, within), within), session.wallet)
    } catch (error) {
      drop()
      throw error
    }
  }
  const leave = (namespace: string, topic: string) =>
    void truth.leave(namespace, topic, signal).catch(error => signal.aborted || report(error))
  /** Connects a chain with a session that was approved just now. */
  const connectFresh = async (session: PairedSession, namespace: string): Promise<void> => {
    fresh = session
    try {
      await context.find(connectionService)?.connect(connectorIdOf(namespace))
    } catch (error) {
      leave(namespace, session.topic)
      throw error
    } finally {
      if (fresh === session) fresh = undefined
    }
  }
  /** Connects the first approved chain when the wallet did not approve the requested one. */
  const connectOtherChain = async (session: PairedSession, namespace: string): Promise<never> => {
    const [other = ''] = Object.keys(session.namespaces)
    await connectFresh(session, other)
    const missing = new WalletConnectError('CHAIN_NOT_APPROVED', {
      chain: chainOf(context, namespace)?.name ?? namespace,
    })
    // The waiting view has moved on to the other chain's account, so the error is shown as a toast.
    context.find(toastsService)?.fail(missing)
    throw missing
  }

  /**
   * Opens the chosen wallet app once the relay has the request.
   * Before that, the app would find nothing, and the page that it covers may be suspended. The app
   * opens only when a tap led to the request, never for a request that the page makes by itself.
   */
  const showApp = (topic: string, request: number) => {
    const app = memory.choice()
    const link =
      app && app.topic === topic
        ? requestAppLink(context.state(environmentSlice), app.href, request, topic)
        : undefined
    if (link && globalThis.navigator?.userActivation?.isActive !== false)
      openAppLink(link, { report })
  }
  /**
   * Ends every session, and deletes what the library has stored. Rejects where the browser does not
   * delete it.
   */
  const forget = (): Promise<void> => {
    isOwed = false
    fresh = undefined
    erased = relay.erase(truth.endAll(), deleteLibraryStorage)
    return erased
  }
  context.on(forgottenEvent, ({ waitUntil }) => waitUntil(forget()))
  const reset = () => current || context.reset(pairingSlice)
  context.on(modalClosedEvent, () => {
    reset()
    // A pairing in progress keeps its phase.
    context.update(pairingSlice, state => void delete state.waitsForClick)
  })
  context.on(disconnectedEvent, () => {
    reset()
    context.patch(pairingSlice, { waitsForClick: true })
    memory.choose(undefined)
  })
  context.on(walletDisconnectedEvent, ({ connection: id }) => {
    const namespace = namespaceOf(id.slice(id.indexOf('/') + 1))
    if (namespaceOfConnector(id.slice(id.indexOf('/') + 1)) !== namespace) return
    const topic = memory.sessionOf(namespace)?.topic
    if (topic !== undefined) leave(namespace, topic)
  })

  /** Ends the offered pairing. */
  let offered: AbortController | undefined
  /** How many connections that the person started wait for a pairing, or open its session. */
  let waiting = 0
  context.on([modalClosedEvent, walletConnectedEvent], () => offered?.abort())

  return {
    forget,
    async choose(link: DeepLink): Promise<void> {
      if (current) current.wasTapped = true
      memory.choose(link)
    },
    async offer(namespace: string): Promise<void> {
      offered?.abort()
      const own = new AbortController()
      offered = own
      try {
        const session = await join(context, 'pair', run, anySignal([own.signal, signal]))
        // The person chose the wallet during pairing: its own connection takes the session.
        if (waiting) return
        await (session.namespaces[namespace]
          ? connectFresh(session, namespace)
          : connectOtherChain(session, namespace))
      } catch (error) {
        if (!own.signal.aborted && !signal.aborted) throw error
      }
    },
    async connect(
      namespace: string,
      { network }: ConnectRequest,
      within: AbortSignal,
    ): Promise<WalletSession> {
      const approved = fresh?.namespaces[namespace] ? fresh : undefined
      const before = memory.sessionOf(namespace)?.topic
      waiting++
      try {
        const session = approved ?? (await join(context, 'pair', run, within))
        if (!session.namespaces[namespace]) return await connectOtherChain(session, namespace)
        return await open(session, namespace, network, within)
      } catch (error) {
        // The wallet must not believe in a connection that was not established.
        const topic = memory.sessionOf(namespace)?.topic
        if (topic !== undefined && topic !== before) leave(namespace, topic)
        throw error
      } finally {
        waiting--
      }
    },
    async restore(
      namespace: string,
      { network }: ConnectRequest,
      within: AbortSignal,
    ): Promise<WalletSession | undefined> {
      if (!memory.sessionOf(namespace)) return undefined
      await truth.check(namespace, within)
      const session = memory.sessionOf(namespace)
      return session?.namespaces[namespace] && open(session, namespace, network, within)
    },
  }
}

/** Adds the wallet's name, which is unknown before the approval, to a session's reports. */
const named = (walletSession: WalletSession, wallet: PairedSession['wallet']): WalletSession => {
  const withName = (report: WalletReport): WalletReport => ({ ...report, wallet })
  return {
    handle: walletSession.handle,
    get report() {
      return withName(walletSession.report)
    },
    watch: listener => walletSession.watch(report => listener(report && withName(report))),
    ...(walletSession.supports && {
      supports: capability => walletSession.supports?.(capability) !== false,
    }),
    disconnect: signal => walletSession.disconnect(signal),
  }
}

/** Returns the error's own message, or the message for the wallet's error code. */
function messageOf(error: unknown): Message {
  if (error instanceof ModalError) return error.userMessage
  const { kind } = walletProblem(error)
  if (kind === 'unsupported') return new ChainError('WALLET_UNSUPPORTED').userMessage
  if (kind === 'unloaded') return unloadedMessage
  if (kind === 'transport') return new WalletConnectError('RELAY_UNREACHABLE').userMessage
  return new WalletConnectError(
    error instanceof WalletRefusal ? 'WALLET_REFUSED' : 'SESSION_MALFORMED',
  ).userMessage
}
