/** What a host's own page shows of the session. Apart from `session.ts`: buttons need less. */
import type { Read } from '../refs.js'
import type { Account } from './account.js'
import { type AccountId, accountId, type NetworkId } from './caip.js'
import { chainOf, type Network, networkOf } from './network.js'
import {
  activeAccount,
  activeConnection,
  activeNamespace,
  activeNetwork,
  activePhase,
  type ConnectionPhase,
  type ConnectionState,
  session,
  type WalletFace,
} from './session.js'

/** One array for nothing: selectors answer the same thing as long as nothing changed. */
const none: readonly never[] = []

/** All connections that are connected, in the order in which they came. */
export function liveConnections(read: Read): readonly ConnectionState[] {
  return Object.values(read.state(session).connections).filter(state => state.phase.name === 'connected')
}

/** The connected account with this address, in the namespace of the network. Undefined once its wallet has disconnected. */
export const connectedAccount = (read: Read, network: NetworkId, address: string | undefined): Account | undefined =>
  liveConnections(read)
    .flatMap(({ accounts }) => accounts)
    .find(account => account.address === address && network.startsWith(`${account.namespace}:`))

/** The account state of a namespace: a view of the active connection, never a copy. */
export interface AccountState {
  readonly caipAddress: AccountId | undefined
  readonly address: string | undefined
  readonly status: 'connected' | 'disconnected'
  readonly phase: ConnectionPhase['name']
  readonly connectedWalletInfo: WalletFace | undefined
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
