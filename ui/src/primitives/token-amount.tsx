import type { Token } from '@portico/kernel/chain'
import { preferencesSlice } from '@portico/kernel/shell'
import {
  allDigits,
  displayAmountIn,
  displaySymbol,
  displayText,
  message,
  textSlice,
} from '@portico/kernel/text'
import type { CSSProperties, ReactNode } from 'react'
import { useSlice } from '../react/registry-hooks.js'
import { useTranslate } from '../react/use-translate.js'
import { useStyles } from '../theme/use-styles.js'
import styles from './token-amount.css?inline'

export const balanceLoadingMessage = /* @__PURE__ */ message('ui.balanceLoading', 'Loading balance')
export const balanceUnavailableMessage = /* @__PURE__ */ message(
  'ui.balanceUnavailable',
  'Balance unavailable',
)
export const maxMessage = /* @__PURE__ */ message('ui.max', 'Max')

export interface TokenAmountProps {
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
  /**
   * Digits after the point for amounts from 1 on; 3 by default. See `displayQuantityIn`. The title
   * has all digits that a browser can format.
   */
  readonly digits?: number
  /** Rounds up instead of cutting, for costs. The title stays exact. */
  readonly up?: boolean
  /** 36 px, for the main figure of a view. */
  readonly big?: boolean
}
/**
 * An amount of a token with its symbol, in the digits of the language on screen. Throws a
 * RangeError for invalid decimals.
 */
export function TokenAmount({
  amount,
  decimals,
  symbol,
  digits = 3,
  up = false,
  big = false,
}: TokenAmountProps) {
  useStyles(styles)
  const language = useSlice(textSlice, state => state.language)
  // The symbol is untrusted.
  const coin = displayText(symbol) ?? '?'
  const figure = displayAmountIn(language, digits)(amount, decimals, up)
  // Without separators, so that it can be copied from the title.
  const exact = displayAmountIn(language, allDigits, { useGrouping: false })(amount, decimals)
  return (
    <bdi
      className={big ? 'p-num p-amount' : 'p-num'}
      style={{ '--figures': figure.length + coin.length + 1 } as CSSProperties}
      title={`${exact} ${coin}`}
    >
      <span className={figure.length > 26 ? undefined : 'p-figure'}>{figure}</span>{' '}
      <span className="p-symbol">{coin}</span>
    </bdi>
  )
}

/** True if the person hides their amounts. */
export function useHidesAmounts(): boolean {
  return useSlice(preferencesSlice, ({ hidesAmounts }) => hidesAmounts === true)
}

/** The same length for every amount, so that the length reveals nothing. */
export const hiddenAmount = '••••'

export interface HideableAmountProps {
  readonly children: ReactNode
  /** Replaces a figure of 36 px. */
  readonly big?: boolean
}
/**
 * A balance or a past amount: dots while the person hides their amounts. Not for an amount that is
 * about to be sent, which must be visible.
 */
export function HideableAmount({ children, big = false }: HideableAmountProps) {
  useStyles(styles)
  const t = useTranslate()
  if (!useHidesAmounts()) return <>{children}</>
  return (
    <span
      className={big ? 'p-num p-amount' : 'p-num'}
      style={big ? ({ '--figures': hiddenAmount.length } as CSSProperties) : undefined}
    >
      <span aria-hidden="true">{hiddenAmount}</span>
      <span className="p-hidden">{t(message('ui.amountHidden', 'Amount hidden'))}</span>
    </span>
  )
}

export interface TokenBalanceProps {
  readonly token: Token
  /** Base units. */
  readonly amount: bigint
  /** 36 px, for the main figure of a view. */
  readonly big?: boolean
}
/** The balance of a token: 3 digits after the point for the native coin, 2 for any other token. */
export function TokenBalance({
  token: { asset, decimals, symbol },
  amount,
  big = false,
}: TokenBalanceProps) {
  return (
    <HideableAmount big={big}>
      <TokenAmount
        amount={amount}
        decimals={decimals}
        symbol={displaySymbol(symbol)}
        digits={asset === 'native' ? 3 : 2}
        big={big}
      />
    </HideableAmount>
  )
}
