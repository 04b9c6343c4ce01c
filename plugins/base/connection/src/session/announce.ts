/** Commits the session, and announces to other plugins what changed. */
import type { Account, ConnectionId } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import type { Connector } from '@portico/kernel/connector-kit'
import {
  accountSwitchedEvent,
  activeAccount,
  activeNetwork,
  disconnectedEvent,
  liveConnections,
  networkSwitchedEvent,
  type SessionState,
  sessionSlice,
  walletConnectedEvent,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import { environmentSlice } from '@portico/kernel/wallet'
import type { ConnectionContext } from '../refs.js'
import type { SessionEffect } from './session-events.js'

/** A connection whose wallet has just answered. */
export interface Connected {
  readonly connection: ConnectionId
  readonly account: Account
  readonly network: NetworkId
}

/** One commit. Then announces which active accounts and which active network are others now. */
export function commitSession(context: ConnectionContext, next: SessionState): void {
  const current = () => ({
    network: activeNetwork(context),
    accounts: Object.keys(context.state(sessionSlice).active).flatMap(
      namespace => activeAccount(context, namespace) ?? [],
    ),
  })
  const before = current()
  context.update(sessionSlice, draft => {
    Object.assign(draft, next)
    if (next.filter === undefined) delete draft.filter
    if (next.namespace === undefined) delete draft.namespace
  })
  const after = current()
  for (const account of after.accounts) {
    const earlier = before.accounts.find(other => other.namespace === account.namespace)
    if (
      earlier &&
      (earlier.address !== account.address || earlier.connection !== account.connection)
    )
      context.emit(accountSwitchedEvent, { connection: account.connection, account })
  }
  const { network: previous } = before
  if (after.network && after.network !== previous)
    context.emit(networkSwitchedEvent, { network: after.network, ...(previous && { previous }) })
}

/** The account that the person works with in a connection, and its network. */
export function connectedIn(context: ConnectionContext, id: ConnectionId): Connected | undefined {
  const { accounts = [], address, network } = context.state(sessionSlice).connections[id] ?? {}
  const account = accounts.find(one => one.address === address)
  return account && network && { connection: id, account, network }
}

export function announceConnected(
  context: ConnectionContext,
  connected: Connected,
  restored: boolean,
  connector: Connector | undefined,
): void {
  context.emit(walletConnectedEvent, { ...connected, restored })
  if (connector && !restored)
    context.emit(trackedEvent, {
      name: 'CONNECT_SUCCESS',
      properties: { method: methodOf(context, connector), name: connector.name },
    })
}
/**
 * The connect method in the terms of the tracked events. A connector with its own view shows a code
 * to scan, or on a phone a link to an app.
 */
function methodOf(context: ConnectionContext, { type, view }: Connector): string {
  if (type === 'AUTH') return 'email'
  if (!view) return 'browser'
  return context.state(environmentSlice).kind === 'mobile' ? 'mobile' : 'qrcode'
}

export function announceEnd(
  context: ConnectionContext,
  { ids, byPerson, isAll }: Extract<SessionEffect, { readonly name: 'announceEnd' }>,
): void {
  for (const connection of ids) context.emit(walletDisconnectedEvent, { connection, byPerson })
  if ((ids.length || isAll) && !liveConnections(context).length) context.emit(disconnectedEvent)
}
