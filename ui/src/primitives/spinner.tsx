import { useStyles } from '../theme/use-styles.js'
import styles from './spinner.css?inline'

/** A decorative spinner. Say beside it what is running. */
export function Spinner() {
  useStyles(styles)
  return <span className="p-spinner" aria-hidden="true" />
}
