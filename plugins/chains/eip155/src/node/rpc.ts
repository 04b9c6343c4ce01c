/** JSON-RPC requests to the nodes of EVM networks. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpc, RpcRefusal } from '@portico/kernel/rpc'
import type { EvmNetwork } from '../networks.js'
import type { Eip155Options, Eip155Setup } from '../options.js'
import { readChainId } from '../wallets/wallet-answers.js'

/** `request` throws an RpcRefusal when the node understood the request and refused it. */
export interface Rpc extends JsonRpc {
  readonly network: EvmNetwork
}
/** Throws a ChainError for a network that the host does not list, or lists without endpoints. */
export type RpcOf = (network: NetworkId) => Rpc

export function createRpcs(
  setup: Pick<Eip155Setup, 'rpcTimeoutMs'> & Required<Pick<Eip155Options, 'networks'>>,
): RpcOf {
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

const createRpc = (network: EvmNetwork, timeoutMs: number): Rpc => ({
  network,
  ...createJsonRpc({
    urls: network.rpcUrls,
    timeoutMs,
    identity: {
      method: 'eth_chainId',
      params: [],
      read(answer) {
        const served = readChainId(answer)
        return served === undefined ? undefined : served === Number(network.id)
      },
    },
    refusal: (code, reason, data) => new RpcRefusal(code, reason, data),
  }),
})
