import { useStyles } from '../theme/use-styles.js'
import { spinnerStyles } from './spinner.styles.js'

/** Something goes on. Say in words beside it what that is. */
export function Spinner() {
  useStyles(spinnerStyles)
  return <span className="p-spinner" aria-hidden="true" />
}
