import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { textStyles } from './text.styles.js'

/** The sentence that a view is about. */
export function Title({ children }: { readonly children: ReactNode }) {
  useStyles(textStyles)
  return <h3 className="p-heading">{children}</h3>
}
