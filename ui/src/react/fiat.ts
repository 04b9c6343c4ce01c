import { displayDecimalIn } from '@portico/kernel/contracts'

/**
 * Exact decimal text as money in a language: cut to cents, and `<$0.01` for what is less than that and not nought. `up`: up to the next cent instead, for what something
 * costs at most. A currency that no list knows stands behind the figure as it is.
 */
export function fiatIn(language: string, currency: string): (amount: string, up?: boolean) => string {
  const code = currency.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  const show = displayDecimalIn(language, 2, { minimumFractionDigits: 2, ...(isCode && { style: 'currency', currency: code }) })
  return (amount, up) => alone(`${show(amount, up)}${isCode ? '' : ` ${code}`}`)
}

const marks = /[\u200e\u200f\u061c]/g
/** Where a language runs from right to left, Intl puts marks around the figure, with which `US$` reads `$US` there: it runs by itself instead, from left to right. */
function alone(money: string): string {
  const bare = money.replace(marks, '')
  return bare === money ? money : `\u2066${bare}\u2069`
}
