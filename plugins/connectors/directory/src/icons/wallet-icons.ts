/** The icons of the listed wallets, in groups of twelve by rank: a page loads those that it shows. */
import { groups } from './groups.js'

/** Data URLs by the id of their wallet, of the groups that were loaded. */
const loaded = new Map<string, string>()

/** The icon of an image id such as `wallet/metamask`: at once, or when its group has loaded. Undefined: there is none. */
export function iconOf(imageId: string): string | undefined | Promise<string | undefined> {
  const id = imageId.slice('wallet/'.length)
  const group = groups.find(({ ids }) => ids.split(' ').includes(id))
  if (!group || loaded.has(id)) return loaded.get(id)
  return group.load().then(({ icons }) => {
    for (const [id, icon] of Object.entries(JSON.parse(icons) as Readonly<Record<string, string>>)) loaded.set(id, icon)
    return loaded.get(id)
  })
}
