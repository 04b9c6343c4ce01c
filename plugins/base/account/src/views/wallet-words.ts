import type { Read } from '@portico/kernel'
import { type Account, addresses, type ConnectionState, chainOf, displayText } from '@portico/kernel/contracts'
import { shortAddress } from '@portico/ui'

/** What a wallet is called: its own name and, where the host lists several chains, the chain. */
export function walletWords(read: Read, { wallet, namespace }: ConnectionState): { readonly name: string; readonly chain: string } {
  return { name: displayText(wallet.name) ?? '?', chain: chainOf(read, namespace)?.name ?? namespace }
}

/** What an account is called: the name that its wallet gives it, and its address in the habit of its chain. */
export function accountWords(read: Read, { label, address, namespace }: Account): { readonly name: string | undefined; readonly short: string } {
  return { name: displayText(label), short: (read.capability(addresses, namespace)?.shorten ?? shortAddress)(address) }
}
