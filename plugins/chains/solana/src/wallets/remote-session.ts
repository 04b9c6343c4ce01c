import {
  messagesCapability,
  type RemoteSession,
  type RemoteSessions,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import {
  openRemoteSession,
  type RemoteChain,
  type RemoteState,
  readProperty,
} from '@portico/kernel/connector-kit'
import { base64 } from '@scure/base'
import { readBase58, writeBase58 } from '../messages/keys.js'
import { namespace } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { withSignature } from '../transactions/transaction-wire.js'
import { createHandle, type SolanaHandle } from './handle.js'
import { remoteScope } from './remote-scope.js'
import { reportedAccount } from './wallet-answers.js'
import { walletRefusal } from './wallet-errors.js'

/** Sessions with wallets on other devices, with the same handle as those in the page. */
export function createRemoteSessions(setup: SolanaSetup): RemoteSessions {
  const chain: RemoteChain = {
    namespace,
    networks: setup.networks.map(({ caipNetworkId }) => caipNetworkId),
    needs: {
      [messagesCapability.id]: ['solana_signMessage'],
      [transactionsCapability.id]: ['solana_signTransaction', 'solana_signAndSendTransaction'],
      [transfersCapability.id]: ['solana_signTransaction', 'solana_signAndSendTransaction'],
    },
    signal: setup.signal,
    report: setup.report,
    open: (session, state) => ({
      handle: createHandle(signing(session, state)),
      accounts(addresses) {
        if (addresses.some(address => !readBase58(address, 32)))
          throw new ChainError('WALLET_ANSWER')
        return addresses.map(address => reportedAccount({ address }))
      },
    }),
  }
  return {
    scope: async () => remoteScope(setup.networks),
    open: (session, signal) => openRemoteSession(chain, session, signal),
  }
}

/**
 * The handle with the methods that the session grants, encoded as WalletConnect defines: base58 for
 * messages and signatures, base64 for transactions.
 */
function signing(session: RemoteSession, state: RemoteState): SolanaHandle {
  const grants = (method: string) => session.methods.includes(method)
  const sendRequest = (method: string, params: object, network: NetworkId, signal: AbortSignal) =>
    session.request(method, params, network, signal).catch((error: unknown) => {
      throw signal.aborted ? error : walletRefusal(error)
    })
  const signatureIn = (answer: unknown): Uint8Array => {
    const signature = readBase58(readProperty(answer, 'signature'), 64)
    if (!signature) throw new ChainError('WALLET_ANSWER')
    return signature
  }
  return {
    ...(grants('solana_signMessage') && {
      async signMessage(pubkey, bytes, signal) {
        const answer = await sendRequest(
          'solana_signMessage',
          { message: writeBase58(bytes), pubkey },
          state.network(),
          signal,
        )
        return { signature: signatureIn(answer), signed: bytes }
      },
    }),
    ...(grants('solana_signTransaction') && {
      async signTransaction(pubkey, wire, network, signal) {
        const answer = await sendRequest(
          'solana_signTransaction',
          { transaction: base64.encode(wire), pubkey },
          network,
          signal,
        )
        const signed = readProperty(answer, 'transaction')
        const bytes =
          typeof signed === 'string'
            ? readBase64(signed)
            : withSignature(wire, pubkey, signatureIn(answer))
        if (!bytes) throw new ChainError('WALLET_ANSWER')
        return bytes
      },
    }),
    ...(grants('solana_signAndSendTransaction') && {
      signAndSend: async (pubkey, wire, network, signal) =>
        signatureIn(
          await sendRequest(
            'solana_signAndSendTransaction',
            { transaction: base64.encode(wire), pubkey },
            network,
            signal,
          ),
        ),
    }),
    switchNetwork: next => state.moveTo(next),
  }
}

function readBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
