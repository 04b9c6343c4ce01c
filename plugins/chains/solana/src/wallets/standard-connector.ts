/** The connector of an injected wallet, by the Wallet Standard. Loads no SDK. */
import {
  messagesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import {
  type Connector,
  createStandardConnector,
  type FoundStandardWallet,
  readProperty,
  type StandardAccount,
  type StandardSession,
} from '@portico/kernel/connector-kit'
import { readBase58, sameBytes } from '../messages/keys.js'
import type { SolanaSetup } from '../options.js'
import { createHandle, type SolanaHandle } from './handle.js'
import { readOutput, reportedAccount } from './wallet-answers.js'
import { walletRefusal } from './wallet-errors.js'

export const createSolanaConnector = (
  wallet: FoundStandardWallet,
  setup: SolanaSetup,
): Pick<Connector, 'connect' | 'restore'> =>
  createStandardConnector(
    wallet,
    {
      networks: setup.networks,
      account: checkedAccount,
      handle: session => createHandle(signing(session)),
      needs: {
        [messagesCapability.id]: ['solana:signMessage'],
        [transactionsCapability.id]: ['solana:signTransaction', 'solana:signAndSendTransaction'],
        [transfersCapability.id]: ['solana:signTransaction', 'solana:signAndSendTransaction'],
      },
      refusal: walletRefusal,
    },
    setup,
  )

/** Throws a ChainError WALLET_ANSWER for an address that differs from the key. */
function checkedAccount({ address, publicKey, label }: StandardAccount) {
  const key = readBase58(address, 32)
  if (!key || !publicKey || !sameBytes(key, publicKey)) throw new ChainError('WALLET_ANSWER')
  return reportedAccount({ address, label })
}

/**
 * Signing by the wallet's features. The wallet gets copies, so it cannot change what we compare
 * with.
 */
function signing({ account, chainOf, has, request, switchTo }: StandardSession): SolanaHandle {
  const inputFor = (address: string) => ({ account: account(address).source })
  const transactionFor = (address: string, wire: Uint8Array, network: NetworkId) => ({
    ...inputFor(address),
    transaction: wire.slice(),
    chain: chainOf(network),
  })
  return {
    ...(has('solana:signMessage') && {
      async signMessage(address, bytes, signal) {
        const answer = await request(
          'solana:signMessage',
          { ...inputFor(address), message: bytes.slice() },
          signal,
        )
        return {
          signature: readOutput(answer, 'signature'),
          signed: readOutput(answer, 'signedMessage'),
        }
      },
    }),
    ...(has('solana:signIn') && {
      async signIn(fields, signal) {
        const answer = await request('solana:signIn', { ...fields }, signal)
        const signer = readProperty(readProperty(answer, '0'), 'account')
        return {
          address: readProperty(signer, 'address'),
          signature: readOutput(answer, 'signature'),
          signed: readOutput(answer, 'signedMessage'),
        }
      },
    }),
    ...(has('solana:signTransaction') && {
      async signTransaction(address, wire, network, signal) {
        const input = transactionFor(address, wire, network)
        return readOutput(
          await request('solana:signTransaction', input, signal),
          'signedTransaction',
        )
      },
    }),
    ...(has('solana:signAndSendTransaction') && {
      async signAndSend(address, wire, network, signal) {
        const input = transactionFor(address, wire, network)
        return readOutput(
          await request('solana:signAndSendTransaction', input, signal),
          'signature',
        )
      },
    }),
    switchNetwork: switchTo,
  }
}
