import { useStyles } from '../theme/use-styles.js'
import { avatarStyles } from './avatar.styles.js'
import { hueOf, Picture } from './picture.js'

/** The face of an account: its own picture where it has one, else colours that follow from the address. */
export function Avatar({ address, src, size = 64 }: { readonly address: string; readonly src?: string | undefined; readonly size?: 36 | 64 }) {
  useStyles(avatarStyles)
  return <Picture src={src} size={size} shape="avatar" hue={hueOf(address.toLowerCase())} />
}
