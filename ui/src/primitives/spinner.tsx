import { useStyles } from '../theme/use-styles.js'
import styles from './spinner.css?inline'

/** Something goes on. Say in words beside it what that is. */
export function Spinner() {
  useStyles(styles)
  return <span className="p-spinner" aria-hidden="true" />
}
