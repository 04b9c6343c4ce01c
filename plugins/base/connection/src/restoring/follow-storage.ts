/**
 * Brings the session to what storage says: on start what an earlier visit wrote, later what another
 * tab writes (decision 12).
 */
import type { ConnectionId } from '@portico/kernel/account'
import { chainOf } from '@portico/kernel/chain'
import { activeConnection, sessionSlice } from '@portico/kernel/session'
import type { ConnectionOptions } from '../options.js'
import type { ConnectionContext } from '../refs.js'
import type { SessionEvent } from '../session/session-events.js'
import { isConnected, phaseOf } from '../session/session-reducer.js'
import type { Restores } from './restore-sessions.js'
import { idOf, type SavedConnection, type SavedConnections } from './saved-connections.js'
import type { SavedStore } from './saved-store.js'

/** Nothing of what is read is written back, so that two tabs never answer each other. */
export function createFollower(
  context: ConnectionContext,
  { autoConnect, restoreTimeoutMs = 10_000 }: ConnectionOptions,
  saved: SavedStore,
  restores: Restores,
  dispatch: (event: SessionEvent) => void,
) {
  /** What storage said before, so that only changes of another tab count as changes. */
  let last: Pick<SavedConnections, 'networks' | 'connections'> = { networks: {}, connections: [] }

  /** A connection that failed here is tried again only when another tab has connected it anew. */
  const isDue = (entry: SavedConnection, before: readonly ConnectionId[]) => {
    const id = idOf(entry)
    if (saved.isLost(id) || !chainOf(context, entry.namespace)) return false
    const phase = phaseOf(context.state(sessionSlice), id).name
    return phase === 'disconnected' || (phase === 'failed' && !before.includes(id))
  }

  return () => {
    const { namespace, networks, connections, ended } = saved.read()
    const moved = Object.entries(networks).filter(
      ([namespace, network]) => last.networks[namespace] !== network,
    )
    const before = last.connections.map(idOf)
    last = { networks, connections }

    dispatch({ name: 'disconnectedInOtherTab', ids: ended })
    dispatch({
      name: 'choicesRead',
      networks: moved.map(([, network]) => network),
      namespace: namespace && chainOf(context, namespace) ? namespace : undefined,
    })
    if (autoConnect === false) return
    for (const entry of connections) {
      const { namespace, connector, wallet, address } = entry
      const id = idOf(entry)
      if (isDue(entry, before))
        dispatch({
          name: 'restoreRequested',
          connection: { id, namespace, connector, wallet },
          address,
          deadline: Date.now() + restoreTimeoutMs,
        })
    }
    for (const [namespace, network] of moved) {
      const { id, network: present } = activeConnection(context, namespace) ?? {}
      if (id && isConnected(context.state(sessionSlice), id) && present !== network)
        restores
          .restoreNetwork(id, network)
          .catch(error => context.signal.aborted || context.report(error))
    }
  }
}
