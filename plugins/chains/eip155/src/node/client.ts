/**
 * A viem client over our endpoints. Uses single actions, never the full public client (decision
 * 54).
 */
import { RpcRefusal } from '@portico/kernel/rpc'
import { type Client, createClient, custom } from 'viem'
import { readCallResult } from './node-answers.js'
import type { Rpc } from './rpc.js'

/**
 * Runs viem actions that only call contracts. Every response is validated, and network errors are
 * rethrown without viem's wrapper.
 *
 * CCIP is off, because a node could use it to make the page fetch any URL.
 */
export async function withClient<Value>(
  rpc: Rpc,
  run: (client: Client) => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const failures: unknown[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    try {
      return await rpc.request(method, params as readonly unknown[], readCallResult, signal)
    } catch (error) {
      if (!(error instanceof RpcRefusal)) failures.push(error)
      // viem recognises a revert by the error's code and data.
      throw error instanceof RpcRefusal ? Object.assign(error, { code: error.rpcCode }) : error
    }
  }
  const client = createClient({
    ccipRead: false,
    transport: custom({ request }, { retryCount: 0 }),
  })
  const outcome = await run(client).then(
    value => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
  if (failures.length) throw failures[0]
  return outcome()
}
