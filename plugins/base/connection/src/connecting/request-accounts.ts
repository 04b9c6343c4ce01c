/**
 * Everything that happens in the wallet during one click: the prompt, its answer, and what becomes
 * of a late or useless answer.
 */
import type { CurrentView } from '@portico/kernel'
import { type Account, type ConnectionId, connectionId } from '@portico/kernel/account'
import type { Connector, WalletSession } from '@portico/kernel/connector-kit'
import { type ConnectOptions, sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { walletIdentity } from '@portico/kernel/wallet'
import { problem, problemOf } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import type { RecentWallet } from '../restoring/saved-connections.js'
import type { SessionEvent } from '../session/session-events.js'
import { isConnected } from '../session/session-reducer.js'
import { type WalletSessions, waitForWallet } from '../session/wallet-sessions.js'
import type { Disconnects } from './disconnect-wallets.js'

/** One request to a wallet for its accounts. */
export interface AccountRequest {
  readonly id: ConnectionId
  readonly connector: Connector
  readonly options: ConnectOptions
  /** The view that waits for the answer, when the modal is open. */
  readonly screen: CurrentView | undefined
  readonly controller: AbortController
  isAnswered: boolean
  answer?: Promise<Account>
}

export function createAccountRequests(
  context: ConnectionContext,
  sessions: WalletSessions,
  disconnects: Disconnects,
  dispatch: (event: SessionEvent) => void,
) {
  const running = new Map<ConnectionId, AccountRequest>()
  const pending = () =>
    [...running.values()].filter(
      ({ isAnswered, controller }) => !isAnswered && !controller.signal.aborted,
    )
  const pendingFor = (connector: string) =>
    pending().find(request => request.connector.id === connector)

  const dismiss = async (walletSession: WalletSession) => {
    try {
      await walletSession.disconnect(context.signal)
    } catch (error) {
      context.report(error)
    }
  }
  /** Validates the answer of a wallet and holds its session. */
  const hold = (request: AccountRequest, walletSession: WalletSession) => {
    const { id, connector } = request
    try {
      const report = sessions.reportOf(walletSession, connector)
      const [selected] = report.accounts
      if (!selected) throw problem('UNAUTHORIZED', connector.name)
      // From here on, closing the waiting view cancels nothing.
      request.isAnswered = true
      sessions.hold(connector, walletSession)
      return { report, account: { ...selected, connection: id } }
    } catch (error) {
      sessions.release(id)
      void dismiss(walletSession)
      throw error
    }
  }
  /** Prompts, and holds the session that the wallet answers with. */
  const prompt = async (request: AccountRequest): Promise<Account> => {
    const { id, connector, options, controller } = request
    const { signal } = controller
    const network = options.network ?? context.state(sessionSlice).chosen[connector.namespace]
    // A disconnect that is still running would end the new session.
    const ending = disconnects.running(id)
    if (ending) await waitForWallet(ending, signal, () => undefined)
    const answer = (async () => connector.connect(network ? { network } : {}, signal))()
    const onLate = (walletSession: WalletSession) => {
      context.report(problem('LATE_ANSWER', connector.name))
      // A disconnect would also end what the same wallet has approved since, or is prompting for.
      if (pendingFor(connector.id) || isConnected(context.state(sessionSlice), id))
        sessions.closeUnused(walletSession)
      else void dismiss(walletSession)
    }
    const walletSession = await waitForWallet(answer, signal, onLate)
    // Cancelled between the answer and this statement.
    if (signal.aborted) {
      onLate(walletSession)
      throw signal.reason
    }
    const { report, account } = hold(request, walletSession)
    dispatch({ name: 'approved', id, report })
    return account
  }
  const run = async (request: AccountRequest): Promise<Account> => {
    const { id, connector, controller } = request
    const done = context.find(shellService)?.wait({ overlaysPage: connector.overlaysPage === true })
    try {
      return await prompt(request)
    } catch (thrown) {
      // The event that aborted the request has changed the session already.
      if (controller.signal.aborted) throw controller.signal.reason
      const error = problemOf(thrown, connector.name)
      dispatch({ name: 'failed', id, error })
      throw error
    } finally {
      // After a cancel, another request may have taken its place.
      if (running.get(id) === request) running.delete(id)
      done?.()
    }
  }

  return {
    pending,
    pendingFor,
    /**
     * The request of a connection, also while its answer is being carried out, and after a cancel
     * until it has settled.
     */
    of: (id: ConnectionId): Readonly<AccountRequest> | undefined => running.get(id),
    /** Prompts in the same tick: a wallet that opens a window needs the click itself. */
    start(connector: Connector, options: ConnectOptions, screen: CurrentView | undefined) {
      const id = connectionId(connector.namespace, connector.id)
      const request: AccountRequest = {
        id,
        connector,
        options,
        screen,
        controller: new AbortController(),
        isAnswered: false,
      }
      running.set(id, request)
      request.answer = run(request)
    },
    abort(id: ConnectionId) {
      const request = running.get(id)
      if (!request || request.isAnswered) return
      request.controller.abort(problem('CANCELLED', request.connector.name))
    },
    abortAll() {
      for (const { id } of pending()) this.abort(id)
    },
  }
}

/**
 * The entry of the recent wallets: the wallet that was picked, where the connector leads to many.
 */
export function recentWalletOf({
  connector,
  options: { wallet },
}: Readonly<AccountRequest>): RecentWallet {
  const { name, explorerId, rdns = undefined } = wallet ?? { ...connector, ...connector.info }
  const id = walletIdentity({
    id: connector.id,
    name,
    ...(explorerId && { explorerId }),
    ...(rdns && { info: { rdns } }),
  })
  return { id, ...(rdns && { rdns }), name, ...(wallet && { listed: true }) }
}
