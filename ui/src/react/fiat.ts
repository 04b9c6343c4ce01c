import { floorDecimal } from '@portico/kernel/contracts'

/** Exact decimal text as money in a language: cut to cents, never rounded up; `<$0.01` for what is less than that and not nought. A currency that no list knows stands behind the figure as it is. */
export function fiatIn(language: string, currency: string): (amount: string) => string {
  const code = currency.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  const { format } = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    ...(isCode && { style: 'currency', currency: code }),
  })
  // Decimal text, because Intl reads it exactly where a number would have lost digits above 2^53.
  return amount => {
    const floored = floorDecimal(amount, 2)
    const isLess = floored === '0.00' && /[1-9]/.test(amount)
    return alone(`${isLess ? '<' : ''}${format((isLess ? '0.01' : floored) as Intl.StringNumericLiteral)}${isCode ? '' : ` ${code}`}`)
  }
}

const marks = /[\u200e\u200f\u061c]/g
/** Where a language runs from right to left, Intl puts marks around the figure, with which `US$` reads `$US` there: it runs by itself instead, from left to right. */
function alone(money: string): string {
  const bare = money.replace(marks, '')
  return bare === money ? money : `\u2066${bare}\u2069`
}
