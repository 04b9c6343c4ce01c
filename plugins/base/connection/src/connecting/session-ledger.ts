/** Writes the session: each change is one commit, and what it means to others is announced after it. */
import { delay } from '@portico/kernel'
import {
  type Account,
  accountSwitched,
  activeAccount,
  activeNetwork,
  type ConnectionId,
  type ConnectionPhase,
  type ConnectionState,
  chainOf,
  disconnected,
  liveConnections,
  type NetworkId,
  namespaceOf,
  networkOf,
  networkSwitched,
  type SessionState,
  session,
  type WalletReport,
  walletDisconnected,
} from '@portico/kernel/contracts'
import type { ConnectionOptions } from '../options.js'
import { type ConnectionContext, memorySlice } from '../refs.js'
import { isSame, merged, movedAt, newestIn, stamped } from '../restoring/merge-tabs.js'
import { type Memory, memoryOf, readMemory, smallFace, withConnection, withoutConnections } from '../restoring/saved-connections.js'
import { type ConnectionChange, transition } from './connection-phase.js'

/** Milliseconds after which what tabs have overwritten of each other is said again: by the one that had the last word, and, if it is gone, by any. */
const patience = { last: 50, any: 500 }
/**
 * Milliseconds that other tabs have for keeping what a wallet has told this one: it tells them all, and where one of them made it say so, that one keeps it at
 * once. Where nobody did, a tab that is seen is quicker.
 */
const turn = { visible: 300, hidden: 600 }

type Writable<Value> = Value extends object ? { -readonly [Key in keyof Value]: Writable<Value[Key]> } : Value
type SessionDraft = Writable<SessionState>
/** Who a connection is with, before its wallet has said anything. */
export type Parties = Pick<ConnectionState, 'id' | 'namespace' | 'connector' | 'wallet'>

