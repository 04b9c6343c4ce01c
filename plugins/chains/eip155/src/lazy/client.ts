/** viem over our endpoints: single actions only, never the full public client (decision 54). */
import { type Client, createClient, custom } from 'viem'
import { RpcRefusal } from '../errors.js'
import { readCallResult } from './node-answers.js'
import type { Rpc } from './rpc.js'

/**
 * Runs viem actions that do nothing but call contracts: each answer passes our door, and an error that is no contract's throws as it was, not as viem wraps it.
 *
 * CCIP is off: a node could make the page fetch any address by it.
 */
export async function withClient<Value>(rpc: Rpc, run: (client: Client) => Promise<Value>, signal: AbortSignal): Promise<Value> {
  const failures: unknown[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    try {
      return await rpc.ask(method, params as readonly unknown[], readCallResult, signal)
    } catch (error) {
      if (!(error instanceof RpcRefusal)) failures.push(error)
      // viem tells a revert by the code and data of the error.
      throw error instanceof RpcRefusal ? Object.assign(error, { code: error.rpcCode }) : error
    }
  }
  const client = createClient({ ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
  const outcome = await run(client).then(
    value => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
  if (failures.length) throw failures[0]
  return outcome()
}
