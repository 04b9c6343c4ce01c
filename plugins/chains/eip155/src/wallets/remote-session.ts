/**
 * Sessions with wallets on other devices (WalletConnect, the embedded one), with the same handle as
 * those in the page.
 */
import {
  messagesCapability,
  type RemoteSessions,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { type NetworkId, parseNetworkId } from '@portico/kernel/chain'
import { openRemoteSession, type RemoteChain } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import type { Eip155Setup } from '../options.js'
import { type Eip155Handle, networkOfChain } from './handle.js'
import { remoteScope } from './remote-scope.js'
import { readAccounts, readChainId } from './wallet-answers.js'
import { reportedAccounts } from './wallet-session.js'

export function createRemoteSessions(setup: Eip155Setup): RemoteSessions {
  const chain: RemoteChain = {
    namespace,
    networks: setup.networks.map(({ caipNetworkId }) => caipNetworkId),
    usesUnlistedNetworks: true,
    switchesToUnapproved: true,
    needs: {
      [messagesCapability.id]: ['personal_sign'],
      [transactionsCapability.id]: ['eth_sendTransaction'],
      [transfersCapability.id]: ['eth_sendTransaction'],
    },
    signal: setup.signal,
    report: setup.report,
    isNetwork: network => readChainId(parseNetworkId(network)?.reference) !== undefined,
    addresses: list => readAccounts(list) ?? [],
    networkIn,
    open(_, state) {
      const handle: Eip155Handle = {
        request: (method, params, signal) => state.request(method, params, signal),
        network: async () => state.network(),
        refresh: async () => state.report(),
        moveTo(next) {
          if (!state.approves(next)) return false
          state.moveTo(next)
          return true
        },
      }
      return { handle, accounts: reportedAccounts }
    },
  }
  return {
    scope: async () => remoteScope(setup.networks),
    open: (session, signal) => openRemoteSession(chain, session, signal),
  }
}

/** What `chainChanged` carries: a chain id in one of its spellings, or a network id. */
function networkIn(data: unknown): NetworkId | undefined {
  const chainId =
    readChainId(data) ??
    (typeof data === 'string' && data.startsWith(`${namespace}:`)
      ? readChainId(parseNetworkId(data)?.reference)
      : undefined)
  return chainId === undefined ? undefined : networkOfChain(chainId)
}
