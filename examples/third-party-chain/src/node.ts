import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpc, RpcRefusal } from '@portico/kernel/rpc'
import type { SuiNetwork } from './networks.js'

/** A property of an answer, which may be anything. */
export const at = (answer: unknown, key: string): unknown =>
  (Object(answer) as Readonly<Record<string, unknown>>)[key]
export const readAmount = (answer: unknown) =>
  typeof answer === 'string' && /^\d{1,20}$/.test(answer) ? BigInt(answer) : undefined

function connectTo({ rpcUrls, chainId }: SuiNetwork): JsonRpc {
  return createJsonRpc({
    urls: rpcUrls,
    timeoutMs: 10_000,
    identity: {
      method: 'sui_getChainIdentifier',
      params: [],
      read: answer => (typeof answer === 'string' ? answer === chainId : undefined),
    },
    refusal: (code, reason) => new RpcRefusal(code, reason),
  })
}

/** The nodes of each network. Every answer is checked where it is read. */
export function createNodes(networks: readonly SuiNetwork[]) {
  const nodes = new Map(networks.map(network => [network.caipNetworkId, connectTo(network)]))
  return (id: NetworkId): JsonRpc => {
    const rpc = nodes.get(id)
    if (!rpc) throw new ChainError('CHAIN_NO_ENDPOINT')
    return rpc
  }
}

export const balanceOf = (rpc: JsonRpc, address: string, signal: AbortSignal): Promise<bigint> =>
  rpc.request(
    'suix_getBalance',
    [address, '0x2::sui::SUI'],
    answer => readAmount(at(answer, 'totalBalance')),
    signal,
  )
