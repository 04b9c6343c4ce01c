import { createNodes, type NetworkNode, type NodeProblem, queryNode } from '@portico/kernel/rpc'
import * as v from 'valibot'
import { BackendError } from '../errors.js'
import { nodeError, nodeTimeoutMs } from './json-rpc.js'

/** The Esplora endpoints of a Bitcoin network. */
export interface Esplora {
  /**
   * Gets a path. An endpoint is used only after it confirmed that it serves this network.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_NONSENSE, NODE_WRONG_NETWORK; NODE_REFUSED for a
   * status between 400 and 499
   */
  get<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<v.InferOutput<Schema>>
}

type TextResponse = { readonly status: number; readonly text: string }

export function createEsplora(chain: string, urls: readonly string[]): Esplora {
  const nodes = createNodes(
    urls.map(url => url.replace(/\/$/, '')),
    nodeTimeoutMs,
  )
  const id = chain.slice('bip122:'.length)

  const identify = async (node: NetworkNode, signal: AbortSignal) => {
    if (node.isConfirmed) return undefined
    const response = await request(node, '/block-height/0', signal)
    if ('failure' in response) return response
    if (response.status !== 200 || !/^[\da-f]{64}\s*$/.test(response.text))
      return { failure: 'nonsense' } as const
    node.isConfirmed = response.text.startsWith(id)
    node.isWrong = !node.isConfirmed
    return node.isWrong ? ({ failure: 'wrong-network' } as const) : undefined
  }

  return {
    async get(path, schema, signal = new AbortController().signal) {
      const read = ({ status, text }: TextResponse) => {
        if (status >= 400) return { refused: status }
        const { success, output } = v.safeParse(schema, parsed(text))
        return success ? { value: output } : undefined
      }
      const response = await nodes
        .first(async (node, within) => {
          const problem = await identify(node, within)
          const response = problem ?? (await request(node, path, within))
          if ('failure' in response) return response
          const answer = read(response)
          return answer ? { answer } : { failure: 'nonsense' }
        }, signal)
        .catch((error: unknown) => {
          throw nodeError(chain, error)
        })
      if ('refused' in response)
        throw new BackendError('NODE_REFUSED', `A node of ${chain} responded ${response.refused}.`)
      return response.value
    },
  }
}

async function request(
  { url }: NetworkNode,
  path: string,
  signal: AbortSignal,
): Promise<NodeProblem | TextResponse> {
  const response = await queryNode(url + path, { signal })
  if (!('status' in response)) return response
  return response.status >= 500 || response.status === 408 ? { failure: 'unreachable' } : response
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema rejects it
  }
}
