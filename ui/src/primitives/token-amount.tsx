import { allDigits, displayAmountIn, displayText, textSlice } from '@portico/kernel/contracts'
import type { CSSProperties } from 'react'
import { useSlice } from '../react/use-slice.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './token-amount.css?inline'

export interface TokenAmountProps {
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
  /** After the point, from one on; 3 by default. See `displayQuantityIn`. The title says all of them, as far as a browser does. */
  readonly digits?: number
  /** Never rounded down, for what something costs. The title stays exact. */
  readonly up?: boolean
  /** 36 px: the figure that a view is about. */
  readonly big?: boolean
}
/** An amount of a token in the digits of the language on screen, its symbol beside it. Throws a RangeError for decimals that no token has. */
export function TokenAmount({ amount, decimals, symbol, digits = 3, up = false, big = false }: TokenAmountProps) {
  useStyles(styles)
  const language = useSlice(textSlice, state => state.language)
  // A token may call itself anything.
  const coin = displayText(symbol) ?? '?'
  const figure = displayAmountIn(language, digits)(amount, decimals, up)
  // Without separators, so that it can be taken from here.
  const exact = displayAmountIn(language, allDigits, { useGrouping: false })(amount, decimals)
  return (
    <bdi className={big ? 'p-num p-amount' : 'p-num'} style={{ '--figures': figure.length + coin.length + 1 } as CSSProperties} title={`${exact} ${coin}`}>
      <span className={figure.length > 26 ? undefined : 'p-figure'}>{figure}</span> <span className="p-symbol">{coin}</span>
    </bdi>
  )
}
