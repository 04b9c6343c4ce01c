/** Restores wallet sessions without asking the person (decision 11). */
import { delay, KernelError, withTimeout } from '@portico/kernel'
import type { ConnectionId } from '@portico/kernel/account'
import { chainOf, type NetworkId } from '@portico/kernel/chain'
import type { Connector } from '@portico/kernel/connector-kit'
import { type ConnectionState, sessionSlice } from '@portico/kernel/session'
import { workingConnectors } from '../discovery/discover-wallets.js'
import { problem, problemOf } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import type { SessionEvent } from '../session/session-events.js'
import { isConnected } from '../session/session-reducer.js'
import { type WalletSessions, waitForWallet } from '../session/wallet-sessions.js'
import { movedAt } from './merge-tabs.js'
import type { SavedStore } from './saved-store.js'

/** Milliseconds in which a wallet usually reports to this tab what another tab has made it do. */
const otherTabMs = 500
/**
 * A connection that is younger, in milliseconds, may still be unknown to the wallet in this tab.
 */
const newForMs = 5_000

type Parties = Pick<ConnectionState, 'id' | 'namespace' | 'connector'>

interface Restore {
  readonly namespace: string
  readonly controller: AbortController
  /** It becomes the active connection of its namespace. */
  isActive: boolean
}

export type Restores = ReturnType<typeof createRestores>
export function createRestores(
  context: ConnectionContext,
  timeoutMs: number,
  saved: SavedStore,
  sessions: WalletSessions,
  discover: () => Promise<void>,
  dispatch: (event: SessionEvent) => void,
) {
  const running = new Map<ConnectionId, Restore>()

  /** The connector as soon as its wallet has announced itself. */
  const connectorOf = ({ namespace, connector }: Parties, signal: AbortSignal) =>
    new Promise<Connector>((resolve, reject) => {
      const find = () =>
        chainOf(context, namespace)
          ? workingConnectors(context).find(
              ({ id, namespace: chain }) => id === connector && chain === namespace,
            )
          : undefined
      const found = find()
      if (found) return resolve(found)
      const stop = context.watch(find, late => {
        if (!late) return
        stop()
        resolve(late)
      })
      signal.addEventListener('abort', () => {
        stop()
        reject(signal.reason)
      })
    })
  /** Another tab has just connected it, so the wallet may not know it in this tab yet. */
  const isNew = (id: ConnectionId) => Math.abs(Date.now() - movedAt(saved.known(), id)) < newForMs
  const ask = async (parties: Parties, network: NetworkId | undefined, signal: AbortSignal) => {
    const connector = await connectorOf(parties, signal)
    const restore = () =>
      waitForWallet(
        (async () => connector.restore(network ? { network } : {}, signal))(),
        signal,
        late => {
          context.report(problem('LATE_ANSWER', connector.name))
          sessions.closeUnused(late)
        },
      )
    const walletSession = await restore()
    if (walletSession || !isNew(parties.id)) return { connector, walletSession }
    await delay(otherTabMs, signal)
    return { connector, walletSession: await restore() }
  }
  /** The connector and, if its wallet still knows this page, the session. */
  const askInTime = async (
    parties: Parties,
    network: NetworkId | undefined,
    signal: AbortSignal,
  ) => {
    let asking: ReturnType<typeof ask> | undefined
    try {
      return await withTimeout(
        within => (asking = ask(parties, network, within)),
        timeoutMs,
        signal,
      )
    } catch (error) {
      // Aborted in the moment of its answer.
      asking?.then(
        ({ walletSession }) => sessions.closeUnused(walletSession),
        () => undefined,
      )
      throw error
    }
  }

  const restore = async (connection: ConnectionState, address: string | undefined) => {
    const { id, namespace, connector: connectorId, wallet } = connection
    // Read now: the first connection that is back becomes the active one, and that is saved too.
    const { networks, active } = saved.known()
    const own: Restore = {
      namespace,
      controller: new AbortController(),
      isActive: active[namespace] === connectorId,
    }
    const { signal } = own.controller
    running.set(id, own)
    discover().catch(error => signal.aborted || context.report(error))
    try {
      const { connector, walletSession } = await askInTime(connection, networks[namespace], signal)
      const report = sessions.usableReport(walletSession, connector, () => !signal.aborted)
      // Aborted between the answer and this statement.
      signal.throwIfAborted()
      if (!walletSession || !report)
        return dispatch({ name: 'notRestored', id, isSavedAnyway: isNew(id) })
      sessions.hold(connector, walletSession)
      dispatch({ name: 'restored', id, report, address, isActive: own.isActive })
    } catch (thrown) {
      if (signal.aborted) return
      const isExpired = thrown instanceof KernelError && thrown.code === 'TIMEOUT'
      dispatch({
        name: 'failed',
        id,
        error: isExpired
          ? problem('RESTORE_TIMEOUT', wallet.name, thrown)
          : problemOf(thrown, wallet.name),
      })
    } finally {
      if (running.get(id) === own) running.delete(id)
    }
  }

  return {
    start(id: ConnectionId, address: string | undefined) {
      const connection = context.state(sessionSlice).connections[id]
      if (connection) void restore(connection, address)
    },
    /** A person who has picked a connection of this namespace keeps it. */
    keepPicked(namespace: string) {
      for (const one of running.values()) if (one.namespace === namespace) one.isActive = false
    },
    abort(id: ConnectionId) {
      running.get(id)?.controller.abort()
      running.delete(id)
    },
    abortAll() {
      for (const id of [...running.keys()]) this.abort(id)
    },
    /**
     * Follows another tab to a network. Most wallets report it to every tab; where the network
     * belongs to the page, the session is restored with that network, silently.
     */
    async restoreNetwork(id: ConnectionId, network: NetworkId) {
      await delay(otherTabMs, context.signal)
      const state = () => context.state(sessionSlice)
      const isBehind = () =>
        isConnected(state(), id) && state().connections[id]?.network !== network
      const connection = state().connections[id]
      if (!connection || !isBehind()) return
      const { connector, walletSession } = await askInTime(connection, network, context.signal)
      const report = sessions.usableReport(walletSession, connector, isBehind)
      if (!walletSession || !report) return
      sessions.hold(connector, walletSession)
      dispatch({ name: 'networkRestored', id, report })
    },
  }
}
