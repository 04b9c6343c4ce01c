/** Money and ages as text in the language on screen. */
import { currencySlice } from '@portico/kernel/backend'
import { displayDecimalIn, textSlice } from '@portico/kernel/text'
import { useMemo } from 'react'
import { useSlice } from './registry-hooks.js'

/**
 * Returns a formatter of exact decimal text as money: cut to cents, and `<$0.01` for a smaller
 * amount above zero. With `up` the amount is rounded up to the next cent, for the highest cost of
 * something. The code of a currency that is not ISO 4217 follows the figure.
 */
export function fiatIn(
  language: string,
  currency: string,
): (amount: string, up?: boolean) => string {
  const code = currency.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  const show = displayDecimalIn(language, 2, {
    minimumFractionDigits: 2,
    ...(isCode && { style: 'currency', currency: code }),
  })
  return (amount, up) => isolate(`${show(amount, up)}${isCode ? '' : ` ${code}`}`)
}

const marks = /[\u200e\u200f\u061c]/g
/**
 * Isolates the figure from left to right: with the marks that Intl writes in right-to-left
 * languages, `US$` reads as `$US`.
 */
function isolate(money: string): string {
  const bare = money.replace(marks, '')
  return bare === money ? money : `\u2066${bare}\u2069`
}

/**
 * Returns a formatter of money in the language on screen and the chosen currency, or in the given
 * currency. An unknown amount stays undefined.
 */
export function useFiat(
  currencyCode?: string,
): (amount: string | undefined, up?: boolean) => string | undefined {
  const language = useSlice(textSlice, state => state.language)
  const currency = useSlice(currencySlice, state => currencyCode ?? state.code)
  return useMemo(() => {
    const format = fiatIn(language, currency)
    return (amount, up) => (amount === undefined ? undefined : format(amount, up))
  }, [language, currency])
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats an age in milliseconds: "2 minutes ago". A negative age, from a clock that was set back,
 * counts as now.
 */
export function formatAge(language: string, ms: number): string {
  const format = new Intl.RelativeTimeFormat(
    new Intl.Locale(language, { numberingSystem: 'latn' }),
    { numeric: 'auto' },
  )
  const [size, unit] =
    ms >= day
      ? ([day, 'day'] as const)
      : ms >= hour
        ? ([hour, 'hour'] as const)
        : ms >= minute
          ? ([minute, 'minute'] as const)
          : ([1_000, 'second'] as const)
  return format.format(-Math.floor(Math.max(ms, 0) / size), unit)
}
