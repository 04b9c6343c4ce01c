import { tokenGroups, tokenPictures } from './token-index.js'

/**
 * Loads the icon of `token/` and a CAIP-19 id. Several tokens share a picture. A token has one by
 * its network and address, because another token may have the same symbol.
 */
export async function loadTokenIcon(
  imageId: string,
  loaded: Map<string, string>,
  load: (groups: typeof tokenGroups, imageId: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const asset = imageId.slice('token/'.length)
  const place = tokenPictures.find(({ prefix }) => asset.startsWith(prefix))
  const start = place && `${asset.slice(place.prefix.length)}=`
  const name = start && place.pictures.split(' ').find(one => one.startsWith(start))
  const icon = name && (await load(tokenGroups, `picture/${name.slice(start.length)}`))
  if (icon) loaded.set(imageId, icon)
  return icon
}
