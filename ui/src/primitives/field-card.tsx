import type { ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './field-card.css?inline'

export interface FieldCardProps {
  /** The class with the grid of the view. */
  readonly className: string
  /** A `label` (or an element with the class `p-label`), the field, and what belongs to it. */
  readonly children: ReactNode
}
/**
 * A raised card around a field: its border is red while the field is invalid, and the focus ring of
 * the field surrounds the card.
 */
export function FieldCard({ className, children }: FieldCardProps) {
  useStyles(styles)
  return <div className={`p-field-card ${className}`}>{children}</div>
}
