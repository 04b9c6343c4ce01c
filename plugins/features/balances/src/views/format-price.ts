import { displayDecimalIn, message } from '@portico/kernel/text'
import { digitsOf } from '../price-chart/price-points.js'

export const priceMessage = /* @__PURE__ */ message('balances.price', 'Price')

/**
 * Returns a formatter of the exact price of one token. Unlike a total, a price below a cent has
 * its first four digits: `$0.00001234`.
 */
export function priceIn(language: string, currency: string): (price: string) => string {
  const code = currency.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  return price => {
    const figure = displayDecimalIn(language, digitsOf(price), {
      minimumFractionDigits: 2,
      ...(isCode && { style: 'currency', currency: code }),
    })(price)
    // The marks that Intl writes in right-to-left languages would move the sign of the currency.
    const bare = figure.replace(/[\u200e\u200f\u061c]/g, '')
    return isCode ? bare : `${bare} ${code}`
  }
}
