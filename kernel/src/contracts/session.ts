/** Who is connected. One slice, written by the connection plugin alone; everybody reads it. Decisions 4, 10, 11, 19. */
import { defineEvent, defineService, defineSlice, type EventRef, type Read, type ServiceRef, type SliceRef } from '../refs.js'
import type { Account, ConnectionId } from './account.js'
import type { NetworkId } from './caip.js'
import type { Connection } from './connector.js'
import { chainOf, chains } from './network.js'
import type { Message } from './text.js'
import type { PickedWallet } from './wallet-directory.js'

/** What a person knows a wallet by; kept so that it can be shown before the wallet is there again. */
export interface WalletFace {
  readonly name: string
  readonly imageUrl?: string
  readonly imageId?: string
  readonly rdns?: string
}

/** One state machine per connection. Every state but a rest state has a deadline (milliseconds since the epoch) and an exit. */
export type ConnectionPhase =
  | { readonly name: 'disconnected' }
  | { readonly name: 'connecting'; readonly since: number }
  | { readonly name: 'reconnecting'; readonly deadline: number }
  | { readonly name: 'connected' }
  | { readonly name: 'failed'; readonly problem: Message; readonly declined: boolean }

export interface ConnectionState {
  readonly id: ConnectionId
  readonly namespace: string
  readonly connector: string
  readonly wallet: WalletFace
  readonly phase: ConnectionPhase
  /** Empty unless connected. The wallet's selected one first. */
  readonly accounts: readonly Account[]
  /** The address that the person works with in this connection. */
  readonly address?: string
  /** Where the wallet is, supported or not. Absent unless connected. */
  readonly network?: NetworkId
  /** Absent: not limited. */
  readonly approved?: readonly NetworkId[]
}

export interface SessionState {
  readonly connections: Readonly<Record<ConnectionId, ConnectionState>>
  /** The namespace that the person works in. Absent: the first chain plugin's. */
  readonly namespace?: string
  /** The active connection of each namespace: a pointer, moved without reconnecting. */
  readonly active: Readonly<Record<string, ConnectionId>>
  /** The network chosen in each namespace; outlives a disconnect. */
  readonly chosen: Readonly<Record<string, NetworkId>>
  /** Only this namespace's connectors are listed: the person switched to one of its networks and has not connected there yet. */
  readonly filter?: string
  /** The namespaces in which storage knows a connection, as long as who takes those up again is on the way. */
  readonly returning?: readonly string[] | undefined
}
export const initialSession = (): SessionState => ({ connections: {}, active: {}, chosen: {} })

/** Read by everybody, written by the connection plugin. What of it outlives the page is kept by that plugin's own slice. */
export const session: SliceRef<SessionState> = /* @__PURE__ */ defineSlice<SessionState>({ id: 'session', initial: initialSession })

/** A wallet approved, or a restored connection was confirmed. */
export const walletConnected: EventRef<{
  readonly connection: ConnectionId
  readonly account: Account
  readonly network: NetworkId
  readonly restored: boolean
}> = /* @__PURE__ */ defineEvent('walletConnected')
export interface ConnectOptions {
  readonly network?: NetworkId
  readonly wallet?: PickedWallet
}
export interface Connections {
  /**
   * Begins to look for wallets, once; they are in the slot `connectors` from then on. The Connect view, what is prefetched for it and restoring do it by themselves; a
   * host that lists connectors itself calls it. Resolves when those that were there are listed.
   */
  discover(): Promise<void>
  /**
   * Asks the wallet behind a connector. A second call for the same connector joins the first.
   * `wallet`: which one the person picked, where the connector is a way to many; the recent wallets name it then.
   * Throws a ConnectionError, or the connector's own error where that says more; what happened also stands in the session slice.
   */
  connect(connector: string, options?: ConnectOptions): Promise<Account>
  /** Gives up waiting for a connector; its late answer changes nothing. */
  cancel(connector: string): void
  /** One connection by its id, or all of them. All local state goes in any case; throws "Failed to disconnect" with the list of failures. */
  disconnect(connection?: ConnectionId): Promise<void>
  /** Makes this connection (and this address of it) the active one of its namespace, and its namespace the active one. */
  activate(connection: ConnectionId, address?: string): void
  /** Makes this network the active one; asks the wallet when one is connected there. Throws a ConnectionError. */
  switchNetwork(network: NetworkId): Promise<void>
  /** The live line of a connection that is connected. */
  live(connection: ConnectionId): Connection | undefined
  /**
   * The live line of an account's wallet; throws a ConnectionError when it is gone. Before anything was connected there is no account to ask with: that is a
   * slip of the caller, a KernelError `SERVICE_UNKNOWN`.
   */
  require(account: Account): Connection
  /** Forgets a connection that does not come back, for whoever is asked about it on the Connect view. */
  forget(connection: ConnectionId): void
}
export const connection: ServiceRef<Connections> = /* @__PURE__ */ defineService<Connections>('connection')

const stateOf = (read: Read): SessionState => read.state(session)

/** The active connection of a namespace (of the active namespace), in whatever phase. */
export function activeConnection(read: Read, namespace = activeNamespace(read)): ConnectionState | undefined {
  const { active, connections } = stateOf(read)
  const id = namespace === undefined ? undefined : active[namespace]
  return id === undefined ? undefined : connections[id]
}
/** Its phase. Reconnecting from the moment storage was read: a page that is about to know who is there does not offer to connect first. */
export function activePhase(read: Read, namespace?: string): ConnectionPhase['name'] {
  const { returning = [] } = stateOf(read)
  return activeConnection(read, namespace)?.phase.name ?? (returning.includes(namespace ?? (returning[0] as string)) ? 'reconnecting' : 'disconnected')
}
/** The account that the person works with, if one is connected. */
export function activeAccount(read: Read, namespace?: string): Account | undefined {
  const state = activeConnection(read, namespace)
  return state?.accounts.find(account => account.address === state.address) ?? state?.accounts[0]
}
/** The namespace that the person works in. */
export function activeNamespace(read: Read): string | undefined {
  return stateOf(read).namespace ?? read.items(chains)[0]?.id
}
/** The active network: where the wallet is while connected, else the chosen one. May be one that the host does not list. */
export function activeNetwork(read: Read, namespace = activeNamespace(read)): NetworkId | undefined {
  if (namespace === undefined) return undefined
  return activeConnection(read, namespace)?.network ?? stateOf(read).chosen[namespace] ?? chainOf(read, namespace)?.networks[0].caipNetworkId
}
