import * as v from 'valibot'
import { BackendError } from '../errors.js'
import { createEndpoints } from './endpoints.js'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}
/** What a node answered to one call of several: a result, or what it refused with. */
export type RpcAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly code: number; readonly message: string } }

/** A node, or several of one chain. */
export interface Rpc {
  /** @throws BackendError NODE_UNREACHABLE, NODE_REFUSED, NODE_NONSENSE */
  call<Schema extends v.GenericSchema>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<v.InferOutput<Schema>>
  /**
   * All calls in as few requests as nodes allow; answers in the order of the calls.
   *
   * @throws BackendError NODE_UNREACHABLE, NODE_NONSENSE
   */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly RpcAnswer[]>
}

const answer = v.object({
  id: v.number(),
  result: v.optional(v.unknown()),
  error: v.nullish(v.object({ code: v.number(), message: v.string() })),
})
const callsPerRequest = 100

export function createRpc(chain: string, urls: readonly string[]): Rpc {
  const endpoints = createEndpoints(chain, urls)
  const nonsense = (cause?: unknown) =>
    new BackendError('NODE_NONSENSE', `A node of ${chain} gave an answer that makes no sense.`, {
      cause,
    })

  const some = async (
    calls: readonly RpcCall[],
    signal?: AbortSignal,
  ): Promise<readonly RpcAnswer[]> => {
    const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const read = v.safeParse(v.array(answer), await endpoints.ask({ body }, signal))
    if (!read.success) throw nonsense()
    const byId = new Map(read.output.map(one => [one.id, one]))
    return calls.map((_, id) => {
      const found = byId.get(id)
      if (!found) throw nonsense()
      return found.error ? { refusal: found.error } : { result: found.result }
    })
  }

  const batch: Rpc['batch'] = async (calls, signal) => {
    const parts = Array.from({ length: Math.ceil(calls.length / callsPerRequest) }, (_, index) =>
      calls.slice(index * callsPerRequest, (index + 1) * callsPerRequest),
    )
    return (await Promise.all(parts.map(part => some(part, signal)))).flat()
  }

  return {
    batch,
    async call(method, params, schema, signal) {
      const [found] = await batch([{ method, params }], signal)
      if (!found) throw nonsense()
      if ('refusal' in found)
        throw new BackendError(
          'NODE_REFUSED',
          `A node of ${chain} refused ${method}: ${found.refusal.message}`,
        )
      const { success, output, issues } = v.safeParse(schema, found.result)
      if (!success) throw nonsense(issues[0].message)
      return output
    },
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
