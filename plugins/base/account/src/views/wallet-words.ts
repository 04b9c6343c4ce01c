import type { Read } from '@portico/kernel'
import { type Account, addresses, type ConnectionState, chainOf, displayText, liveConnections } from '@portico/kernel/contracts'
import { shortAddress } from '@portico/ui'

/** What a wallet is called: its own name and, where wallets of several chains are connected, the chain. "Ethereum" is all of EVM: alone it would contradict the network. */
export function walletWords(read: Read, { wallet, namespace }: ConnectionState): { readonly name: string; readonly chain: string | undefined } {
  const isSeveral = liveConnections(read).some(other => other.namespace !== namespace)
  return { name: displayText(wallet.name) ?? '?', chain: isSeveral ? (chainOf(read, namespace)?.name ?? namespace) : undefined }
}

/** What an account is called: the name that its wallet gives it, and its address in the habit of its chain. */
export function accountWords(read: Read, { label, address, namespace }: Account): { readonly name: string | undefined; readonly short: string } {
  return { name: displayText(label), short: (read.capability(addresses, namespace)?.shorten ?? shortAddress)(address) }
}
