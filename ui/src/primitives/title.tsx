import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './text.css?inline'

/** The sentence that a view is about. */
export function Title({ children }: { readonly children: ReactNode }) {
  useStyles(styles)
  return <h3 className="p-heading">{children}</h3>
}
