/**
 * The session as a host's own page shows it. Not in `session.ts`, because the buttons need less.
 */
import type { Read } from '../../refs.js'
import type { Account } from '../account/account.js'
import { type AccountId, accountId, type NetworkId } from '../chain/caip.js'
import { chainOf, type Network, networkOf } from '../chain/network.js'
import {
  activeAccount,
  activeConnection,
  activeNamespace,
  activeNetwork,
  activePhase,
  type ConnectionPhase,
  type ConnectionState,
  sessionSlice,
  type WalletBranding,
} from './session.js'

/** A shared empty array, so that selectors return the same value until something changes. */
const none: readonly never[] = []

/** Returns all connected connections, in the order in which they were made. */
export function liveConnections(read: Read): readonly ConnectionState[] {
  return Object.values(read.state(sessionSlice).connections).filter(
    state => state.phase.name === 'connected',
  )
}

/**
 * The connected account with this address, in the namespace of the network. Undefined once its
 * wallet has disconnected.
 */
export const connectedAccount = (
  read: Read,
  network: NetworkId,
  address: string | undefined,
): Account | undefined =>
  liveConnections(read)
    .flatMap(({ accounts }) => accounts)
    .find(account => account.address === address && network.startsWith(`${account.namespace}:`))

/** The account state of a namespace: a view of the active connection, never a copy. */
export interface AccountState {
  readonly caipAddress: AccountId | undefined
  readonly address: string | undefined
  readonly status: 'connected' | 'disconnected'
  readonly phase: ConnectionPhase['name']
  readonly connectedWalletInfo: WalletBranding | undefined
  readonly allAccounts: readonly Account[]
}
export function accountState(read: Read, given?: string): AccountState {
  const namespace = given ?? activeNamespace(read)
  const state = activeConnection(read, namespace)
  const account = activeAccount(read, namespace)
  const network = account && activeNetwork(read, namespace)
  return {
    caipAddress: account && network ? accountId(network, account.address) : undefined,
    address: account?.address,
    status: account ? 'connected' : 'disconnected',
    phase: activePhase(read, given),
    connectedWalletInfo: account ? state?.wallet : undefined,
    allAccounts: state?.accounts ?? none,
  }
}

/** The network state of a namespace. */
export interface NetworkState {
  readonly caipNetwork: Network | undefined
  readonly requestedCaipNetworks: readonly Network[]
  readonly approvedCaipNetworkIds: readonly NetworkId[] | undefined
  readonly supportsAllNetworks: boolean
}
export function networkState(read: Read, namespace = activeNamespace(read)): NetworkState {
  const state = activeConnection(read, namespace)
  return {
    caipNetwork: networkOf(read, activeNetwork(read, namespace)),
    requestedCaipNetworks: (namespace && chainOf(read, namespace)?.networks) || none,
    approvedCaipNetworkIds: state?.approved,
    supportsAllNetworks: state?.approved === undefined,
  }
}
