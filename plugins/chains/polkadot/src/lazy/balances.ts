import type { Balances } from '@portico/kernel/contracts'
import type { SubstrateNetwork } from '../networks.js'
import type { SubstrateNode } from './node.js'
import type { AccountBalance } from './node-answers.js'
import { parseSubstrateAddress } from './ss58.js'

/** What an account has, from the one place in which the chain keeps it. */
export function createBalances(networkOf: (id: string) => SubstrateNetwork, nodeOf: (network: SubstrateNetwork) => SubstrateNode): Pick<Balances, 'native'> {
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

/** The part of what is free that may not leave. What is reserved counts towards what is frozen. */
export function bound({ free, reserved, frozen }: Pick<AccountBalance, 'free' | 'reserved' | 'frozen'>, least = 0n): bigint {
  const held = frozen > reserved ? frozen - reserved : 0n
  const more = held > least ? held : least
  return more < free ? more : free
}
