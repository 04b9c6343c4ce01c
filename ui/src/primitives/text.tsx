import type { CSSProperties, ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './text.css?inline'

export interface StackProps {
  /** Pixels: 4, 8, 12, 16, 20 or 24. */
  readonly gap?: 4 | 8 | 12 | 16 | 20 | 24
  readonly align?: 'start' | 'center'
  readonly children: ReactNode
}
/** Things under each other. */
export function Stack({ gap = 8, align = 'start', children }: StackProps) {
  useStyles(styles)
  return (
    <div className={`p-stack p-stack-${align}`} style={{ '--gap': `${gap}px` } as CSSProperties}>
      {children}
    </div>
  )
}
/** Quiet words below or above something. */
export function Caption({ children }: { readonly children: ReactNode }) {
  useStyles(styles)
  return <p className="p-caption">{children}</p>
}
