import { accountMessage } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'

/** Requests for what the host has built itself, such as an extrinsic of its own. */
export interface PolkadotWallet {
  /**
   * Signs a payload of polkadot-js (`SignerPayloadJSON`). Returns the signature in hex. The wallet
   * signs the payload as it is, and returns no changed transaction.
   */
  signPayload(address: string, payload: object, signal?: AbortSignal): Promise<string>
  /** Signs bytes in hex. Returns the signature in hex. Most wallets wrap what they sign. */
  signRaw(address: string, data: string, signal?: AbortSignal): Promise<string>
}

/**
 * Returns the wallet of a connection (`connection.live(id)`), with the methods that only this chain
 * has. They check nothing that the wallet returns but its shape. They throw what the wallet threw,
 * or a ChainError WALLET_UNSUPPORTED where the wallet lacks the method or the account.
 */
export function polkadotWallet(via: Connection): PolkadotWallet {
  const load = async (address: string) => {
    const [{ handleOf }, { readSubstrateAddress }] = await Promise.all([
      import('./wallets/handle.js'),
      import('./addresses/ss58.js'),
    ])
    const handle = handleOf(via)
    const accountId = readSubstrateAddress(address)?.accountId
    const isConnected = via.accounts.some(
      account => readSubstrateAddress(account.address)?.accountId.join() === accountId?.join(),
    )
    if (!accountId || !isConnected) throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
    return { handle, accountId }
  }
  const unending = () => new AbortController().signal
  return {
    async signPayload(address, payload, signal = unending()) {
      const { handle, accountId } = await load(address)
      return handle.signPayload(accountId, { ...payload, withSignedTransaction: false }, signal)
    },
    async signRaw(address, data, signal = unending()) {
      const { handle, accountId } = await load(address)
      return handle.signRaw(accountId, data, signal)
    },
  }
}
