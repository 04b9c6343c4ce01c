/**
 * Every change of the session: a pure function from the session and an event to the next session
 * and a list of effects.
 */
import type { Account, ConnectionId } from '@portico/kernel/account'
import { type NetworkId, namespaceOf } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import type { ConnectionPhase, ConnectionState, SessionState } from '@portico/kernel/session'
import { transition } from './connection-phase.js'
import type { NewConnection, SessionEffect, SessionEvent } from './session-events.js'

export interface Step {
  /** The very same object when nothing changes. */
  readonly session: SessionState
  readonly effects: readonly SessionEffect[]
}

/** The phase of a connection. A connection that is not in the session is disconnected. */
export const phaseOf = ({ connections }: SessionState, id: ConnectionId): ConnectionPhase =>
  connections[id]?.phase ?? { name: 'disconnected' }
export const isConnected = (
  session: SessionState,
  id: ConnectionId | undefined,
): id is ConnectionId => id !== undefined && phaseOf(session, id).name === 'connected'

/** What the reducer needs to know of the chains of the host. */
export interface HostChains {
  /** The namespace that a person works in who has chosen none. */
  readonly first: string | undefined
  /** Whether a network may become the chosen one of its namespace. */
  isUsable(network: NetworkId): boolean
}

type Reducers = {
  readonly [Name in SessionEvent['name']]: (
    session: SessionState,
    event: Extract<SessionEvent, { readonly name: Name }>,
    chains: HostChains,
  ) => Step
}

/**
 * What each event changes. An event that does not fit the phase of its connection changes nothing:
 * late and repeated answers end here.
 */
