import { displayAmount, displayAmountIn, displayText, textSlice } from '@portico/kernel/contracts'
import type { CSSProperties } from 'react'
import { useSlice } from '../react/use-slice.js'
import { useStyles } from '../theme/use-styles.js'
import { tokenAmountStyles } from './token-amount.styles.js'

export interface TokenAmountProps {
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
  /** After the point; cut off, never rounded up. 3 by default, 20 at most. The title says all of them, up to 20. */
  readonly digits?: number
  /** 36 px: the figure that a view is about. */
  readonly big?: boolean
}
/** An amount of a token in the digits of the language on screen, its symbol beside it. Throws a RangeError for decimals that no token has. */
export function TokenAmount({ amount, decimals, symbol, digits = 3, big = false }: TokenAmountProps) {
  useStyles(tokenAmountStyles)
  const language = useSlice(textSlice, state => state.language)
  // A token may call itself anything.
  const coin = displayText(symbol) ?? '?'
  const figure = displayAmountIn(language, digits)(amount, decimals)
  return (
    <bdi
      className={big ? 'p-num p-amount' : 'p-num'}
      style={{ '--figures': figure.length + coin.length + 1 } as CSSProperties}
      title={`${exactIn(language, amount, decimals)} ${coin}`}
    >
      <span className={figure.length > 26 ? undefined : 'p-figure'}>{figure}</span> <span className="p-symbol">{coin}</span>
    </bdi>
  )
}

/** As `displayAmountIn`. */
const mostDigits = 20
/** Without separators, so that it can be taken from here. */
const exactIn = (language: string, amount: bigint, decimals: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: mostDigits, useGrouping: false }).format(
    displayAmount(amount, decimals, mostDigits) as Intl.StringNumericLiteral,
  )
