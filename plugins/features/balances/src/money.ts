import { displayDecimalIn } from '@portico/kernel/contracts'

/**
 * What something is worth, in the words of a language: floored to two digits, never rounded up, exact at any size; `<$0.01` for what is less than that and not nought. Throws a RangeError for what is
 * no language tag, or no currency of three letters.
 */
export function moneyIn(language: string, currency: string): (value: string) => string {
  return displayDecimalIn(language, 2, { style: 'currency', currency, minimumFractionDigits: 2 })
}
