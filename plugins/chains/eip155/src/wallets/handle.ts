import { ChainError, type Hex, type NetworkId, networkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { namespace } from '../networks.js'
import { readChainId } from './wallet-answers.js'

/** Access to the wallet behind a connection of this chain, injected or remote. */
export interface Eip155Handle {
  /**
   * Sends the wallet a request (EIP-1193). Rethrows the wallet's error. Rejects at once when
   * `signal` aborts; a late response is ignored and reported.
   */
  request(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>
  /** The network that the wallet reports now. */
  network(signal: AbortSignal): Promise<NetworkId>
  /** Reads the wallet's state again. Resolves after the watchers of the session are notified. */
  refresh(): Promise<void>
  /**
   * Switches an approved network without a request, because a remote wallet gets the network with
   * each request. False: the wallet needs a request.
   */
  moveTo(network: NetworkId): boolean
}

/** Returns the handle of a connection. Throws a ChainError for a connection of another chain. */
export function handleOf(via: Connection): Eip155Handle {
  const handle = via.handle as Eip155Handle | undefined
  if (via.namespace !== namespace || typeof handle?.request !== 'function')
    throw new ChainError('WALLET_UNSUPPORTED')
  return handle
}

export const networkOfChain = (chainId: number): NetworkId => networkId(namespace, String(chainId))

/**
 * Returns the chain id of a network as a hex quantity. Throws a ChainError for a network of another
 * chain.
 */
export function chainIdOf(network: NetworkId): Hex {
  const chainId = network.startsWith(`${namespace}:`)
    ? readChainId(network.slice(namespace.length + 1))
    : undefined
  if (chainId === undefined) throw new ChainError('CHAIN_NETWORK')
  return `0x${chainId.toString(16)}`
}
