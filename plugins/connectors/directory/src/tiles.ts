/** The whole wallet list as it is shown. Pure. */
import type { Connector, DirectoryWallet, Wallet } from '@portico/kernel/contracts'
import { byIdentity, isInstalled } from './selection.js'

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
    // A wallet that only has the name of a known one does not get its picture, nor its place.
    const found = wallet.lookAlike ? undefined : known(wallet)
    const same = found && isInstalled(found, wallet) ? found : undefined
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

/**
 * The approvals of a wallet, one connector for each: of the chains that carry one object, one is good for all, that of the chain that the person works in
 * (`namespace`) before the others; of two ways to one chain, the first is taken. What is connected of an approval stands apart from what is not.
 */
export function approvalsOf(
  connectors: readonly Connector[],
  namespace?: string,
  isConnected: (connector: Connector) => boolean = () => false,
): readonly Connector[] {
  const firsts = connectors.filter(({ chain }, at) => connectors.findIndex(other => other.chain === chain) === at)
  const areOne = (one: Connector, other: Connector) =>
    one === other || (one.approval !== undefined && one.approval === other.approval && isConnected(one) === isConnected(other))
  return firsts
    .filter((one, at) => firsts.findIndex(other => areOne(one, other)) === at)
    .map(one => firsts.find(other => other.chain === namespace && areOne(one, other)) ?? one)
}
