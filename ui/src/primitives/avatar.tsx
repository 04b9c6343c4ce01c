import { useStyles } from '../theme/use-styles.js'
import styles from './avatar.css?inline'
import { hueOf, Picture } from './picture.js'

/** The face of an account: its own picture where it has one, else colours that follow from the address. */
export function Avatar({ address, src, size = 64 }: { readonly address: string; readonly src?: string | undefined; readonly size?: 36 | 64 }) {
  useStyles(styles)
  return <Picture src={src} size={size} shape="avatar" hue={hueOf(address.toLowerCase())} />
}
