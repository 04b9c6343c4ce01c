/**
 * The methods of the connection service: each converts a call to an event. Loaded by the first
 * call, or when a saved connection exists.
 */
import type { Account, ConnectionId } from '@portico/kernel/account'
import { chainOf, chainsSlot } from '@portico/kernel/chain'
import type { Connection, Connector } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  type Connections,
  forgottenEvent,
  sessionSlice,
  walletConnectedEvent,
} from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import { environmentSlice } from '@portico/kernel/wallet'
import { workingConnectors } from './discovery/discover-wallets.js'
import { ConnectionError, problem } from './errors.js'
import { createNetworkSwitch } from './networks/switch-network.js'
import type { ConnectionOptions } from './options.js'
import type { ConnectionContext } from './refs.js'
import { createFollower } from './restoring/follow-storage.js'
import { idOf } from './restoring/saved-connections.js'
import { isConnected } from './session/session-reducer.js'
import { connectionWith, createSessionRunner } from './session-runner.js'

export const notConnected = () => problem('CLIENT_NOT_SET')

export interface Controller extends Omit<Connections, 'discover' | 'live' | 'require'> {
  /** Brings this tab to what storage says. */
  follow(): void
}

/** `live` is what `connection.live` reads; it is filled and emptied here. */
export function create(
  context: ConnectionContext,
  live: Map<ConnectionId, Connection>,
  discover: Connections['discover'],
  options: ConnectionOptions,
): Controller {
  const { views } = context
  const { dispatch, hostChains, saved, sessions, requests, restores, modal } = createSessionRunner(
    context,
    live,
    discover,
    options,
  )

  const connectorOf = (id: string): Connector => {
    const connector = workingConnectors(context).find(other => other.id === id)
    if (!context.items(chainsSlot).length) throw problem('CHAIN_REQUIRED')
    if (!connector) throw problem('CONNECTOR_NOT_FOUND')
    if (!chainOf(context, connector.namespace))
      throw problem('CHAIN_ADAPTER_NOT_FOUND', connector.name)
    return connector
  }
  const cancel = (connector: string) => {
    const request = requests.pendingFor(connector)
    if (request) dispatch({ name: 'cancelled', id: request.id })
  }

  // A person who leaves the waiting view, or closes the modal, stops waiting (R10); a failure that
  // was read there is dismissed.
  context.watch(
    () => views.history,
    history => {
      for (const { connector, screen } of requests.pending())
        if (screen && !modal.isShown(screen)) cancel(connector.id)
      const shown = history.flatMap(
        ({ params }) => (params as { connector?: string } | undefined)?.connector ?? [],
      )
      const kept = saved.known().connections.map(idOf)
      const left = Object.values(context.state(sessionSlice).connections).filter(
        ({ id, connector }) => !shown.includes(connector) && !kept.includes(id),
      )
      dispatch({ name: 'failuresDismissed', ids: left.map(({ id }) => id) })
    },
  )
  context.on(walletConnectedEvent, () => {
    // Reading the time zone delays a cold page by a frame, and nothing needs it before the first
    // connection.
    context.patch(environmentSlice, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  })

  context.on(forgottenEvent, () => {
    saved.forget()
    dispatch({ name: 'everythingForgotten' })
  })

  return {
    async connect(connectorId, given = {}) {
      context.signal.throwIfAborted()
      // Awaited only where the connector is unknown: a wallet that opens a window needs the click
      // itself.
      if (!workingConnectors(context).some(({ id }) => id === connectorId)) await discover()
      const pending = requests.pendingFor(connectorId)?.answer
      if (pending) return pending
      const connector = connectorOf(connectorId)
      const connection = connectionWith(connector)
      if (isConnected(context.state(sessionSlice), connection.id)) {
        dispatch({ name: 'activated', id: connection.id })
        modal.showAccount()
        return activeAccount(context, connector.namespace) as Account
      }
      modal.checkGates(connector)
      dispatch({ name: 'connectRequested', connection, options: given, at: Date.now() })
      // A connector can close the modal at once, so the request may be cancelled already: its
      // answer says so.
      const answer = requests.of(connection.id)?.answer
      if (!answer) throw problem('PENDING', connector.name)
      return answer
    },
    cancel,
    async disconnect(connection) {
      const known = [
        ...(Object.keys(context.state(sessionSlice).connections) as ConnectionId[]),
        ...saved.known().connections.map(idOf),
      ]
      const ids = connection === undefined ? [...new Set(known)] : [connection]
      const outcomes = await Promise.allSettled(
        dispatch({ name: 'disconnectRequested', ids, isAll: connection === undefined }),
      )
      const failures = outcomes.flatMap(outcome =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      )
      if (!failures.length) return context.emit(trackedEvent, { name: 'DISCONNECT_SUCCESS' })
      context.emit(trackedEvent, {
        name: 'DISCONNECT_ERROR',
        properties: { failures: failures.length },
      })
      const { code, userMessage } = problem('DISCONNECT_FAILED')
      throw new ConnectionError(code, userMessage, failures[0], failures)
    },
    forget(id) {
      dispatch({ name: 'forgotten', id })
    },
    activate(id, address) {
      dispatch({ name: 'activated', id, address })
    },
    switchNetwork: createNetworkSwitch(context, sessions, live, hostChains, dispatch),
    follow: createFollower(context, options, saved, restores, dispatch),
  }
}
