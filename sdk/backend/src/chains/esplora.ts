import { askNode, createNodes, type NetworkNode, type NodeProblem } from '@portico/kernel/rpc'
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

type Got = { readonly status: number; readonly text: string }

export function createEsplora(chain: string, urls: readonly string[]): Esplora {
  const nodes = createNodes(
    urls.map(url => url.replace(/\/$/, '')),
    nodeTimeoutMs,
  )
  const id = chain.slice('bip122:'.length)

  const identify = async (node: NetworkNode, signal: AbortSignal) => {
    if (node.isConfirmed) return undefined
    const got = await request(node, '/block-height/0', signal)
    if ('failure' in got) return got
    if (got.status !== 200 || !/^[\da-f]{64}\s*$/.test(got.text))
      return { failure: 'nonsense' } as const
    node.isConfirmed = got.text.startsWith(id)
    node.isWrong = !node.isConfirmed
    return node.isWrong ? ({ failure: 'wrong-network' } as const) : undefined
  }

  return {
    async get(path, schema, signal = new AbortController().signal) {
      const read = ({ status, text }: Got) => {
        if (status >= 400) return { refused: status }
        const { success, output } = v.safeParse(schema, parsed(text))
        return success ? { value: output } : undefined
      }
      const got = await nodes
        .first(async (node, within) => {
          const problem = await identify(node, within)
          const got = problem ?? (await request(node, path, within))
          if ('failure' in got) return got
          const answer = read(got)
          return answer ? { answer } : { failure: 'nonsense' }
        }, signal)
        .catch((error: unknown) => {
          throw nodeError(chain, error)
        })
      if ('refused' in got)
        throw new BackendError('NODE_REFUSED', `A node of ${chain} responded ${got.refused}.`)
      return got.value
    },
  }
}

async function request(
  { url }: NetworkNode,
  path: string,
  signal: AbortSignal,
): Promise<NodeProblem | Got> {
  const got = await askNode(url + path, { signal })
  if (!('status' in got)) return got
  return got.status >= 500 || got.status === 408 ? { failure: 'unreachable' } : got
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema rejects it
  }
}
