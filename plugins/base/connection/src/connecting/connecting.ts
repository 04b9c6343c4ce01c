/** Asking a wallet: from the click to its accounts, or to the reason why not. */
import type { CurrentView } from '@portico/kernel'
import {
  type Account,
  accountView,
  activeAccount,
  afterConnect,
  type ConnectionId,
  type ConnectOptions,
  type Connector,
  chainOf,
  chains,
  connectingExternalView,
  connectionId,
  environment,
  groupWallets,
  type NetworkId,
  type PickedWallet,
  session,
  shell,
  tracked,
  unsupportedChainView,
  type WalletLine,
  walletConnected,
  walletIdentity,
} from '@portico/kernel/contracts'
import { approvedAlong } from '../discovery/approval-groups.js'
import { listedConnectors, workingConnectors } from '../discovery/discover-wallets.js'
import { type RecentWallet, withRecent } from '../discovery/recent-wallets.js'
import { problem, problemOf } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import { faceOfConnector, idOf } from '../restoring/saved-connections.js'
import { connectGates } from './connect-gate.js'
import type { Ledger } from './session-ledger.js'
import { type WalletLines, waitForWallet } from './wallet-sessions.js'

/** One open request to a wallet. */
interface Flight {
  readonly id: ConnectionId
  readonly connector: Connector
  readonly controller: AbortController
  /** The view that waits for it, when the modal shows something. */
  readonly screen: CurrentView | undefined
}
type Connected = { readonly connection: ConnectionId; readonly account: Account; readonly network: NetworkId }
/** What may go on with the same wallet elsewhere. */
export interface Neighbours {
  /** Looks for the wallets in the page, once. */
  discover(): Promise<void>
  /** Nobody waits any more for a silent restore. */
  stopRestoring(id: ConnectionId): void
  /** An earlier goodbye that is still being said: it must not end the new line. */
  goodbye(id: ConnectionId): Promise<unknown> | undefined
  activate(id: ConnectionId): void
  /** Asks a wallet silently for what it has approved already. */
  takeUp(connector: Connector): void
  isBlocked(): boolean
}

