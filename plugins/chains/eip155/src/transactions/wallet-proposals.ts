/**
 * Polls a wallet for an order that it identified by its own hash, such as a Safe's transaction that
 * other owners may still have to sign.
 */
import { type AnyPluginContext, KernelError, withTimeout } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import { connectionService, liveConnections } from '@portico/kernel/session'
import { ModalError } from '@portico/kernel/text'
import { namespace } from '../networks.js'
import type { CallsStatus } from '../wallet-interface.js'
import { handleOf } from '../wallets/handle.js'
import { readStatus } from '../wallets/wallet-calls.js'

export interface WalletProposals {
  /** Records the account whose wallet returned this hash. No other wallet is polled for it. */
  sentBy(hash: string, address: string): void
  /**
   * Polls that account's wallet, without a prompt, if it is a smart account. Undefined: the wallet
   * does not know the hash, or does not respond in time.
   */
  statusOf(hash: string, network: NetworkId, signal: AbortSignal): Promise<CallsStatus | undefined>
}

const timeoutMs = 3_000
const mostHashes = 100

export function createWalletProposals(context: AnyPluginContext): WalletProposals {
  const senders = new Map<string, string>()
  return {
    sentBy(hash, address) {
      senders.set(hash, address)
      for (const oldest of senders.keys()) if (senders.size > mostHashes) senders.delete(oldest)
    },

    async statusOf(hash, network, signal) {
      const isSender = (one: Account) =>
        one.namespace === namespace &&
        one.type === 'smartAccount' &&
        one.address === senders.get(hash)
      for (const { accounts } of liveConnections(context)) {
        const account = accounts.find(isSender)
        const via = account && context.find(connectionService)?.live(account.connection)
        if (via?.network !== network) continue
        const handle = handleOf(via)
        try {
          const answer = await withTimeout(
            own => answerOf(() => handle.request('wallet_getCallsStatus', [hash], own)),
            timeoutMs,
            signal,
          )
          if (answer) return readStatus(answer.value)
        } catch (error) {
          signal.throwIfAborted()
          // No response, or a malformed one: the network may know more.
          if (!(error instanceof ModalError || error instanceof KernelError)) throw error
        }
      }
      return undefined
    },
  }
}

/** Undefined where the wallet throws anything: it does not know the hash, or is disconnected. */
async function answerOf(
  request: () => Promise<unknown>,
): Promise<{ readonly value: unknown } | undefined> {
  try {
    return { value: await request() }
  } catch {
    return undefined
  }
}
