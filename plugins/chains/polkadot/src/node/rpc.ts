/** JSON-RPC requests to nodes over HTTP. */
import { createJsonRpc, RpcRefusal } from '@portico/kernel/rpc'
import * as v from 'valibot'
import type { SubstrateNetwork } from '../networks.js'
import type { PolkadotSetup } from '../options.js'
import { blockHash } from './node-answers.js'

/**
 * Sends a request and parses its response by the schema. Throws an RpcRefusal when the network
 * understood and refused it, else a ChainError.
 */
export type Rpc = <Schema extends v.GenericSchema>(
  method: string,
  params: readonly unknown[],
  schema: Schema,
  signal: AbortSignal,
) => Promise<v.InferOutput<Schema>>

/**
 * Uses a node only after it returned the right hash of block 0. A response that fails the schema is
 * requested from another node.
 */
export function createRpc(
  { rpcUrls, genesisHash }: SubstrateNetwork,
  { rpcTimeoutMs }: Pick<PolkadotSetup, 'rpcTimeoutMs'>,
): Rpc {
  const rpc = createJsonRpc({
    urls: rpcUrls,
    timeoutMs: rpcTimeoutMs,
    identity: {
      method: 'chain_getBlockHash',
      params: [0],
      read(answer) {
        const hash = reader(blockHash)(answer)
        return hash === undefined ? undefined : hash === genesisHash
      },
    },
    // Substrate nodes put the reason into `data`.
    refusal: (code, text, data) =>
      new RpcRefusal(code, typeof data === 'string' ? `${text}: ${data}` : text, data),
  })
  return (method, params, schema, signal) => rpc.request(method, params, reader(schema), signal)
}

const reader =
  <Schema extends v.GenericSchema>(schema: Schema) =>
  (answer: unknown): v.InferOutput<Schema> | undefined => {
    const read = v.safeParse(schema, answer)
    return read.success ? read.output : undefined
  }