const reducers: Reducers = {
  connectRequested(session, { connection, options, at }) {
    const { id } = connection
    const before = phaseOf(session, id)
    const next = begin(session, connection, transition(before, { name: 'requested', at }))
    if (next === session) return unchanged(session)
    const request = { name: 'requestAccounts', id, options } as const
    return {
      session: next,
      effects:
        before.name === 'reconnecting' ? [{ name: 'release', ids: [id] }, request] : [request],
    }
  },
  restoreRequested(session, { connection, address, deadline }) {
    const { id } = connection
    const next = begin(
      session,
      connection,
      transition(phaseOf(session, id), { name: 'remembered', deadline }),
    )
    return next === session
      ? unchanged(session)
      : { session: next, effects: [{ name: 'restore', id, address }] }
  },
  approved(session, { id, report }, chains) {
    if (phaseOf(session, id).name !== 'connecting') return unchanged(session)
    const next = approve(session, id, report, chains)
    const { filter: _, ...rest } = next
    const namespace = namespaceOf(report.network)
    return {
      session: { ...rest, namespace, active: put(next.active, namespace, id) },
      effects: [
        { name: 'keepPicked', namespace },
        { name: 'save', recent: id },
        { name: 'announceConnected', id, restored: false },
        { name: 'restoreSiblings', id },
        { name: 'showNext', id },
      ],
    }
  },
  restored(session, { id, report, address, isActive }, chains) {
    if (phaseOf(session, id).name !== 'reconnecting') return unchanged(session)
    const next = approve(session, id, report, chains, address)
    const namespace = namespaceOf(report.network)
    // The first connection that is back stands in for the active one.
    const active =
      isActive || !isConnected(next, next.active[namespace])
        ? put(next.active, namespace, id)
        : next.active
    return {
      session: { ...next, active },
      effects: [{ name: 'save' }, { name: 'announceConnected', id, restored: true }],
    }
  },
  notRestored(session, { id, isSavedAnyway }, chains) {
    if (phaseOf(session, id).name !== 'reconnecting') return unchanged(session)
    return {
      session: remove(session, [id], chains),
      effects: isSavedAnyway ? [] : [{ name: 'save', lost: [id] }],
    }
  },
  failed(session, { id, error }) {
    const before = phaseOf(session, id)
    const declined = error.code === 'DECLINED'
    const phase = transition(before, { name: 'refused', problem: error.userMessage, declined })
    if (phase === before) return unchanged(session)
    const next = write(session, id, entry => ({ ...entry, phase }))
    if (before.name === 'reconnecting')
      return { session: next, effects: [{ name: 'report', error }] }
    return { session: next, effects: declined ? [] : [{ name: 'trackFailure', code: error.code }] }
  },
  failuresDismissed(session, { ids }, chains) {
    const failed = ids.filter(id => phaseOf(session, id).name === 'failed')
    return { session: remove(session, failed, chains), effects: [] }
  },
  cancelled(session, { id }, chains) {
    if (phaseOf(session, id).name !== 'connecting') return unchanged(session)
    return { session: remove(session, [id], chains), effects: [{ name: 'release', ids: [id] }] }
  },
  disconnectRequested(session, { ids, isAll }, chains) {
    return end(
      session,
      ids,
      chains,
      { byPerson: true, isAll },
      [{ name: 'save', ended: ids }],
      [{ name: 'disconnectWallets' }],
    )
  },
  forgotten(session, { id }, chains) {
    return end(session, [id], chains, { byPerson: true }, [{ name: 'save', ended: [id] }])
  },
  everythingForgotten(session, _, chains) {
    // A wallet that the person is connecting just now is a new beginning.
    const ids = (Object.keys(session.connections) as ConnectionId[]).filter(
      id => phaseOf(session, id).name !== 'connecting',
    )
    const { session: rest, effects } = end(
      session,
      ids,
      chains,
      { byPerson: true },
      [],
      [{ name: 'disconnectWallets' }],
    )
    return { session: { connections: rest.connections, active: rest.active, chosen: {} }, effects }
  },
  disconnectedByWallet(session, { id }, chains) {
    return isConnected(session, id)
      ? end(session, [id], chains, { byPerson: false }, [{ name: 'saveLater', lost: id }])
      : unchanged(session)
  },
  disconnectedInOtherTab(session, { ids }, chains) {
    // A wallet that the person is connecting again is no longer ended; the answer of the wallet is
    // saved.
    const over = ids.filter(
      id => session.connections[id] && phaseOf(session, id).name !== 'connecting',
    )
    return over.length ? end(session, over, chains, { byPerson: true }) : unchanged(session)
  },
  reported(session, { id, report }, chains) {
    if (!isConnected(session, id)) return unchanged(session)
    return {
      session: update(session, id, report, chains),
      effects: [{ name: 'saveLater' }, { name: 'checkView', isAfterEnd: false }],
    }
  },
  networkRestored(session, { id, report }, chains) {
    return isConnected(session, id)
      ? { session: update(session, id, report, chains), effects: [] }
      : unchanged(session)
  },
  activated(session, { id, address }) {
    const { namespace, accounts } = session.connections[id] ?? {}
    if (namespace === undefined || !isConnected(session, id)) return unchanged(session)
    const { filter: _, ...rest } = session
    const next = { ...rest, namespace, active: put(session.active, namespace, id) }
    const isKnown = address !== undefined && accounts?.some(account => account.address === address)
    return {
      session: isKnown ? write(next, id, entry => ({ ...entry, address })) : next,
      effects: [
        { name: 'keepPicked', namespace },
        { name: 'save' },
        { name: 'checkView', isAfterEnd: false },
      ],
    }
  },
  networkChosen(session, { network }) {
    const namespace = namespaceOf(network)
    const isThere = isConnected(session, session.active[namespace])
    const chosen = put(session.chosen, namespace, network)
    const { filter, ...rest } = session
    const isSame =
      chosen === session.chosen &&
      session.namespace === namespace &&
      filter === (isThere ? undefined : namespace)
    const checkView = { name: 'checkView', isAfterEnd: false } as const
    return {
      session: isSame
        ? session
        : { ...rest, namespace, chosen, ...(!isThere && { filter: namespace }) },
      effects:
        isSame && !isThere
          ? [{ name: 'save' }, checkView]
          : [{ name: 'save' }, { name: 'trackSwitch', network }, checkView],
    }
  },
  choicesRead(session, { networks, namespace = session.namespace }, chains) {
    const chosen = networks
      .filter(chains.isUsable)
      .reduce((all, network) => put(all, namespaceOf(network), network), session.chosen)
    const isSame = chosen === session.chosen && namespace === session.namespace
    return {
      session: isSame
        ? session
        : { ...session, chosen, ...(namespace !== undefined && { namespace }) },
      effects: [],
    }
  },
}

export function reduceSession(
  session: SessionState,
  event: SessionEvent,
  chains: HostChains,
): Step {
  const reduce = reducers[event.name] as (
    session: SessionState,
    event: SessionEvent,
    chains: HostChains,
  ) => Step
  return reduce(session, event, chains)
}

const unchanged = (session: SessionState): Step => ({ session, effects: [] })

/**
 * Ends connections. `before` precedes the announcement: a host that connects again on the
 * announcement has to wait for the wallet.
 */
