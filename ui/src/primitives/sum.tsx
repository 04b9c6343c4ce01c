import { message, preferencesSlice } from '@portico/kernel/contracts'
import type { ReactNode } from 'react'
import { useSlice } from '../react/use-slice.js'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './token-amount.css?inline'

/** Whether the person wants nobody beside them to read what they have. */
export function useHidesAmounts(): boolean {
  return useSlice(preferencesSlice, ({ hidesAmounts }) => hidesAmounts === true)
}

/** As long for every amount: their length tells nothing. */
export const hiddenAmount = '••••'

export interface SumProps {
  /** The figure. */
  readonly children: ReactNode
  /** 36 px, in the place of a big one. */
  readonly big?: boolean
}
/** What somebody has, or moved: dots while they hide their amounts. Not for what they are about to send, which must be seen. */
export function Sum({ children, big = false }: SumProps) {
  useStyles(styles)
  const t = useTranslate()
  if (!useHidesAmounts()) return <>{children}</>
  return (
    <span className={big ? 'p-num p-amount' : 'p-num'}>
      <span aria-hidden="true">{hiddenAmount}</span>
      <span className="p-hidden">{t(message('ui.amountHidden', 'Amount hidden'))}</span>
    </span>
  )
}
