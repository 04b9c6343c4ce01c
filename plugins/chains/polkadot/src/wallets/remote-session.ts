/** Sessions with wallets on other devices, with the same handle as those in the page. */
import {
  messagesCapability,
  type RemoteSessions,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { openRemoteSession, type RemoteChain } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import { sameBytes } from '../node/bytes.js'
import type { PolkadotSetup } from '../options.js'
import { createHandle } from './handle.js'
import { remoteScope } from './remote-scope.js'
import { readAccounts, readSignature, reportedAccounts } from './wallet-answers.js'

export function createRemoteSessions(setup: PolkadotSetup): RemoteSessions {
  const chain: RemoteChain = {
    namespace,
    // A network that the host does not list has no prefix to write its addresses with.
    networks: setup.networks.map(({ caipNetworkId }) => caipNetworkId),
    needs: {
      [messagesCapability.id]: ['polkadot_signMessage'],
      [transactionsCapability.id]: ['polkadot_signTransaction'],
      [transfersCapability.id]: ['polkadot_signTransaction'],
    },
    signal: setup.signal,
    report: setup.report,
    open(_, state) {
      /** The address as the wallet writes it. */
      const addressOf = (accountId: Uint8Array) => {
        const account = readAccounts(state.addresses().map(address => ({ address }))).find(one =>
          sameBytes(one.accountId, accountId),
        )
        if (!account) throw new ChainError('WALLET_UNSUPPORTED')
        return account.address
      }
      const handle = createHandle({
        signText: async (accountId, text, signal) =>
          readSignature(
            await state.request(
              'polkadot_signMessage',
              { address: addressOf(accountId), message: text },
              signal,
            ),
          ),
        signRaw: async (accountId, data, signal) =>
          readSignature(
            await state.request(
              'polkadot_signMessage',
              { address: addressOf(accountId), message: data },
              signal,
            ),
          ),
        async signPayload(accountId, payload, signal) {
          const address = addressOf(accountId)
          return readSignature(
            await state.request(
              'polkadot_signTransaction',
              { address, transactionPayload: { ...payload, address } },
              signal,
            ),
          )
        },
        switchNetwork: next => state.moveTo(next),
      })
      return {
        handle,
        accounts(addresses, id) {
          const network =
            setup.networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? setup.networks[0]
          return reportedAccounts(readAccounts(addresses.map(address => ({ address }))), network)
        },
      }
    },
  }
  return {
    scope: async () => remoteScope(setup.networks),
    open: (session, signal) => openRemoteSession(chain, session, signal),
  }
}
