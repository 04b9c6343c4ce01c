/** Asking nodes by JSON-RPC over HTTP. */
import { withTimeout } from '@portico/kernel'
import { ChainError, displayText, message } from '@portico/kernel/contracts'
import * as v from 'valibot'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'

/** Asks a question and gives what the schema makes of the answer. Throws a ChainError. */
export type Rpc = <Schema extends v.GenericSchema>(
  method: string,
  params: readonly unknown[],
  schema: Schema,
  signal: AbortSignal,
) => Promise<v.InferOutput<Schema>>

// The largest thing asked for is a runtime's description of itself, about 1 MB in hex.
const mostBytes = 8_000_000
const envelope = v.union([
  v.object({ error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }) }),
  v.object({ result: v.unknown() }),
])

/**
 * Asks the endpoints of a network in their order; the next one when one does not answer in time, or is out of order. What a node refuses is a ChainError
 * CHAIN_REFUSED with its reason, and no other node is asked: the chain is one.
 */
export function createRpc({ rpcUrls }: SubstrateNetwork, { endpointTimeoutMs }: PolkadotSetup): Rpc {
  return async (method, params, schema, signal) => {
    signal.throwIfAborted()
    if (!rpcUrls.length) throw new ChainError('CHAIN_NO_ENDPOINT')
    const causes: unknown[] = []
    for (const url of rpcUrls) {
      const body = await withTimeout(within => post(url, method, params, within), endpointTimeoutMs, signal).catch(error => {
        signal.throwIfAborted()
        causes.push(error)
      })
      if (body !== undefined) return read(schema, body)
    }
    throw new ChainError('CHAIN_UNAVAILABLE', undefined, { cause: causes[0] })
  }
}

/** The body of a good answer. Throws where another endpoint may do better: no answer, an error of the server's, far too much. */
async function post(url: string, method: string, params: readonly unknown[], signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  if (!response.ok)
    throw new ChainError('CHAIN_UNAVAILABLE', message('polkadot.status', 'The service answered with an error ({status}).', { status: response.status }))
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > mostBytes) {
      await reader.cancel()
      throw new ChainError('CHAIN_ANSWER')
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: string): v.InferOutput<Schema> {
  const answer = parse(envelope, () => JSON.parse(body) as unknown)
  if ('error' in answer) throw refusal(answer.error)
  return parse(schema, () => answer.result)
}
function parse<Schema extends v.GenericSchema>(schema: Schema, value: () => unknown): v.InferOutput<Schema> {
  try {
    return v.parse(schema, value())
  } catch (cause) {
    throw new ChainError('CHAIN_ANSWER', undefined, { cause })
  }
}
function refusal(error: { readonly message: string; readonly data?: unknown }): ChainError {
  const reason = displayText(typeof error.data === 'string' ? `${error.message}: ${error.data}` : error.message, 160)
  return new ChainError('CHAIN_REFUSED', reason ? message('polkadot.refused', 'The network refuses this: {reason}', { reason }) : undefined)
}
