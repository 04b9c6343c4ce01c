import type { Balances } from '@portico/kernel/capabilities'
import { parseSubstrateAddress } from '../addresses/ss58.js'
import type { SubstrateNetwork } from '../networks.js'
import type { SubstrateNode } from '../node/node.js'
import type { AccountBalance } from '../node/node-answers.js'

/** Reads the balance of an account from the chain's only record of it. */
export function createBalances(
  networkOf: (id: string) => SubstrateNetwork,
  nodeOf: (network: SubstrateNetwork) => SubstrateNode,
): Pick<Balances, 'native'> {
  return {
    async native(account, id, signal) {
      signal.throwIfAborted()
      const network = networkOf(id)
      const { accountId } = parseSubstrateAddress(account.address)
      const balance = await nodeOf(network).account(accountId, signal)
      const { free, reserved, frozen } = balance
      const spendable = free - bound(balance)
      return {
        token: { asset: 'native', network: id, ...network.nativeCurrency },
        amount: free + reserved,
        ...(spendable < free + reserved && { spendable }),
        parts: { free, reserved, frozen },
      }
    },
  }
}

/**
 * Returns the part of the free balance that may not leave. Reserved funds count towards the frozen
 * amount.
 */
export function bound(
  { free, reserved, frozen }: Pick<AccountBalance, 'free' | 'reserved' | 'frozen'>,
  least = 0n,
): bigint {
  const held = frozen > reserved ? frozen - reserved : 0n
  const more = held > least ? held : least
  return more < free ? more : free
}
