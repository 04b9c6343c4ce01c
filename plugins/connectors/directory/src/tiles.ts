/** Builds the tiles of the whole wallet list. Pure. */
import type { Connector } from '@portico/kernel/connector-kit'
import type { DirectoryWallet, Wallet } from '@portico/kernel/wallet'
import { byIdentity, isInstalled } from './selection.js'

export interface WalletTile {
  readonly id: string
  readonly name: string
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly namespaces: readonly string[]
  /** The wallet in the page, if it is there. */
  readonly installed?: Wallet
  /** The wallet of the directory, if it is listed. */
  readonly listed?: DirectoryWallet
}

/**
 * Returns one tile per wallet (decision 13). Wallets in the page come first, then the others in the
 * directory's order.
 */
export function tilesOf(
  installed: readonly Wallet[],
  listed: readonly DirectoryWallet[],
): readonly WalletTile[] {
  const known = byIdentity(listed)
  const taken = new Set<DirectoryWallet>()
  const here = installed.map((wallet): WalletTile => {
    // A wallet that only has the name of a known one gets neither its picture nor its place.
    const found = wallet.lookAlike ? undefined : known(wallet)
    const same = found && isInstalled(found, wallet) ? found : undefined
    if (same) taken.add(same)
    return {
      id: wallet.id,
      name: wallet.name,
      imageUrl: wallet.imageUrl ?? same?.imageUrl,
      imageId: wallet.imageId ?? same?.imageId,
      namespaces: wallet.namespaces,
      installed: wallet,
      ...(same && { listed: same }),
    }
  })
  const remote = listed
    .filter(wallet => !taken.has(wallet))
    .map((wallet): WalletTile => {
      const { id, name, imageUrl, imageId, namespaces } = wallet
      return { id: `directory:${id}`, name, imageUrl, imageId, namespaces, listed: wallet }
    })
  return [...here, ...remote]
}

/**
 * Returns one connector for each approval of a wallet.
 * The chains that share one object need one approval: by the chain that the person works in
 * (`namespace`), else by the first. Of two connectors for one chain, the first is taken. Connected
 * chains of an approval are separate from the others.
 */
export function approvalsOf(
  connectors: readonly Connector[],
  namespace?: string,
  isConnected: (connector: Connector) => boolean = () => false,
): readonly Connector[] {
  const firsts = connectors.filter(
    ({ namespace }, at) => connectors.findIndex(other => other.namespace === namespace) === at,
  )
  const areOne = (one: Connector, other: Connector) =>
    one === other ||
    (one.approval !== undefined &&
      one.approval === other.approval &&
      isConnected(one) === isConnected(other))
  return firsts
    .filter((one, at) => firsts.findIndex(other => areOne(one, other)) === at)
    .map(one => firsts.find(other => other.namespace === namespace && areOne(one, other)) ?? one)
}
