import type { NetworkId } from '@portico/kernel/chain'
import { NodeRefusal, SiwxError } from './error.js'

/** A JSON-RPC request to a node. */
export interface RpcAsk {
  readonly network: NetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal | undefined
}
/**
 * Sends a request to a node of a network.
 * Resolves with the result. A node's error is thrown with its `code`, or as the `cause` of the
 * thrown error: the code distinguishes a contract that reverts from a node that is down.
 */
export type RpcRequest = (ask: RpcAsk) => Promise<unknown>

/**
 * Creates an RPC client over HTTP, with one URL per network.
 * `send` defaults to the runtime's fetch. A node has `timeout` milliseconds to answer.
 *
 * Throws a SiwxError, the node's error, or a TimeoutError.
 */
export function createRpc(
  urls: Readonly<Record<NetworkId, string>>,
  send: typeof fetch = fetch,
  timeout = 10_000,
): RpcRequest {
  return async ({ network, method, params, signal }) => {
    const url = Object.hasOwn(urls, network) ? urls[network] : undefined
    if (url === undefined) throw new SiwxError('RPC_MISSING')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await send(url, {
      method: 'POST',
      headers,
      body,
      signal: either(signal, AbortSignal.timeout(timeout)),
    })
    const { error, result }: { readonly error?: unknown; readonly result?: unknown } = Object(
      await response.json(),
    )
    if (error) throw new NodeRefusal(error)
    if (result === undefined) throw new SiwxError('RPC_FAILED')
    return result
  }
}

/**
 * Like `AbortSignal.any`, which some supported browsers lack.
 * `end` also removes the listeners: `{ signal }` of `both`.
 */
function either(given: AbortSignal | undefined, end: AbortSignal): AbortSignal {
  const both = new AbortController()
  given?.throwIfAborted()
  for (const source of [given, end])
    source?.addEventListener('abort', () => both.abort(source.reason), both)
  return both.signal
}
