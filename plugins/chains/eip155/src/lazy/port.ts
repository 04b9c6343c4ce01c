import { ChainError, type Connection, type Hex, type NetworkId, networkId } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import { readChainId } from './wallet-answers.js'

/** What stands behind a connection of this chain: the wallet in the page, or the remote one. */
export interface Eip155Port {
  /** Asks the wallet (EIP-1193). Throws what the wallet threw. When `signal` aborts it is over at once: a late answer changes nothing and is reported. */
  request(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>
  /** Where the wallet says it is now. */
  network(signal: AbortSignal): Promise<NetworkId>
  /** Reads the wallet again; resolves when those who watch the line know. */
  refresh(): Promise<void>
  /** A remote wallet takes the network with each request, so going to an approved one asks nobody. False: the wallet has to be asked. */
  moveTo(network: NetworkId): boolean
}

/** The port of a connection. Throws a ChainError for one that is not this chain's. */
export function portOf(via: Connection): Eip155Port {
  const port = via.port as Eip155Port | undefined
  if (via.namespace !== namespace || typeof port?.request !== 'function') throw new ChainError('WALLET_UNSUPPORTED')
  return port
}

export const networkOfChain = (chainId: number): NetworkId => networkId(namespace, String(chainId))

/** The number that wallets call a network by, as they write it. Throws a ChainError for what is no network of this chain. */
export function chainIdOf(network: NetworkId): Hex {
  const chainId = network.startsWith(`${namespace}:`) ? readChainId(network.slice(namespace.length + 1)) : undefined
  if (chainId === undefined) throw new ChainError('CHAIN_NETWORK')
  return `0x${chainId.toString(16)}`
}