function end(
  session: SessionState,
  ids: readonly ConnectionId[],
  chains: HostChains,
  { byPerson, isAll = false }: { readonly byPerson: boolean; readonly isAll?: boolean },
  saving: readonly SessionEffect[] = [],
  before: readonly SessionEffect[] = [],
): Step {
  const connected = ids.filter(id => isConnected(session, id))
  return {
    session: remove(session, ids, chains),
    effects: [
      { name: 'release', ids },
      ...before,
      { name: 'announceEnd', ids: connected, byPerson, isAll },
      ...saving,
      { name: 'checkView', isAfterEnd: true },
    ],
  }
}

/** Returns the same record when it has the value already. */
const put = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value,
): Readonly<Record<string, Value>> => (record[key] === value ? record : { ...record, [key]: value })

function write(
  session: SessionState,
  id: ConnectionId,
  change: (entry: ConnectionState) => ConnectionState,
): SessionState {
  const entry = session.connections[id]
  return entry
    ? { ...session, connections: { ...session.connections, [id]: change(entry) } }
    : session
}

/**
 * Adds a connection that waits for its wallet. It is the active one unless another is connected.
 */
function begin(
  session: SessionState,
  connection: NewConnection,
  phase: ConnectionPhase,
): SessionState {
  const { id, namespace } = connection
  if (phase === session.connections[id]?.phase) return session
  return {
    ...session,
    connections: { ...session.connections, [id]: { ...connection, phase, accounts: [] } },
    active: isConnected(session, session.active[namespace])
      ? session.active
      : put(session.active, namespace, id),
  }
}

function approve(
  session: SessionState,
  id: ConnectionId,
  report: WalletReport,
  chains: HostChains,
  address?: string,
): SessionState {
  const phase = transition(phaseOf(session, id), { name: 'approved' })
  return withChosen(
    write(session, id, entry => ({ ...withReport(entry, report, address), phase })),
    report.network,
    chains,
  )
}

/**
 * Takes over a whole report. The account changes when the wallet selects another one, or takes the
 * account away.
 */
function update(
  session: SessionState,
  id: ConnectionId,
  report: WalletReport,
  chains: HostChains,
): SessionState {
  const change = (entry: ConnectionState) => {
    // After a network without accounts the person works with the same account again.
    const isSelectionNew =
      entry.accounts.length > 0 && entry.accounts[0]?.address !== report.accounts[0]?.address
    return withReport(entry, report, isSelectionNew ? undefined : entry.address)
  }
  return withChosen(write(session, id, change), report.network, chains)
}
const withChosen = (session: SessionState, network: NetworkId, chains: HostChains): SessionState =>
  chains.isUsable(network)
    ? { ...session, chosen: put(session.chosen, namespaceOf(network), network) }
    : session

function withReport(
  { approved: _, ...entry }: ConnectionState,
  report: WalletReport,
  address: string | undefined,
): ConnectionState {
  const accounts = report.accounts.map((account): Account => ({ ...account, connection: entry.id }))
  const selected = accounts.find(account => account.address === address) ?? accounts[0]
  return {
    ...entry,
    accounts,
    ...(selected && { address: selected.address }),
    network: report.network,
    ...(report.wallet && { wallet: report.wallet }),
    ...(report.approved && { approved: report.approved }),
  }
}

/**
 * Another connection of the namespace becomes active; without one, the person moves to a namespace
 * that still has a connection.
 */
function remove(
  session: SessionState,
  ids: readonly ConnectionId[],
  chains: HostChains,
): SessionState {
  if (!ids.some(id => session.connections[id])) return session
  const connections = Object.fromEntries(
    Object.entries(session.connections).filter(([id]) => !ids.includes(id as ConnectionId)),
  )
  const live = Object.values(connections).filter(({ phase }) => phase.name === 'connected')
  const active = Object.fromEntries(
    Object.entries(session.active).flatMap(([namespace, id]) => {
      const stays = connections[id] ? id : live.find(other => other.namespace === namespace)?.id
      return stays ? [[namespace, stays] as const] : []
    }),
  )
  const worksIn = session.namespace ?? chains.first ?? ''
  const hadAccount =
    (session.connections[session.active[worksIn] as ConnectionId]?.accounts.length ?? 0) > 0
  const namespace = hadAccount && !active[worksIn] ? live[0]?.namespace : undefined
  const { filter, ...rest } = session
  const keepsFilter = filter !== undefined && !ids.some(id => isConnected(session, id))
  return {
    ...rest,
    connections,
    active,
    ...(namespace && { namespace }),
    ...(keepsFilter && { filter }),
  }
}
