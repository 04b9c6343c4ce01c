/** Native balances from the chains themselves. Loaded with the first question. */
import type { Account } from '@portico/kernel/account'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import { balancesChangedEvents } from '@portico/kernel/session'
import type { AccountContext } from './refs.js'

/**
 * Asks the chain's own capability, and forgets the answers when a transaction is sent, settled or
 * undone. The question throws what the chain threw, or a ChainError: the chain has gone, or what it
 * gave is no balance.
 */
export function createChainBalance(context: AccountContext) {
  context.on(balancesChangedEvents, () => context.invalidate(nativeBalanceEndpoint))
  return async (
    { account, network }: { readonly account: Account; readonly network: NetworkId },
    signal: AbortSignal,
  ): Promise<Balance> => {
    const chain = context.capability(balancesCapability, network)
    if (!chain) throw new ChainError('CHAIN_UNAVAILABLE')
    const balance = await chain.native(account, network, signal)
    if (!isBalance(balance)) throw new ChainError('CHAIN_ANSWER')
    return balance
  }
}

/** Chain plugins may come from third parties: what would not be fit to be shown is refused here. */
function isBalance(answer: unknown): answer is Balance {
  const { amount, token } = Object(answer) as { amount?: unknown; token?: unknown }
  const { symbol, decimals } = Object(token) as { symbol?: unknown; decimals?: unknown }
  return (
    typeof amount === 'bigint' &&
    amount >= 0n &&
    typeof symbol === 'string' &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    Number(decimals) <= 255
  )
}
