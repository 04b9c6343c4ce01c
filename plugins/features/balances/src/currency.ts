/** The currency of values: the person's choice, else the host's option. */
import { settingsRowsSlot } from '@portico/kernel/account'
import { backendReachService, currencySlice } from '@portico/kernel/backend'
import { preferencesSlice } from '@portico/kernel/shell'
import type { BalancesOptions } from './options.js'
import { type BalancesContext, currencyMessage, currencyView } from './refs.js'

/**
 * The fiat currencies of the backend API. Coins are left out, because two decimals are too few for
 * them.
 */
const usual = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy']

/** Returns the currencies that a person may choose from. A code has three letters (ISO 4217). */
export const currenciesOf = ({ currencies = usual }: BalancesOptions): readonly string[] =>
  currencies.map(code => code.toLowerCase()).filter(code => /^[a-z]{3}$/.test(code))

/**
 * Adds the choice to Settings, where prices are available in more than one currency, and follows
 * it.
 */
export function followCurrency(context: BalancesContext, options: BalancesOptions): void {
  const follow = () => {
    const { currency = '' } = context.state(preferencesSlice)
    const code = currenciesOf(options).includes(currency)
      ? currency
      : (options.currency ?? 'usd').toLowerCase()
    context.patch(currencySlice, { code })
  }
  follow()
  context.watch(read => read.state(preferencesSlice).currency, follow)
  context.contribute(settingsRowsSlot, {
    id: 'currency',
    label: currencyMessage,
    icon: 'globe',
    view: currencyView,
    tag: read => read.state(currencySlice).code.toUpperCase(),
    when: () => options.currencies !== undefined || context.find(backendReachService) !== undefined,
  })
}
