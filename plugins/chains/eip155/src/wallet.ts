import type { Connection } from '@portico/kernel/connector-kit'
import type { Eip155Wallet } from './wallet-interface.js'

/**
 * Returns the wallet of a connection (`connection.live(id)`), with the methods that only this chain
 * has.
 *
 * Its methods throw a ChainError WALLET_UNSUPPORTED for a connection of another chain,
 * WALLET_ANSWER for a malformed response.
 */
export function eip155Wallet(via: Connection): Eip155Wallet {
  const load = async () => (await import('./wallets/wallet-calls.js')).createWalletCalls(via)
  const unending = () => new AbortController().signal
  return {
    request: async (method, params = [], signal = unending()) =>
      (await load()).request(method, params, signal),
    capabilities: async (address, networks = [], signal = unending()) =>
      (await load()).capabilities(address, networks, signal),
    assets: async (address, networks = [], signal = unending()) =>
      (await load()).assets(address, networks, signal),
    sendCalls: async (calls, signal = unending()) => (await load()).sendCalls(calls, signal),
    callsStatus: async (id, signal = unending()) => (await load()).callsStatus(id, signal),
  }
}
