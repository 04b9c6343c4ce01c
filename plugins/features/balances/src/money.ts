import { floorDecimal } from '@portico/kernel/contracts'

/**
 * What something is worth, in the words of a language: floored to two digits, never rounded up, exact at any size; `<$0.01` for what is less than that and not nought. Throws a RangeError for what is
 * no language tag, or no currency of three letters.
 */
export function moneyIn(language: string, currency: string): (value: string) => string {
  const { format } = new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return value => {
    const floored = floorDecimal(value, 2)
    // Decimal text, because Intl reads it exactly where a number would have lost digits above 2^53.
    return floored === '0.00' && /[1-9]/.test(value) ? `<${format(0.01)}` : format(floored as Intl.StringNumericLiteral)
  }
}
