/** The ends of a connection: disconnected by the person, hung up by the wallet, forgotten. */
import { withTimeout } from '@portico/kernel'
import { activeAccount, type ConnectionId, connectionId, connectors, liveConnections, session, tracked, type WalletLine } from '@portico/kernel/contracts'
import { ConnectionError, problem } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import { idOf, withoutConnections } from '../restoring/saved-connections.js'
import type { Ledger } from './session-ledger.js'
import type { WalletLines } from './wallet-sessions.js'

/** Milliseconds that a wallet has to say goodbye. */
const goodbyeTimeout = 5_000

/** What has to stop before a connection can end, and to look around after it. */
export interface Neighbours {
  stopAsking(connector: string): void
  stopRestoring(id: ConnectionId): void
  /** `had`: there was an account before. */
  checkView(had: boolean): void
}

export function createLeaving(context: ConnectionContext, ledger: Ledger, lines: WalletLines, { stopAsking, stopRestoring, checkView }: Neighbours) {
  const goodbyes = new Map<ConnectionId, Promise<unknown>>()

  const sayGoodbye = async (id: ConnectionId, line: WalletLine) => {
    const said = withTimeout(async signal => line.disconnect(signal), goodbyeTimeout, context.signal)
    goodbyes.set(
      id,
      said.catch(() => undefined),
    )
    try {
      await said
    } finally {
      goodbyes.delete(id)
    }
  }
  const approvalOf = (id: ConnectionId) => context.items(connectors).find(({ chain, id: connector }) => connectionId(chain, connector) === id)?.approval
  /** Another chain of the same wallet goes on by the same approval: a goodbye would end that too. */
  const isShared = (id: ConnectionId) => {
    const approval = approvalOf(id)
    return approval !== undefined && liveConnections(context).some(other => approvalOf(other.id) === approval)
  }
  /** Ends them here, at once, whatever their wallets say; answers the lines. */
  const end = (ids: readonly ConnectionId[], all: boolean) => {
    for (const id of ids) {
      stopRestoring(id)
      stopAsking(ledger.connectionOf(id)?.connector ?? '')
    }
    const open = ids.flatMap(id => {
      const line = lines.release(id)
      return line ? [{ id, line }] : []
    })
    const had = activeAccount(context)
    ledger.remove(ids, { byPerson: true, all })
    ledger.remember(memory => withoutConnections(memory, ids, true))
    checkView(had !== undefined)
    return open
  }

  return {
    goodbye: (id: ConnectionId) => goodbyes.get(id),
    async disconnect(connection?: ConnectionId): Promise<void> {
      const all = new Set([...(Object.keys(context.state(session).connections) as ConnectionId[]), ...ledger.memory().connections.map(idOf)])
      const open = end(connection === undefined ? [...all] : [connection], connection === undefined)
      const told = open.filter(({ id }) => !isShared(id))
      const outcomes = await Promise.allSettled(told.map(({ id, line }) => sayGoodbye(id, line)))
      const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      if (!failures.length) return context.emit(tracked, { name: 'DISCONNECT_SUCCESS' })
      context.emit(tracked, { name: 'DISCONNECT_ERROR', properties: { failures: failures.length } })
      const { code, userMessage } = problem('DISCONNECT_FAILED')
      throw new ConnectionError(code, userMessage, failures[0], failures)
    },
    forget(connection: ConnectionId) {
      end([connection], false)
    },
    hungUp(id: ConnectionId) {
      const had = activeAccount(context)
      lines.release(id)
      ledger.remove([id], { byPerson: false })
      ledger.rememberInTurn(id)
      checkView(had !== undefined)
    },
  }
}
