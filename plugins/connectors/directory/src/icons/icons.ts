/**
 * The icons of listed wallets, networks, native coins and tokens, in groups of twelve by rank. The
 * first group has the wallets that Connect suggests. A page loads the groups that it shows.
 */
import { walletGroups } from './wallet-groups.js'

interface Group {
  readonly prefix: string
  /** Separated by spaces. */
  readonly ids: string
  readonly load: () => Promise<{ readonly icons: string }>
}
/** Data URLs by the id of their image, of the groups that were loaded. */
const loaded = new Map<string, string>()

/**
 * The icon of an image id, such as `wallet/metamask`, `network/eip155:8453`, `coin/ETH`, or
 * `token/`
 * and the CAIP-19 id of a token: at once, or when its group has loaded. Undefined: there is none.
 */
export function iconOf(imageId: string): string | undefined | Promise<string | undefined> {
  return loaded.get(imageId) ?? loadIcon(imageId)
}
async function loadIcon(imageId: string): Promise<string | undefined> {
  if (imageId.startsWith('token/')) {
    const { loadTokenIcon } = await import('./token-icons.js')
    return loadTokenIcon(imageId, loaded, loadOf)
  }
  const groups = imageId.startsWith('wallet/')
    ? walletGroups
    : (await import('./asset-groups.js')).assetGroups
  return loadOf(groups, imageId)
}
async function loadOf(groups: readonly Group[], imageId: string): Promise<string | undefined> {
  const known = loaded.get(imageId)
  const group = groups.find(
    ({ prefix, ids }) =>
      imageId.startsWith(prefix) && ids.split(' ').includes(imageId.slice(prefix.length)),
  )
  if (known || !group) return known
  const { icons } = await group.load()
  for (const [id, icon] of Object.entries(JSON.parse(icons) as Readonly<Record<string, string>>))
    loaded.set(group.prefix + id, icon)
  return loaded.get(imageId)
}