export type Ledger = ReturnType<typeof createLedger>
export function createLedger(context: ConnectionContext, { allowUnsupportedChain }: ConnectionOptions) {
  const connectionOf = (id: ConnectionId): ConnectionState | undefined => context.state(session).connections[id]
  const phaseOf = (id: ConnectionId): ConnectionPhase => connectionOf(id)?.phase ?? { name: 'disconnected' }
  const isConnected = (id: ConnectionId | undefined) => id !== undefined && phaseOf(id).name === 'connected'
  /** May be chosen: the host lists it, or allows what it does not list on a chain that it has. */
  const isUsable = (network: NetworkId) =>
    networkOf(context, network) !== undefined || (allowUnsupportedChain === true && chainOf(context, network) !== undefined)

  const picks = new Map<string, number>()
  const picksIn = (namespace: string) => picks.get(namespace) ?? 0
  const pick = (namespace: string) => void picks.set(namespace, picksIn(namespace) + 1)

  const standing = () => ({
    network: activeNetwork(context),
    accounts: Object.keys(context.state(session).active).flatMap(namespace => activeAccount(context, namespace) ?? []),
  })
  /** One commit. Then says which active accounts and which active network are others now. */
  const commit = (recipe: (draft: SessionDraft) => void) => {
    const before = standing()
    context.update(session, recipe)
    const after = standing()
    for (const account of after.accounts) {
      const earlier = before.accounts.find(other => other.namespace === account.namespace)
      if (earlier && (earlier.address !== account.address || earlier.connection !== account.connection))
        context.emit(accountSwitched, { connection: account.connection, account })
    }
    const { network: previous } = before
    if (after.network && after.network !== previous) context.emit(networkSwitched, { network: after.network, ...(previous && { previous }) })
  }

  /** What this tab knows; storage has another tab's words when both have changed something at once. */
  let known = memoryOf(context)
  /** When it said something of its own last. */
  let lastWord = -1
  const say = (memory: Memory) => {
    known = memory
    context.update(memorySlice, draft => {
      draft.found = memory
    })
  }
  const sayAgain = async (ms: number) => {
    await delay(ms, context.signal)
    if (!isSame(known, memoryOf(context))) say(known)
  }
  /** Takes in what storage says, which may lack what this tab knows. */
  const hear = (): Memory => {
    const found = memoryOf(context)
    // Of an older version, which knows no stamps: its word is the newest.
    known = merged(known, Object.keys(found.stamps).length ? found : stamped(known, found))
    if (!isSame(known, found))
      sayAgain(lastWord === newestIn(known) ? patience.last : patience.any).catch(error => context.signal.aborted || context.report(error))
    return known
  }
  /** Their wallets have hung up, which is not kept yet; with the time of the beginning that this ended: what has begun anew since then goes on. */
  const hungUp = new Map<ConnectionId, number>()
  const hasHungUp = (id: ConnectionId) => hungUp.get(id) === movedAt(known, id) && !isConnected(id)
  /** Keeps what is to outlive the page: at most one write, none when nothing changed. */
  const remember = (change: (memory: Memory) => Memory = memory => memory) => {
    const { active, chosen, namespace } = context.state(session)
    const live = liveConnections(context)
    const kept = live.map(rememberedOf).reduce(withConnection, known)
    const pointers = live.filter(one => active[one.namespace] === one.id).map(one => [one.namespace, one.connector])
    const changed = change({
      ...kept,
      ...(namespace && { namespace }),
      networks: { ...kept.networks, ...chosen },
      active: { ...kept.active, ...Object.fromEntries(pointers) },
    })
    const next = readMemory(withoutConnections(changed, [...hungUp.keys()].filter(hasHungUp), false))
    hungUp.clear()
    if (isSame(next, known)) return
    say(stamped(known, next))
    lastWord = newestIn(known)
  }
  let isWaiting = false
  const waitForTurn = async () => {
    if (isWaiting) return
    isWaiting = true
    await delay(turn[globalThis.document?.visibilityState ?? 'visible'], context.signal)
    isWaiting = false
    remember()
  }
  // No turn comes any more for a page that goes.
  globalThis.addEventListener?.('pagehide', () => isWaiting && remember(), { signal: context.signal })

  return {
    connectionOf,
    phaseOf,
    isConnected,
    isUsable,
    commit,
    memory: () => known,
    hear,
    remember,
    /** The same for what a wallet says by itself, such as that it hung up: unless another tab has done it, at the latest when this page goes. */
    rememberInTurn(over?: ConnectionId) {
      if (over) hungUp.set(over, movedAt(known, over))
      waitForTurn().catch(error => context.signal.aborted || context.report(error))
    },
    hasHungUp,
    /** The person picked a connection of this namespace, by asking its wallet or by making it the active one. */
    pick,
    /** How often that was so. */
    picksIn,

    /** A connection begins to wait: for a person, or for its wallet to come back. */
    begin(parties: Parties, change: ConnectionChange) {
      const phase = transition(phaseOf(parties.id), change)
      commit(draft => {
        draft.connections[parties.id] = { ...parties, phase, accounts: [] }
        if (!isConnected(draft.active[parties.namespace])) draft.active[parties.namespace] = parties.id
      })
    },
    /** It came to nothing; why stays readable. Answers false when that is no news. */
    fail(id: ConnectionId, change: ConnectionChange) {
      const phase = transition(phaseOf(id), change)
      if (phase === phaseOf(id)) return false
      commit(draft => {
        const entry = draft.connections[id]
        if (entry) entry.phase = phase
      })
      return true
    },
    /** The wallet gave its accounts: account, network, connector and status in one commit. `choice` for a connection that was taken up again. */
    approve(id: ConnectionId, report: WalletReport, choice?: { readonly address: string | undefined; readonly isActive: boolean }) {
      const { namespace } = connectionOf(id) ?? { namespace: namespaceOf(report.network) }
      if (!choice) pick(namespace)
      commit(draft => {
        const entry = draft.connections[id]
        if (!entry) return
        entry.phase = transition(entry.phase, { name: 'approved' })
        write(entry, report, choice?.address)
        if (isUsable(report.network)) draft.chosen[namespace] = report.network
        if (!choice || choice.isActive || !isConnected(draft.active[namespace])) draft.active[namespace] = id
        if (choice) return
        draft.namespace = namespace
        delete draft.filter
      })
    },
    /** The newest whole report is the truth; the account that the person works with changes when the wallet selects another one, or takes it away. */
    update(id: ConnectionId, report: WalletReport) {
      commit(draft => {
        const entry = draft.connections[id]
        if (!entry) return
        // Back from a network without accounts, the person works with the same one again.
        const isSelectionNew = entry.accounts.length > 0 && entry.accounts[0]?.address !== report.accounts[0]?.address
        write(entry, report, isSelectionNew ? undefined : entry.address)
        if (isUsable(report.network)) draft.chosen[entry.namespace] = report.network
      })
    },
    /** They are over. What was active moves on to another connection of its namespace, and the person to a namespace that still has one. */
    remove(ids: readonly ConnectionId[], options: { readonly byPerson: boolean; readonly all?: boolean }) {
      const ended = ids.filter(isConnected)
      const wasActive = activeAccount(context)
      commit(draft => {
        for (const id of ids) delete draft.connections[id]
        const live = Object.values(draft.connections).filter(({ phase }) => phase.name === 'connected')
        for (const [namespace, id] of Object.entries(draft.active)) {
          if (draft.connections[id]) continue
          const next = live.find(other => other.namespace === namespace)
          if (next) draft.active[namespace] = next.id
          else delete draft.active[namespace]
        }
        const [elsewhere] = live
        if (wasActive && elsewhere && !draft.active[wasActive.namespace]) draft.namespace = elsewhere.namespace
        if (ended.length) delete draft.filter
      })
      for (const connection of ended) context.emit(walletDisconnected, { connection, byPerson: options.byPerson })
      if ((ended.length || options.all) && !liveConnections(context).length) context.emit(disconnected)
    },
  }
}

function write(entry: Writable<ConnectionState>, report: WalletReport, address: string | undefined) {
  entry.accounts = report.accounts.map((account): Writable<Account> => ({ ...account, connection: entry.id }))
  const chosen = report.accounts.find(account => account.address === address) ?? report.accounts[0]
  if (chosen) entry.address = chosen.address
  entry.network = report.network
  if (report.wallet) entry.wallet = { ...report.wallet }
  if (report.approved) entry.approved = [...report.approved]
  else delete entry.approved
}

const rememberedOf = ({ namespace, connector, wallet, address }: ConnectionState) => ({
  namespace,
  connector,
  wallet: smallFace(wallet),
  ...(address && { address }),
})
