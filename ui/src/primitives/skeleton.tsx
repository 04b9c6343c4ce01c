import type { CSSProperties } from 'react'
import { useStyles } from '../theme/use-styles.js'
import { skeletonStyles } from './skeleton.styles.js'

/** The place of something that is on its way, in its final size. Numbers are pixels. */
export function Skeleton({
  width = '100%',
  height = 56,
  round = false,
}: {
  readonly width?: number | string
  readonly height?: number
  readonly round?: boolean
}) {
  useStyles(skeletonStyles)
  const wide = typeof width === 'number' ? `${width}px` : width
  return (
    <span className={round ? 'p-skeleton p-round' : 'p-skeleton'} style={{ '--wide': wide, '--high': `${height}px` } as CSSProperties} aria-hidden="true" />
  )
}
