/** Reads the balance of the native coin. */
import type { Read } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, namespaceOf } from '@portico/kernel/chain'
import { activeAccount, activeNamespace, activeNetwork } from '@portico/kernel/session'
import type { Portico } from '../portico.js'
import { chosenNetwork, type NetworkChoice, noAccount, notSupported, unending } from './signer.js'

export interface BalanceOptions extends NetworkChoice {
  /** Default: the active account of the namespace. */
  readonly account?: Account
  /** Default: that of `network` or `account`, else the active one. */
  readonly namespace?: string
}
/** Whose balance, and where. Undefined without an account. */
export function balanceSubject(
  read: Read,
  options: BalanceOptions,
): { readonly account: Account; readonly network: NetworkId } | undefined {
  const chosen = chosenNetwork(options)
  const namespace =
    options.namespace ??
    options.account?.namespace ??
    (chosen ? namespaceOf(chosen) : activeNamespace(read))
  const account = options.account ?? activeAccount(read, namespace)
  const network = chosen ?? activeNetwork(read, namespace)
  return account && network && { account, network }
}

/**
 * Requests the balance of the native coin: `amount` in base units, and the token with its decimals.
 * Rejects with an SdkError `NO_ACCOUNT` or `NOT_SUPPORTED`, and with the chain's error where no
 * endpoint answers.
 */
export async function getBalance(
  { kernel }: Pick<Portico, 'kernel'>,
  options: BalanceOptions & { readonly signal?: AbortSignal } = {},
): Promise<Balance> {
  const subject = balanceSubject(kernel, options)
  if (!subject) throw noAccount('have a balance')
  const offer = kernel.capability(balancesCapability, subject.network)
  if (!offer) throw notSupported('balances', subject.network)
  return await offer.native(subject.account, subject.network, options.signal ?? unending())
}
