import type { Read } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { addressesCapability } from '@portico/kernel/capabilities'
import { chainOf } from '@portico/kernel/chain'
import { type ConnectionState, liveConnections } from '@portico/kernel/session'
import { displayText, message, shortenAddress } from '@portico/kernel/text'

/** What kind of account it is, where a wallet has several. */
export const accountTypes = {
  eoa: message('account.type.eoa', 'Standard account'),
  smartAccount: message('account.type.smartAccount', 'Smart account'),
  payment: message('account.type.payment', 'Payments'),
  ordinal: message('account.type.ordinal', 'Ordinals'),
  stx: message('account.type.stx', 'Stacks'),
}

/**
 * What a wallet is called: its own name and, where wallets of several chains are connected, the
 * chain. "Ethereum" is all of EVM: alone it would contradict the network.
 */
export function walletName(
  read: Read,
  { wallet, namespace }: ConnectionState,
): { readonly name: string; readonly chain: string | undefined } {
  const isSeveral = liveConnections(read).some(other => other.namespace !== namespace)
  return {
    name: displayText(wallet.name) ?? '?',
    chain: isSeveral ? (chainOf(read, namespace)?.name ?? namespace) : undefined,
  }
}

/**
 * What an account is called: the name that its wallet gives it, and its address in the habit of its
 * chain.
 */
export function accountName(
  read: Read,
  { label, address, namespace }: Account,
): { readonly name: string | undefined; readonly short: string } {
  return {
    name: displayText(label),
    short: (read.capability(addressesCapability, namespace)?.shorten ?? shortenAddress)(address),
  }
}
