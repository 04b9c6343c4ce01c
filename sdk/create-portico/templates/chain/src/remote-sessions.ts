import {
  messagesCapability,
  type RemoteSessions,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { ChainContext } from '@portico/kernel/chain'
import { openRemoteSession, type RemoteChain } from '@portico/kernel/connector-kit'
import { namespace, networks } from './networks.js'
import { type Handle, readAccounts } from './wallet-state.js'

/** Sessions with wallets on other devices, with the same handle as those in the page. */
export function createRemoteSessions(context: ChainContext): RemoteSessions {
  const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
  const chain: RemoteChain = {
    namespace,
    networks: ids,
    // A wallet that grants none of these methods does not get the feature.
    needs: {
      [messagesCapability.id]: ['my_chain_sign'],
      [transactionsCapability.id]: ['my_chain_send'],
      [transfersCapability.id]: ['my_chain_send'],
    },
    signal: context.signal,
    report: context.report,
    open(_session, state) {
      const handle: Handle = {
        ask: state.request,
        switchTo: async network => state.moveTo(network),
      }
      return { handle, accounts: readAccounts }
    },
  }
  return {
    scope: async () => ({
      networks: ids,
      methods: ['my_chain_sign', 'my_chain_send'],
      events: ['accountsChanged', 'chainChanged'],
    }),
    open: (session, signal) => openRemoteSession(chain, session, signal),
  }
}
