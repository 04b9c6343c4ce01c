/** The whole wallet list as it is shown. Pure. */
import type { Connector, DirectoryWallet, Wallet } from '@portico/kernel/contracts'
import { byIdentity } from './selection.js'

export interface WalletTile {
  readonly id: string
  readonly name: string
  readonly imageUrl?: string | undefined
  readonly namespaces: readonly string[]
  /** It is in the page. */
  readonly installed?: Wallet
  /** It stands in the directory. */
  readonly listed?: DirectoryWallet
}

/** One tile per wallet (decision 13): those that are in the page first, as they came; then the others, as the directory has them. */
export function tilesOf(installed: readonly Wallet[], listed: readonly DirectoryWallet[]): readonly WalletTile[] {
  const known = byIdentity(listed)
  const taken = new Set<DirectoryWallet>()
  const here = installed.map((wallet): WalletTile => {
    // Who only calls itself like a wallet that is known does not get its picture.
    const same = wallet.lookAlike ? undefined : known(wallet)
    if (same) taken.add(same)
    return {
      id: wallet.id,
      name: wallet.name,
      imageUrl: wallet.imageUrl ?? same?.imageUrl,
      namespaces: wallet.namespaces,
      installed: wallet,
      ...(same && { listed: same }),
    }
  })
  const elsewhere = listed
    .filter(wallet => !taken.has(wallet))
    .map((wallet): WalletTile => {
      const { id, name, imageUrl, namespaces } = wallet
      return { id: `directory:${id}`, name, imageUrl, namespaces, listed: wallet }
    })
  return [...here, ...elsewhere]
}

/** How many approvals a wallet asks for: of the chains that carry one object, one is good for all; of two ways to one chain, the first is taken. */
export function approvalsOf(connectors: readonly Connector[]): readonly Connector[] {
  const firsts = connectors.filter(({ chain }, at) => connectors.findIndex(other => other.chain === chain) === at)
  return firsts.filter(({ approval }, at) => approval === undefined || firsts.findIndex(other => other.approval === approval) === at)
}
