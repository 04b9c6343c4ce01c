/** Requests to nodes that answer over HTTP without JSON-RPC. */
import { createNodes, type NodeProblem, queryNode } from './nodes.js'

/** What a node answered. */
export interface RestAnswer {
  /** Of HTTP. Never 429 or 503: such a node is busy, and another one is asked. */
  readonly status: number
  readonly text: string
}
export interface RestNodesOptions {
  /** In the host's order, without a slash at the end. */
  readonly urls: readonly string[]
  /** Milliseconds for one request, over all nodes. */
  readonly timeoutMs: number
  /**
   * The request that tells which network a node serves. It is sent with the headers of the first
   * request, until the node has confirmed the network.
   */
  readonly identity: {
    readonly path: string
    /** True for the right network, false for another one, undefined for an invalid answer. */
    read(answer: RestAnswer): boolean | undefined
  }
}
export interface RestNodes {
  /**
   * Requests a path of the first node that answers. `read` validates the answer: where it returns
   * undefined or throws, the next node is asked. Rejects with a ChainError CHAIN_UNAVAILABLE,
   * CHAIN_ANSWER, CHAIN_NETWORK or CHAIN_NO_ENDPOINT, and with the signal's reason.
   *
   * A request may reach several nodes, a POST too: send only what may arrive twice.
   */
  request<Answer>(
    path: string,
    read: (answer: RestAnswer) => Answer | undefined,
    signal: AbortSignal,
    init?: RequestInit,
  ): Promise<Answer>
}

/** Chooses among the nodes of a network as `createJsonRpc` does. */
export function createRestNodes({ urls, timeoutMs, identity }: RestNodesOptions): RestNodes {
  const nodes = createNodes(urls, timeoutMs)
  async function query<Answer>(
    url: string,
    read: (answer: RestAnswer) => Answer | undefined,
    init: RequestInit & { readonly signal: AbortSignal },
  ): Promise<NodeProblem | { readonly answer: Answer }> {
    const response = await queryNode(url, init)
    if ('failure' in response) return response
    try {
      const answer = read(response)
      if (answer !== undefined) return { answer }
    } catch {
      // What cannot be read is no answer.
    }
    return { failure: 'nonsense' }
  }
  return {
    request: (path, read, signal, init) =>
      nodes.first(async (node, ending) => {
        if (!node.isConfirmed) {
          const response = await query(node.url + identity.path, identity.read, {
            ...(init?.headers && { headers: init.headers }),
            signal: ending,
          })
          if ('failure' in response) return response
          node.isWrong = !response.answer
          node.isConfirmed = response.answer
          if (node.isWrong) return { failure: 'wrong-network' }
        }
        return query(node.url + path, read, { ...init, signal: ending })
      }, signal),
  }
}
