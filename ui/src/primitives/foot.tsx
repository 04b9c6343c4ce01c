import type { ReactNode, RefObject } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './foot.css?inline'

export interface FootProps {
  /** For a view that moves the focus between the actions. */
  readonly place?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}
/** The actions of a view, in sight however much there is to read above them. Below 600 px of height they scroll with the rest. */
export function Foot({ place, children }: FootProps) {
  useStyles(styles)
  return (
    <div ref={place} className="p-foot">
      {children}
    </div>
  )
}
