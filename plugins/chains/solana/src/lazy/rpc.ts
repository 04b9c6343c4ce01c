/** Asking the nodes of Solana's clusters. */
import { ChainError, type NetworkId } from '@portico/kernel/contracts'
import { createJsonRpc, type JsonRpc } from '@portico/kernel/rpc'
import { RpcRefusal } from '../errors.js'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaSetup } from '../options.js'
import { readJson, readKey } from './node-answers.js'

/** `ask` throws an RpcRefusal when the network understood and refused. */
export interface Rpc extends Pick<JsonRpc, 'ask'> {
  readonly network: SolanaNetwork
}
/** Throws a ChainError for a network that the host does not list, or lists without endpoints. */
export type RpcOf = (network: NetworkId) => Rpc

export function createRpcs(setup: Pick<SolanaSetup, 'networks' | 'rpcTimeoutMs'>): RpcOf {
  const rpcs = new Map(setup.networks.filter(network => network.rpcUrls.length).map(network => [network.caipNetworkId, createRpc(network, setup.rpcTimeoutMs)]))
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
    identity: { method: 'getGenesisHash', params: [], read: answer => readKey(answer)?.startsWith(network.id) },
    refusal: (code, reason, data) => new RpcRefusal(code, reason, data),
    parse: readJson,
  }),
})

/** Blocks in which a transaction can come after the one whose hash it names. */
export const lifetime = 150n
/** Nodes are not all at the same block: what is over at one may still come at another. */
export const graceInBlocks = 20n
/** What everything is asked by: what more than two thirds of the validators voted for. */
export const commitment = 'confirmed'
