import type { CSSProperties, ReactNode } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './text.css?inline'

export interface StackProps {
  /** Pixels: 4, 8, 12, 16, 20 or 24. */
  readonly gap?: 4 | 8 | 12 | 16 | 20 | 24
  readonly align?: 'start' | 'center'
  readonly children: ReactNode
}
/** Children below each other, with a gap. */
export function Stack({ gap = 8, align = 'start', children }: StackProps) {
  useStyles(styles)
  return (
    <div className={`p-stack p-stack-${align}`} style={{ '--gap': `${gap}px` } as CSSProperties}>
      {children}
    </div>
  )
}
/** Muted small text. */
export function Caption({ children }: { readonly children: ReactNode }) {
  useStyles(styles)
  return <p className="p-caption">{children}</p>
}
/** The heading of a view. */
export function Title({ children }: { readonly children: ReactNode }) {
  useStyles(styles)
  return <h3 className="p-heading">{children}</h3>
}
