/** Requests to the Esplora endpoints of a network. */
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { createNodes, type NetworkNode, type NodeProblem, queryNode } from '@portico/kernel/rpc'
import type { BitcoinNetwork } from '../networks.js'
import type { Bip122Setup } from '../options.js'

export interface TextAnswer {
  readonly status: number
  readonly text: string
}
export interface Endpoints {
  /**
   * Gets a path, or posts to it. Where `read` throws for an invalid response, the next endpoint is
   * used. Identical concurrent requests are sent once.
   *
   * Throws a ChainError: CHAIN_NO_ENDPOINT, CHAIN_NETWORK when the endpoints serve another chain,
   * CHAIN_ANSWER when their responses are malformed, CHAIN_UNAVAILABLE.
   */
  query<Value>(
    path: string,
    read: (answer: TextAnswer) => Value,
    signal: AbortSignal,
    body?: string,
  ): Promise<Value>
}

export function createEndpoints(
  { rpcUrls, id }: BitcoinNetwork,
  { rpcTimeoutMs }: Bip122Setup,
): Endpoints {
  const nodes = createNodes(rpcUrls, rpcTimeoutMs)
  const join = createShareInFlight()

  const introduce = async (
    node: NetworkNode,
    signal: AbortSignal,
  ): Promise<NodeProblem | undefined> => {
    if (node.isConfirmed) return undefined
    const said = await exchange(node, '/block-height/0', signal)
    if ('failure' in said) return said
    if (said.status !== 200 || !/^[\da-f]{64}\s*$/.test(said.text)) return { failure: 'nonsense' }
    node.isConfirmed = said.text.startsWith(id)
    node.isWrong = !node.isConfirmed
    return node.isWrong ? { failure: 'wrong-network' } : undefined
  }
  /**
   * Uses an endpoint only after it confirmed that it serves the right network. Nothing is posted to
   * any other.
   */
  const query = async (
    node: NetworkNode,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<NodeProblem | TextAnswer> => {
    if (body !== undefined)
      return (await introduce(node, signal)) ?? exchange(node, path, signal, body)
    const [problem, said] = await Promise.all([
      introduce(node, signal),
      exchange(node, path, signal),
    ])
    return problem ?? said
  }

  return {
    query: (path, read, signal, body) =>
      join(
        nodes,
        `${path} ${body ?? ''}`,
        within =>
          nodes.first(async (node, signal) => {
            const said = await query(node, path, body, signal)
            if ('failure' in said) return said
            try {
              return { answer: read(said) }
            } catch {
              return { failure: 'nonsense' }
            }
          }, within),
        signal,
      ),
  }
}

async function exchange(
  { url }: NetworkNode,
  path: string,
  signal: AbortSignal,
  body?: string,
): Promise<NodeProblem | TextAnswer> {
  const said = await queryNode(url + path, {
    signal,
    ...(body !== undefined && { method: 'POST', body }),
  })
  return 'status' in said && said.status >= 500 ? { failure: 'unreachable' } : said
}
