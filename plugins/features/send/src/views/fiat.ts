import { floorDecimal } from '@portico/kernel/contracts'

/** Exact decimal text as money in a language: cut to cents, never rounded up. A currency that no list knows stands behind the figure as it is. */
export function fiatIn(language: string, currency: string): (amount: string) => string {
  const code = currency.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  const { format } = new Intl.NumberFormat(language, isCode ? { style: 'currency', currency: code } : { minimumFractionDigits: 2 })
  // Decimal text, because Intl reads it exactly where a number would have lost digits above 2^53.
  return amount => `${format(floorDecimal(amount, 2) as Intl.StringNumericLiteral)}${isCode ? '' : ` ${code}`}`
}
