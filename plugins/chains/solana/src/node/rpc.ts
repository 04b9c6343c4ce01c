/** JSON-RPC requests to the nodes of Solana clusters. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpc, RpcRefusal } from '@portico/kernel/rpc'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { readJson, readKey } from './node-answers.js'

/** `request` throws an RpcRefusal when the node understood the request and refused it. */
export interface Rpc extends Pick<JsonRpc, 'request'> {
  readonly network: SolanaNetwork
}
/** Throws a ChainError for a network that the host does not list, or lists without endpoints. */
export type RpcOf = (network: NetworkId) => Rpc

export function createRpcs(setup: Pick<SolanaSetup, 'networks' | 'rpcTimeoutMs'>): RpcOf {
  const rpcs = new Map(
    setup.networks
      .filter(network => network.rpcUrls.length)
      .map(network => [network.caipNetworkId, createRpc(network, setup.rpcTimeoutMs)]),
  )
  return network => {
    const rpc = rpcs.get(network)
    if (!rpc) throw new ChainError('CHAIN_NO_ENDPOINT')
    return rpc
  }
}

const createRpc = (network: SolanaNetwork, timeoutMs: number): Rpc => ({
  network,
  ...createJsonRpc({
    urls: network.rpcUrls,
    timeoutMs,
    identity: {
      method: 'getGenesisHash',
      params: [],
      read: answer => readKey(answer)?.startsWith(network.id),
    },
    refusal: (code, reason, data) => new RpcRefusal(code, reason, data),
    parse: readJson,
  }),
})

/** Blocks after its blockhash in which a transaction is valid. */
export const lifetime = 150n
/**
 * Nodes are at different blocks, so a transaction expired at one may still be included at another.
 */
export const graceInBlocks = 20n
/** The commitment of all requests: confirmed by more than two thirds of the validators. */
export const commitment = 'confirmed'
