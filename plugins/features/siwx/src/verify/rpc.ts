import type { NetworkId } from '@portico/kernel/contracts'
import { NodeRefusal, SiwxError } from './error.js'

/** A question to a node, as JSON-RPC has it. */
export interface RpcAsk {
  readonly network: NetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal | undefined
}
/**
 * Asks a node of a network. Resolves to the result. What a node refuses is thrown with its `code`, or as the `cause` of what is thrown: by it a contract that
 * says no is told from a node that is down.
 */
export type RpcRequest = (ask: RpcAsk) => Promise<unknown>

/**
 * Asks by HTTP, each network at its own address. `send` is the runtime's fetch unless another is given. A node has `timeout` milliseconds for its answer.
 *
 * Throws a SiwxError, what the node refused, or a TimeoutError.
 */
export function createRpc(urls: Readonly<Record<NetworkId, string>>, send: typeof fetch = fetch, timeout = 10_000): RpcRequest {
  return async ({ network, method, params, signal }) => {
    const url = Object.hasOwn(urls, network) ? urls[network] : undefined
    if (url === undefined) throw new SiwxError('RPC_MISSING')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await send(url, { method: 'POST', headers, body, signal: either(signal, AbortSignal.timeout(timeout)) })
    const { error, result }: { readonly error?: unknown; readonly result?: unknown } = Object(await response.json())
    if (error) throw new NodeRefusal(error)
    if (result === undefined) throw new SiwxError('RPC_FAILED')
    return result
  }
}

/** As `AbortSignal.any`, which not all browsers have that have the rest. What ends it is also what takes the listeners away: `{ signal }` of `both`. */
function either(given: AbortSignal | undefined, end: AbortSignal): AbortSignal {
  const both = new AbortController()
  given?.throwIfAborted()
  for (const source of [given, end]) source?.addEventListener('abort', () => both.abort(source.reason), both)
  return both.signal
}
