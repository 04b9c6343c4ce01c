/** Adds a transaction that the host's app has sent to those that Portico follows and lists. */
import type { Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { isNetworkId, type NetworkId } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import { displayText } from '@portico/kernel/text'
import { isPlainWord, outboxService } from '@portico/kernel/transactions'
import { SdkError } from './errors.js'

export interface AddTransactionOptions {
  /** The hash from the wallet. */
  readonly hash: string
  readonly network: NetworkId
  /** What it does, for people: "Minted ticket 7". At most 200 characters. */
  readonly description: string
  /** The sender. Default: the active account of the network's namespace. */
  readonly account?: Account
}
const longestDescription = 200

/**
 * Resolves with false where the hash is known already. Rejects with an SdkError: `BAD_TRANSACTION`
 * for a bad argument, `NO_ACCOUNT`, or `NO_TRANSACTIONS` without the plugin `transactions()`.
 */
export async function addTransaction(
  kernel: Kernel,
  options: AddTransactionOptions,
): Promise<boolean> {
  // A host without types may pass anything.
  const { hash, network, description, account: given } = Object(options) as AddTransactionOptions
  const bad = (sentence: string) => new SdkError('BAD_TRANSACTION', sentence)
  if (!isPlainWord(hash))
    throw bad('`hash` must be the hash of a sent transaction: up to 200 characters, no spaces.')
  if (!isNetworkId(network)) throw bad('`network` must be a CAIP-2 id such as "eip155:1".')
  if (
    typeof description !== 'string' ||
    description.length > longestDescription ||
    !displayText(description, longestDescription)
  )
    throw bad('`description` must be a text for people of 1 to 200 characters.')
  const namespace = network.slice(0, network.indexOf(':'))
  if (given !== undefined) {
    const { address, namespace: its } = Object(given) as Partial<Account>
    if (typeof address !== 'string' || its !== namespace)
      throw bad(`\`account\` must be an account of ${namespace}, with its namespace and address.`)
  }
  const outbox = kernel.find(outboxService)
  if (!outbox)
    throw new SdkError(
      'NO_TRANSACTIONS',
      'No plugin follows transactions. Add `transactions()` of @portico/plugin-transactions to the plugins.',
    )
  const account = given ?? activeAccount(kernel, namespace)
  if (!account)
    throw new SdkError(
      'NO_ACCOUNT',
      `No account is connected that could have sent on ${network}. Connect a wallet, or pass \`account\`.`,
    )
  return await outbox.add({ hash, network, account, description })
}
