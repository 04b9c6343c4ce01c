/**
 * The connected accounts: one slice, which only the connection plugin writes (decisions 4, 10, 11,
 * 19).
 */
import {
  defineEvent,
  defineService,
  defineSlice,
  type EventRef,
  type Read,
  type ServiceRef,
  type SliceRef,
} from '../../refs.js'
import type { Account, ConnectionId } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'
import { chainOf, chainsSlot } from '../chain/network.js'
import type { Connection } from '../connector-kit/connector.js'
import type { Message } from '../text/text.js'
import type { PickedWallet } from '../wallet/wallet-directory.js'

/**
 * Name and icon of a wallet, kept so that they can be shown before the wallet is available again.
 */
export interface WalletBranding {
  readonly name: string
  readonly imageUrl?: string
  readonly imageId?: string
  readonly rdns?: string
}

/**
 * The state machine of a connection. Every state that is not final has a deadline (milliseconds
 * since the epoch) and an exit.
 */
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
  readonly wallet: WalletBranding
  readonly phase: ConnectionPhase
  /** The selected account first. Empty unless connected. */
  readonly accounts: readonly Account[]
  /** The active address of this connection. */
  readonly address?: string
  /** The network of the wallet, supported or not. Absent unless connected. */
  readonly network?: NetworkId
  /** The approved networks. Absent: all. */
  readonly approved?: readonly NetworkId[]
}

export interface SessionState {
  readonly connections: Readonly<Record<ConnectionId, ConnectionState>>
  /** The active namespace. Absent: that of the first chain plugin. */
  readonly namespace?: string
  /** The id of the active connection of each namespace. A change does not reconnect. */
  readonly active: Readonly<Record<string, ConnectionId>>
  /** The chosen network of each namespace; kept after a disconnect. */
  readonly chosen: Readonly<Record<string, NetworkId>>
  /**
   * Lists only the connectors of this namespace: the person switched to one of its networks and has
   * not connected there yet.
   */
  readonly filter?: string
  /**
   * The namespaces with a stored connection, until the code that restores connections is loaded.
   */
  readonly returning?: readonly string[] | undefined
}
export const initialSession = (): SessionState => ({ connections: {}, active: {}, chosen: {} })

/** Written by the connection plugin, which persists connections in a slice of its own. */
export const sessionSlice: SliceRef<SessionState> = /* @__PURE__ */ defineSlice<SessionState>({
  id: 'session',
  initial: initialSession,
})

/** A wallet approved, or a restored connection was confirmed. */
export const walletConnectedEvent: EventRef<{
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
   * Starts the discovery of wallets, once; their connectors are then in the slot `connectors`. The
   * Connect view, its prefetch and the restore call this; a host that lists connectors itself calls
   * it too. Resolves when the installed wallets are listed.
   */
  discover(): Promise<void>
  /**
   * Connects the wallet of a connector. A second call for the same connector joins the first.
   * `wallet`: the wallet that the person picked, where a connector serves many; it is listed among
   * the recent wallets.
   * Throws a ConnectionError, or the connector's own error if that says more. The session slice has
   * the outcome too.
   */
  connect(connector: string, options?: ConnectOptions): Promise<Account>
  /** Stops waiting for a connector. A late answer has no effect. */
  cancel(connector: string): void
  /**
   * Disconnects one connection by its id, or all. Local state is always removed; throws "Failed to
   * disconnect" with the list of failures.
   */
  disconnect(connection?: ConnectionId): Promise<void>
  /**
   * Makes this connection (and this address of it) the active one of its namespace, and its
   * namespace the active one.
   */
  activate(connection: ConnectionId, address?: string): void
  /**
   * Makes this network the active one; requests a switch when one is connected there. Throws a
   * ConnectionError.
   */
  switchNetwork(network: NetworkId): Promise<void>
  /** Returns the wallet session of a connected connection. */
  live(connection: ConnectionId): Connection | undefined
  /**
   * Returns the wallet session of an account. Throws a ConnectionError after a disconnect, and a
   * KernelError `SERVICE_UNKNOWN` before anything was connected, which is a mistake of the caller.
   */
  require(account: Account): Connection
  /** Forgets a connection that cannot be restored, when the person says so on the Connect view. */
  forget(connection: ConnectionId): void
}
export const connectionService: ServiceRef<Connections> =
  /* @__PURE__ */ defineService<Connections>('connection')

const stateOf = (read: Read): SessionState => read.state(sessionSlice)

/** Returns the active connection of a namespace (by default of the active one), in any phase. */
export function activeConnection(
  read: Read,
  namespace = activeNamespace(read),
): ConnectionState | undefined {
  const { active, connections } = stateOf(read)
  const id = namespace === undefined ? undefined : active[namespace]
  return id === undefined ? undefined : connections[id]
}
/**
 * Returns the phase of the active connection: `reconnecting` as soon as storage has a connection,
 * so that the page does not offer to connect before the restore.
 */
export function activePhase(read: Read, namespace?: string): ConnectionPhase['name'] {
  const { returning = [] } = stateOf(read)
  return (
    activeConnection(read, namespace)?.phase.name ??
    (returning.includes(namespace ?? (returning[0] as string)) ? 'reconnecting' : 'disconnected')
  )
}
/** Returns the active account, or undefined without a connection. */
export function activeAccount(read: Read, namespace?: string): Account | undefined {
  const state = activeConnection(read, namespace)
  return state?.accounts.find(account => account.address === state.address) ?? state?.accounts[0]
}
/** Returns the active namespace. */
export function activeNamespace(read: Read): string | undefined {
  return stateOf(read).namespace ?? read.items(chainsSlot)[0]?.id
}
/**
 * Returns the active network: that of the wallet while connected, else the chosen one. The host may
 * not list it.
 */
export function activeNetwork(
  read: Read,
  namespace = activeNamespace(read),
): NetworkId | undefined {
  if (namespace === undefined) return undefined
  return (
    activeConnection(read, namespace)?.network ??
    stateOf(read).chosen[namespace] ??
    chainOf(read, namespace)?.networks[0].caipNetworkId
  )
}
