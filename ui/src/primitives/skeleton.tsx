import type { CSSProperties } from 'react'
import { useStyles } from '../theme/use-styles.js'
import styles from './skeleton.css?inline'

/**
 * A placeholder in the final size of content that is loading: one block, or rows of a List. Numbers
 * are pixels.
 */
export function Skeleton({
  width = '100%',
  height = 56,
  round = false,
  rows = 1,
}: {
  readonly width?: number | string
  readonly height?: number
  readonly round?: boolean
  readonly rows?: number
}) {
  useStyles(styles)
  const wide = typeof width === 'number' ? `${width}px` : width
  return (
    <span
      className="p-skeletons"
      style={{ '--wide': wide, '--high': `${height}px` } as CSSProperties}
      aria-hidden="true"
    >
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={at} className={round ? 'p-skeleton p-round' : 'p-skeleton'} />
      ))}
    </span>
  )
}
