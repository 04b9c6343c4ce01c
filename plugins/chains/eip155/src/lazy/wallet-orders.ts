/** What a wallet says of an order that it named by a hash of its own: a Safe's transaction, which other owners may still have to sign. */
import { type AnyPluginContext, KernelError, withTimeout } from '@portico/kernel'
import { type Account, connection, liveConnections, ModalError, type NetworkId } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { CallsStatus } from '../wallet-interface.js'
import { portOf } from './port.js'
import { readStatus } from './wallet-calls.js'

export interface WalletOrders {
  /** Records the account whose wallet named this hash. No other wallet is asked about it. */
  sentBy(hash: string, address: string): void
  /** Asks that account's wallet, without a prompt, where it is a smart account. Undefined: the wallet does not know the hash, or does not answer in time. */
  statusOf(hash: string, network: NetworkId, signal: AbortSignal): Promise<CallsStatus | undefined>
}

const timeoutMs = 3_000
const mostHashes = 100

export function createWalletOrders(context: AnyPluginContext): WalletOrders {
  const senders = new Map<string, string>()
  return {
    sentBy(hash, address) {
      senders.set(hash, address)
      for (const oldest of senders.keys()) if (senders.size > mostHashes) senders.delete(oldest)
    },

    async statusOf(hash, network, signal) {
      const isSender = (one: Account) => one.namespace === namespace && one.type === 'smartAccount' && one.address === senders.get(hash)
      for (const { accounts } of liveConnections(context)) {
        const account = accounts.find(isSender)
        const via = account && context.find(connection)?.live(account.connection)
        if (via?.network !== network) continue
        const port = portOf(via)
        try {
          const answer = await withTimeout(own => answerOf(() => port.request('wallet_getCallsStatus', [hash], own)), timeoutMs, signal)
          if (answer) return readStatus(answer.value)
        } catch (error) {
          signal.throwIfAborted()
          // Silence, or an answer that makes no sense: the network may know more.
          if (!(error instanceof ModalError || error instanceof KernelError)) throw error
        }
      }
      return undefined
    },
  }
}

/** Undefined where the wallet throws, whatever that is: it does not know the hash, or is gone. */
async function answerOf(ask: () => Promise<unknown>): Promise<{ readonly value: unknown } | undefined> {
  try {
    return { value: await ask() }
  } catch {
    return undefined
  }
}
