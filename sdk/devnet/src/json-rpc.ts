import { DevnetError } from './errors.js'

export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[]
}

export interface Rpc {
  /**
   * Sends one call to the node and answers its result as it came.
   *
   * @throws DevnetError RPC_UNREACHABLE, RPC_REFUSED
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  /**
   * Sends several calls in one HTTP request; the results are in the order of the calls. Throws as
   * `request` does, for the first refusal.
   */
  batch(calls: readonly RpcCall[]): Promise<readonly unknown[]>
}

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code?: number; readonly message?: string; readonly data?: unknown }
}

const timeoutInMs = 10_000

/** JSON-RPC over HTTP to a node of the devnet, which may take `timeoutMs` for one request. */
export function createRpc(url: string, timeoutMs = timeoutInMs): Rpc {
  const post = async (body: unknown): Promise<unknown> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return await response.json()
    } catch (cause) {
      throw new DevnetError('RPC_UNREACHABLE', `The node at ${url} does not answer.`, { cause })
    }
  }

  const resultOf = (method: string, answer: Answer | undefined): unknown => {
    if (answer?.error)
      throw new DevnetError('RPC_REFUSED', `${method}: ${answer.error.message ?? 'refused'}`, {
        data: answer.error.data,
      })
    if (!answer || !('result' in answer))
      throw new DevnetError('RPC_REFUSED', `${method}: the node answered without a result.`)
    return answer.result
  }

  const batch = async (calls: readonly RpcCall[]) => {
    const answers = await post(
      calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params })),
    )
    const byId = new Map(
      (Array.isArray(answers) ? (answers as Answer[]) : []).map(answer => [answer.id, answer]),
    )
    return calls.map(({ method }, id) => resultOf(method, byId.get(id)))
  }

  return {
    request: async (method, params = []) =>
      resultOf(method, (await post({ jsonrpc: '2.0', id: 1, method, params })) as Answer),
    batch,
  }
}
