/** Requests of an EIP-1193 provider that need no wallet, sent to the app's own nodes. */
import type { Kernel } from '@portico/kernel'
import { type Network, type NetworkId, networkOf } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpc } from '@portico/kernel/rpc'
import { BridgeError, chainNotListed } from '../errors.js'

const timeoutMs = 10_000
const clients = new WeakMap<Network, JsonRpc>()

/**
 * Sends a request to the nodes that the app lists for the network. Throws BRIDGE_NODE_REFUSED with
 * the node's own code, words and data, BRIDGE_CHAIN_NOT_LISTED for another network, and a
 * ChainError where no node answers.
 */
export async function requestNode(
  kernel: Kernel,
  id: NetworkId | undefined,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const network = networkOf(kernel, id)
  if (!network) throw chainNotListed(String(id), 4901)
  const client = clients.get(network) ?? clientOf(network)
  clients.set(network, client)
  const { result } = await client.request(
    method,
    params,
    result => ({ result }),
    new AbortController().signal,
  )
  return result
}

const clientOf = ({ rpcUrls, id }: Network): JsonRpc =>
  createJsonRpc({
    urls: rpcUrls,
    timeoutMs,
    identity: {
      method: 'eth_chainId',
      params: [],
      read: answer =>
        typeof answer === 'string' && /^0x[\da-f]{1,16}$/i.test(answer)
          ? BigInt(answer) === BigInt(id)
          : undefined,
    },
    refusal: (code, words, data) =>
      new BridgeError(
        'BRIDGE_NODE_REFUSED',
        typeof words === 'string' && words ? words.slice(0, 4096) : `The node refused (${code}).`,
        { code, data },
      ),
  })
