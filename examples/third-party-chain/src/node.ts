import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpc, RpcRefusal } from '@portico/kernel/rpc'
import type { SuiNetwork } from './plugin.js'

/** A property of an answer, which may be anything. */
const at = (answer: unknown, key: string): unknown =>
  (Object(answer) as Readonly<Record<string, unknown>>)[key]
const readAmount = (answer: unknown) =>
  typeof answer === 'string' && /^\d{1,20}$/.test(answer) ? BigInt(answer) : undefined
const outcomes = { success: 'confirmed', failure: 'failed' } as const

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

/** The requests to the nodes of a network. Every answer is checked. */
export function createNodes(networks: readonly SuiNetwork[]) {
  const nodes = new Map(networks.map(network => [network.caipNetworkId, connectTo(network)]))
  return (id: NetworkId) => {
    const rpc = nodes.get(id)
    if (!rpc) throw new ChainError('CHAIN_NO_ENDPOINT')
    return {
      balanceOf: (address: string, signal: AbortSignal): Promise<bigint> =>
        rpc.request(
          'suix_getBalance',
          [address, '0x2::sui::SUI'],
          answer => readAmount(at(answer, 'totalBalance')),
          signal,
        ),
      gasPrice: (signal: AbortSignal): Promise<bigint> =>
        rpc.request('suix_getReferenceGasPrice', [], readAmount, signal),
      /** `unknown`: no node knows the transaction yet. */
      outcome(digest: string, signal: AbortSignal) {
        const read = (answer: unknown) => {
          const status = at(at(at(at(answer, '0'), 'effects'), 'status'), 'status')
          return outcomes[status as keyof typeof outcomes] ?? 'unknown'
        }
        const params = [[digest], { showEffects: true }]
        return rpc.request('sui_multiGetTransactionBlocks', params, read, signal)
      },
    }
  }
}
