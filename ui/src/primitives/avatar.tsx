import { hueOf, Picture } from './picture.js'

/** The picture of an account, or colors computed from its address. */
export function Avatar({
  address,
  src,
  size = 64,
}: {
  readonly address: string
  readonly src?: string | undefined
  readonly size?: 36 | 64
}) {
  return <Picture src={src} size={size} shape="avatar" hue={hueOf(address.toLowerCase())} />
}