export function createConnecting(context: ConnectionContext, ledger: Ledger, lines: WalletLines, neighbours: Neighbours) {
  const flights = new Map<string, Flight>()
  const answers = new WeakMap<Flight, Promise<Account>>()
  const { views } = context
  const isShown = (screen: CurrentView) => views.history.includes(screen)

  const isListed = (id: string) => workingConnectors(context).some(connector => connector.id === id)
  const connectorOf = (id: string): Connector => {
    const connector = workingConnectors(context).find(other => other.id === id)
    if (!context.items(chains).length) throw problem('CHAIN_REQUIRED')
    if (!connector) throw problem('CONNECTOR_NOT_FOUND')
    if (!chainOf(context, connector.chain)) throw problem('CHAIN_ADAPTER_NOT_FOUND', connector.name)
    return connector
  }
  /** Only while the modal shows something: who connects from an interface of the host sees nothing of ours. */
  const show = ({ id, waitsIn, view = connectingExternalView }: Connector): CurrentView | undefined => {
    if (waitsIn?.some(own => own.id === views.current?.id)) return views.current
    if (!views.current || !views.has(view)) return undefined
    views.push(view, { connector: id })
    return views.current
  }
  /** What the host wants before anything is connected. It is asked for where the modal shows something; a view that connects by itself comes again after it. */
  const checkGates = ({ id, waitsIn }: Connector) => {
    const missing = context.items(connectGates).flatMap(one => one.missing(context) ?? [])[0]
    if (!missing) return
    const { current } = views
    if (current && current.id !== missing.id && views.has(missing)) {
      if (waitsIn?.some(own => own.id === current.id)) views.replace(missing, { connector: id, from: current })
      else views.push(missing, { connector: id })
    }
    throw problem('CONSENT_REQUIRED')
  }
  const firstAnswer = async (connected: Connected) => {
    for (const item of context.items(afterConnect)) {
      try {
        const view = await item.decide(context, connected)
        if (view && views.has(view)) return view
      } catch (error) {
        context.report(error)
      }
    }
    return undefined
  }
  /** From the waiting view to what follows. A person who went elsewhere meanwhile stays there. */
  const moveOn = async (connected: Connected, screen: CurrentView | undefined) => {
    const next = neighbours.isBlocked() ? unsupportedChainView : await firstAnswer(connected)
    if (!screen) {
      if (next) context.find(shell)?.open({ view: next })
    } else if (isShown(screen)) {
      const view = next ?? accountView
      if (views.has(view)) views.reset(view)
      else context.find(shell)?.close()
    }
  }
  /** Nobody waits for this line, or it cannot be used. */
  const dismiss = async (line: WalletLine) => {
    try {
      await line.disconnect(context.signal)
    } catch (error) {
      context.report(error)
    }
  }

  /** What the wallet approved in the same go and is not connected yet: of the chains for which the modal is open. */
  const along = (connector: Connector): readonly Connector[] => {
    const wallet = groupWallets(listedConnectors(context)).find(({ connectors }) => connectors.includes(connector))
    return wallet ? approvedAlong(connector, wallet).filter(({ chain, id }) => ledger.phaseOf(connectionId(chain, id)).name !== 'connected') : []
  }
  /** How the person got in, in the words of the tracked events. A way with a view of its own is a code to scan, or on a phone a link to an app. */
  const methodOf = ({ type, view }: Connector) => {
    if (type === 'AUTH') return 'email'
    if (!view) return 'browser'
    return context.state(environment).kind === 'mobile' ? 'mobile' : 'qrcode'
  }
  /** The wallet's line, held and committed. */
  const ask = async (connector: Connector, id: ConnectionId, network: NetworkId | undefined, signal: AbortSignal): Promise<Connected> => {
    const leaving = neighbours.goodbye(id)
    if (leaving) await waitForWallet(leaving, signal, () => undefined)
    const answer = (async () => connector.connect(network ? { network } : {}, signal))()
    const late = (line: WalletLine) => {
      context.report(problem('LATE_ANSWER', connector.name))
      // Its goodbye would end what the same wallet has granted, or is asked for, since.
      if (flights.has(connector.id) || ledger.isConnected(id)) lines.letGo(line)
      else void dismiss(line)
    }
    const line = await waitForWallet(answer, signal, late)
    // Given up between the answer and this line.
    if (signal.aborted) {
      late(line)
      throw signal.reason
    }
    try {
      const report = lines.reportOf(line, connector)
      if (!report.accounts.length) throw problem('UNAUTHORIZED', connector.name)
      // It has its answer: who leaves the waiting view from now on gives nothing up.
      flights.delete(connector.id)
      lines.hold(connector, line)
      ledger.approve(id, report)
      return { connection: id, account: activeAccount(context, connector.chain) as Account, network: report.network }
    } catch (error) {
      lines.release(id)
      void dismiss(line)
      throw error
    }
  }
  const fly = async ({ connector, id, controller: { signal }, screen }: Flight, { network, wallet }: ConnectOptions) => {
    const { name, overlaysPage } = connector
    const done = context.find(shell)?.wait({ overlaysPage: overlaysPage === true })
    try {
      const connected = await ask(connector, id, network, signal)
      ledger.remember(memory => ({ ...memory, recent: withRecent(memory.recent, recentOf(connector, wallet)) }))
      context.emit(walletConnected, { ...connected, restored: false })
      context.emit(tracked, { name: 'CONNECT_SUCCESS', properties: { method: methodOf(connector), name } })
      for (const other of along(connector)) neighbours.takeUp(other)
      moveOn(connected, screen).catch(context.report)
      return connected.account
    } catch (thrown) {
      // Whoever aborted has said already what becomes of the state.
      if (signal.aborted) throw signal.reason
      const error = problemOf(thrown, name)
      const declined = error.code === 'DECLINED'
      ledger.fail(id, { name: 'refused', problem: error.userMessage, declined })
      if (!declined) context.emit(tracked, { name: 'CONNECT_ERROR', properties: { message: error.code } })
      throw error
    } finally {
      // After `cancel` another request may stand in its place.
      if (flights.get(connector.id)?.controller.signal === signal) flights.delete(connector.id)
      done?.()
    }
  }
  const cancel = (connectorId: string) => {
    const flight = flights.get(connectorId)
    if (!flight) return
    flights.delete(connectorId)
    ledger.remove([flight.id], { byPerson: true })
    flight.controller.abort(problem('CANCELLED', flight.connector.name))
  }

  // Whoever leaves the waiting view, or closes the modal, has given up waiting (R10), and a failure that was read there is over.
  context.watch(
    () => views.history,
    history => {
      for (const { connector, screen } of flights.values()) if (screen && !isShown(screen)) cancel(connector.id)
      const shown = history.flatMap(({ params }) => (params as { connector?: string } | undefined)?.connector ?? [])
      const remembered = ledger.memory().connections.map(idOf)
      const over = Object.values(context.state(session).connections).filter(
        ({ id, connector, phase }) => phase.name === 'failed' && !shown.includes(connector) && !remembered.includes(id),
      )
      if (over.length)
        ledger.remove(
          over.map(({ id }) => id),
          { byPerson: true },
        )
    },
  )
  context.onDispose(() => {
    for (const { controller, connector } of flights.values()) controller.abort(problem('CANCELLED', connector.name))
  })

  return {
    cancel,
    isWaiting: () => flights.size > 0,
    async connect(connectorId: string, options: ConnectOptions = {}): Promise<Account> {
      context.signal.throwIfAborted()
      // Not to be waited for where it is known: a wallet that opens a window wants the click itself.
      if (!isListed(connectorId)) await neighbours.discover()
      const running = flights.get(connectorId)
      if (running) return answers.get(running) as Promise<Account>
      const connector = connectorOf(connectorId)
      const id = connectionId(connector.chain, connector.id)
      if (ledger.isConnected(id)) {
        neighbours.activate(id)
        if (views.current && views.has(accountView)) views.reset(accountView)
        return activeAccount(context, connector.chain) as Account
      }
      checkGates(connector)
      neighbours.stopRestoring(id)
      ledger.begin(
        {
          id,
          namespace: connector.chain,
          connector: connector.id,
          wallet: faceOfConnector(connector),
        },
        { name: 'asked', at: Date.now() },
      )
      const flight: Flight = { id, connector, controller: new AbortController(), screen: show(connector) }
      flights.set(connectorId, flight)
      const network = options.network ?? context.state(session).chosen[connector.chain]
      const answer = fly(flight, { ...options, ...(network && { network }) })
      answers.set(flight, answer)
      return answer
    },
  }
}

/** A wallet that was connected: the one that was picked, where its connector is a way to many. */
function recentOf(connector: Connector, picked?: PickedWallet): RecentWallet {
  const { name, explorerId, rdns = undefined } = picked ?? { ...connector, ...connector.info }
  const id = walletIdentity({ id: connector.id, name, ...(explorerId && { explorerId }), ...(rdns && { info: { rdns } }) })
  return { id, ...(rdns && { rdns }), name, ...(picked && { listed: true }) }
}
