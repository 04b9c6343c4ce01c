import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'

/** Requests for bytes that the host has made itself, for hosts that need them. */
export interface SolanaWallet {
  /** `signed`: the bytes that the wallet says it has signed. */
  signMessage(
    address: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<{ readonly signature: Uint8Array; readonly signed: Uint8Array }>
  /** Takes and returns a whole transaction in wire format. */
  signTransaction(
    address: string,
    wire: Uint8Array,
    network: NetworkId,
    signal?: AbortSignal,
  ): Promise<Uint8Array>
  /** Returns the account's signature, by which the network knows the transaction. */
  signAndSend(
    address: string,
    wire: Uint8Array,
    network: NetworkId,
    signal?: AbortSignal,
  ): Promise<Uint8Array>
}

/**
 * Returns the wallet of a connection (`connection.live(id)`), with the methods that only this chain
 * has. They check nothing that the wallet returns but its shape. They throw what the wallet threw,
 * or a ChainError WALLET_UNSUPPORTED where the wallet lacks the method or the account.
 */
export function solanaWallet(via: Connection): SolanaWallet {
  const load = async (address: string) => {
    const { portFor } = await import('./wallets/handle.js')
    return portFor(via, { address })
  }
  const unending = () => new AbortController().signal
  const unsupported = () => new ChainError('WALLET_UNSUPPORTED')
  return {
    async signMessage(address, bytes, signal = unending()) {
      const handle = await load(address)
      if (!handle.signMessage) throw unsupported()
      return handle.signMessage(address, bytes, signal)
    },
    async signTransaction(address, wire, network, signal = unending()) {
      const handle = await load(address)
      if (!handle.signTransaction) throw unsupported()
      return handle.signTransaction(address, wire, network, signal)
    },
    async signAndSend(address, wire, network, signal = unending()) {
      const handle = await load(address)
      if (!handle.signAndSend) throw unsupported()
      return handle.signAndSend(address, wire, network, signal)
    },
  }
}
