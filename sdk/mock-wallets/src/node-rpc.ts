import { WalletRpcError } from './errors.js'

/**
 * Posts a JSON-RPC body to a node and answers its body. The default is `fetch`; a page under a
 * strict CSP sends through the test.
 */
export type Send = (url: string, body: string) => Promise<string>

/** Asks a node. Its refusals come out as they are, with their code and data. */
export type NodeRequest = (method: string, params?: unknown) => Promise<unknown>

export const sendByFetch: Send = async (url, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return response.text()
}

/** The wallet's own line to one node. */
export function nodeRequest(url: string | undefined, send: Send): NodeRequest {
  return async (method, params = []) => {
    if (!url) throw new WalletRpcError(4901, 'The wallet has no node for this chain.')
    const { result, error } = await post(
      send,
      url,
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    )
    if (error) throw new WalletRpcError(error.code, error.message, error.data)
    return result
  }
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

async function post(send: Send, url: string, body: string): Promise<Answer> {
  try {
    return JSON.parse(await send(url, body)) as Answer
  } catch (cause) {
    throw new WalletRpcError(
      -32603,
      `The node at ${url} gives no answer: ${cause instanceof Error ? cause.message : cause}`,
    )
  }
}
