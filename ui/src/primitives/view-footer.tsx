import type { ReactNode, RefObject } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './view-footer.css?inline'

export interface ViewFooterProps {
  /** For views that move the focus between the actions. */
  readonly footerRef?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}
/**
 * Keeps the actions of a view visible below content that scrolls. At heights below 600 px they
 * scroll with the content.
 */
export function ViewFooter({ footerRef, children }: ViewFooterProps) {
  useStyles(styles)
  return (
    <div ref={footerRef} className="p-foot">
      {children}
    </div>
  )
}
