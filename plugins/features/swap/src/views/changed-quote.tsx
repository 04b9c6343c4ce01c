import { message } from '@portico/kernel/text'
import { useTranslate } from '@portico/ui'
import type { ReactNode } from 'react'

export interface ChangedProps {
  /** The amount of the previous quote; undefined while it has not changed. */
  readonly from: bigint | undefined
  readonly to: bigint
  readonly children: ReactNode
}
/**
 * A figure, marked with an arrow and for screen readers if the last refresh changed it (threats S11
 * and S23).
 */
export function Changed({ from, to, children }: ChangedProps) {
  const t = useTranslate()
  if (from === undefined || from === to) return children
  return (
    <span className="swap-changed">
      {children}
      <span aria-hidden="true">{to < from ? ' ↓' : ' ↑'}</span>
      <span className="p-hidden">
        {' '}
        {t(
          to < from
            ? message('swap.lower', '(lower than before)')
            : message('swap.higher', '(higher than before)'),
        )}
      </span>
    </span>
  )
}
