import { setMaxListeners } from 'node:events'
import { ChainError } from '@portico/kernel/chain'
import { createJsonRpc, type JsonRpcOptions } from '@portico/kernel/rpc'
import * as v from 'valibot'
import { BackendError } from '../errors.js'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}
/** A node's response to one call of several: a result, or its error. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly code: number; readonly message: string } }

/** The nodes of one chain. A node is used only after it confirmed that it serves this chain. */
export interface Rpc {
  /** @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE, NODE_WRONG_NETWORK */
  call<Schema extends v.GenericSchema>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<v.InferOutput<Schema>>
  /**
   * Sends all calls in as few requests as the nodes accept. Returns responses in the order of the
   * calls.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_NONSENSE, NODE_WRONG_NETWORK
   */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly RpcAnswer[]>
}

/** Milliseconds for one request, over all nodes of the chain. */
export const nodeTimeoutMs = 10_000
const never = new AbortController().signal
setMaxListeners(0, never)

/** The error of a node that understood a call and refused it. */
class NodeRefusal extends BackendError {
  readonly refusal: { readonly code: number; readonly message: string }

  constructor(code: number, message: unknown) {
    const reason = typeof message === 'string' ? message.slice(0, 500) : 'no reason given'
    super('NODE_REFUSED', `A node refused a request: ${reason}`)
    this.refusal = { code, message: reason }
  }
}

/** `mostCalls`: of one HTTP request. Many providers refuse more than 100. */
export function createRpc(
  chain: string,
  urls: readonly string[],
  { mostCalls = 100 }: { readonly mostCalls?: number } = {},
): Rpc {
  const rpc = createJsonRpc({
    urls,
    timeoutMs: nodeTimeoutMs,
    identity: identityOf(chain),
    mostCalls,
    refusal: (code, message) => new NodeRefusal(code, message),
  })
  return {
    async call(method, params, schema, signal = never) {
      const read = (result: unknown) => {
        const parsed = v.safeParse(schema, result)
        return parsed.success ? { value: parsed.output } : undefined
      }
      try {
        return (await rpc.request(method, params, read, signal)).value
      } catch (error) {
        throw nodeError(chain, error)
      }
    },

    async batch(calls, signal = never) {
      const batch = new AbortController()
      setMaxListeners(0, batch.signal)
      const abort = () => batch.abort(signal.reason)
      signal.throwIfAborted()
      signal.addEventListener('abort', abort, { once: true })
      try {
        return await Promise.all(
          calls.map(async ({ method, params }): Promise<RpcAnswer> => {
            try {
              return await rpc.request(method, params, result => ({ result }), batch.signal)
            } catch (error) {
              if (error instanceof NodeRefusal) return { refusal: error.refusal }
              throw error
            }
          }),
        )
      } catch (error) {
        throw nodeError(chain, error)
      } finally {
        signal.removeEventListener('abort', abort)
        batch.abort()
      }
    },
  }
}

function identityOf(chain: string): JsonRpcOptions['identity'] {
  const id = chain.slice(chain.indexOf(':') + 1)
  if (chain.startsWith('solana:'))
    return {
      method: 'getGenesisHash',
      params: [],
      read: answer =>
        typeof answer === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(answer)
          ? answer.startsWith(id)
          : undefined,
    }
  return {
    method: 'eth_chainId',
    params: [],
    read(answer) {
      const { success, output } = v.safeParse(quantity, answer)
      return success ? output === BigInt(id) : undefined
    },
  }
}

/** Maps an error of the kernel's RPC client to one of the backend. Others pass unchanged. */
export function nodeError(chain: string, error: unknown): unknown {
  if (!(error instanceof ChainError)) return error
  switch (error.code) {
    case 'CHAIN_NETWORK':
      return new BackendError(
        'NODE_WRONG_NETWORK',
        `No endpoint of ${chain} serves this network: check the addresses in its \`rpc\`.`,
      )
    case 'CHAIN_ANSWER':
      return new BackendError('NODE_NONSENSE', `A node of ${chain} sent an invalid response.`)
    default:
      return new BackendError('NODE_UNREACHABLE', `No endpoint of ${chain} responds.`)
  }
}

const hexDigits = /^0x[0-9a-f]*$/i

/** A quantity as EVM nodes write it. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform(text => BigInt(text)),
)
/** A quantity that is small: a block number, an index, a time. */
export const smallQuantity = v.pipe(
  quantity,
  v.maxValue(BigInt(Number.MAX_SAFE_INTEGER)),
  v.transform(value => Number(value)),
)
/** Bytes as EVM nodes write them, in lower case. */
export const bytes = v.pipe(v.string(), v.regex(hexDigits), v.toLowerCase())
export const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/i), v.toLowerCase())
export const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.toLowerCase())
