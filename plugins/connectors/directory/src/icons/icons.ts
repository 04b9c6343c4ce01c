/**
 * The icons of listed wallets, networks and native coins, in groups of twelve by rank: a page loads
 * those that it shows.
 */
import { walletGroups } from './wallet-groups.js'

/** Data URLs by the id of their image, of the groups that were loaded. */
const loaded = new Map<string, string>()

/**
 * The icon of an image id, such as `wallet/metamask`, `network/eip155:8453` or `coin/ETH`: at once,
 * or when its group has loaded. Undefined: there is none.
 */
export function iconOf(imageId: string): string | undefined | Promise<string | undefined> {
  return loaded.get(imageId) ?? loadIcon(imageId)
}
async function loadIcon(imageId: string): Promise<string | undefined> {
  const groups = imageId.startsWith('wallet/')
    ? walletGroups
    : (await import('./asset-groups.js')).assetGroups
  const group = groups.find(
    ({ prefix, ids }) =>
      imageId.startsWith(prefix) && ids.split(' ').includes(imageId.slice(prefix.length)),
  )
  if (!group) return undefined
  const { icons } = await group.load()
  for (const [id, icon] of Object.entries(JSON.parse(icons) as Readonly<Record<string, string>>))
    loaded.set(group.prefix + id, icon)
  return loaded.get(imageId)
}
