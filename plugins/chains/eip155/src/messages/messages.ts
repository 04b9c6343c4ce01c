import type { Account } from '@portico/kernel/account'
import {
  accountMessage,
  type Messages,
  type SignedMessage,
  signerMessage,
} from '@portico/kernel/capabilities'
import { ChainError, type Hex, type NetworkId } from '@portico/kernel/chain'
import { type Connection, createShareInFlight } from '@portico/kernel/connector-kit'
import { runWalletRequest } from '@portico/kernel/wallet'
import type { RpcOf } from '../node/rpc.js'
import type { Eip155Setup } from '../options.js'
import { chainIdOf, handleOf, networkOfChain } from '../wallets/handle.js'
import { readBytes } from '../wallets/wallet-answers.js'

export function createMessages(
  setup: Eip155Setup,
  rpcOf: RpcOf,
): Required<Omit<Messages, 'signIn'>> {
  const join = createShareInFlight()
  const signatures = () => import('./signatures.js')

  /**
   * Accepts a signature of the account's key, or else one that the account's contract accepts
   * (threat S35).
   */
  const checked = async (
    answer: unknown,
    hash: Hex,
    { address }: Account,
    network: NetworkId,
    scheme: string,
    signal: AbortSignal,
  ): Promise<SignedMessage> => {
    const { normalSignature, recoverSigner } = await signatures()
    const signature = readBytes(answer, mostSignatureBytes)
    if (!signature || signature === '0x') throw new ChainError('WALLET_ANSWER')
    const plain = normalSignature(signature)
    if (plain && (await recoverSigner(hash, plain)) === address) return { signature: plain, scheme }
    if (await isContractSignature(address as Hex, hash, signature, network, signal))
      return { signature, scheme }
    throw new ChainError('WALLET_ANSWER', signerMessage)
  }
  const isContractSignature = async (
    address: Hex,
    hash: Hex,
    signature: Hex,
    network: NetworkId,
    signal: AbortSignal,
  ) => {
    const { isSignatureOfContract } = await import('./contract-signatures.js')
    return isSignatureOfContract(rpcOf(network), address, hash, signature, signal)
  }
  /** Shares one wallet request between identical concurrent calls. */
  const shareRequest = (
    via: Connection,
    from: Account,
    what: string,
    run: (own: AbortSignal) => Promise<SignedMessage>,
    signal: AbortSignal,
  ) => {
    if (!via.accounts.some(account => account.address === from.address)) {
      throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
    }
    return join(handleOf(via), `${from.address} ${what}`, run, signal)
  }

  return {
    async sign(via, from, text, signal) {
      const handle = handleOf(via)
      const sign = async (own: AbortSignal) => {
        const { hashText, textBytes } = await signatures()
        const answer = await runWalletRequest(() =>
          handle.request('personal_sign', [textBytes(text), from.address], own),
        )
        return checked(answer, hashText(text), from, await handle.network(own), 'eip191', own)
      }
      return shareRequest(via, from, text, sign, signal)
    },

    async signTyped(via, from, data, signal) {
      const handle = handleOf(via)
      const { readTypedData } = await signatures()
      const { hash, json, chainId } = readTypedData(data)
      const sign = async (own: AbortSignal) => {
        const network = await handle.network(own)
        // Data that names a chain is signed on that chain only.
        if (chainId !== undefined && network !== networkOfChain(chainId))
          throw new ChainError('WALLET_NETWORK')
        const answer = await runWalletRequest(() =>
          handle.request('eth_signTypedData_v4', [from.address, json], own),
        )
        return checked(answer, hash, from, network, 'eip712', own)
      }
      return shareRequest(via, from, json, sign, signal)
    },

    async verify(from, text, { signature }, signal) {
      const { hashText, normalSignature, recoverSigner } = await signatures()
      const bytes = readBytes(signature, mostSignatureBytes)
      if (!bytes || bytes === '0x') return false
      const hash = hashText(text)
      const plain = normalSignature(bytes)
      if (plain && (await recoverSigner(hash, plain)) === from.address) return true
      for (const network of networksFor(text, setup)) {
        if (await isContractSignature(from.address as Hex, hash, bytes, network, signal))
          return true
      }
      return false
    },
  }
}

// Far more than a contract account needs. Longer signatures would only fill requests.
const mostSignatureBytes = 32_768

/**
 * Networks on which a contract's signature counts: the one that a sign-in text names (EIP-4361),
 * else all of the host's.
 */
function networksFor(text: string, { networks }: Eip155Setup): readonly NetworkId[] {
  const [, named] = /^Chain ID: (\d{1,16})$/m.exec(text) ?? []
  const all = networks
    .filter(network => network.rpcUrls.length)
    .map(network => network.caipNetworkId)
  return named === undefined
    ? all
    : all.filter(network => BigInt(chainIdOf(network)) === BigInt(named))
}
