/** What a wallet says of an order that it named by a hash of its own: a Safe's transaction, which other owners may still have to sign. */
import { type AnyPluginContext, withTimeout } from '@portico/kernel'
import { connection, liveConnections, type NetworkId } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { CallsStatus } from '../wallet.js'
import { createWalletCalls } from './wallet-calls.js'

export type OrderOf = (hash: string, network: NetworkId, signal: AbortSignal) => Promise<CallsStatus | undefined>

const patienceMs = 3_000

/** Asks the connected smart accounts, without a prompt. Undefined: none of them knows the hash, or says so in time. */
export function createOrderOf(context: AnyPluginContext): OrderOf {
  return async (hash, network, signal) => {
    for (const { accounts } of liveConnections(context)) {
      const account = accounts.find(one => one.namespace === namespace && one.type === 'smartAccount')
      try {
        const via = account && context.find(connection)?.require(account)
        if (via?.network === network) return await withTimeout(own => createWalletCalls(via).callsStatus(hash, own), patienceMs, signal)
      } catch {
        // A wallet that does not know the hash, or is gone: the network may know more.
        signal.throwIfAborted()
      }
    }
    return undefined
  }
}
