/** What values are reckoned in: what the person chose, else what the host wants. */
import { backendReach, currencySlice, preferencesSlice, settingsRows } from '@portico/kernel/contracts'
import type { BalancesOptions } from './options.js'
import { type BalancesContext, currencyMessage, currencyView } from './refs.js'

/** Those that a backend of the wire may know prices in, without the coins: two decimals say too little of them. */
const usual = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy']

/** The currencies that a person may choose from. A code has three letters (ISO 4217). */
export const currenciesOf = ({ currencies = usual }: BalancesOptions): readonly string[] =>
  currencies.map(code => code.toLowerCase()).filter(code => /^[a-z]{3}$/.test(code))

/** Puts the choice into Settings, where somebody may know prices in more than one currency, and follows it. */
export function followCurrency(context: BalancesContext, options: BalancesOptions): void {
  const follow = () => {
    const { currency = '' } = context.state(preferencesSlice)
    const code = currenciesOf(options).includes(currency) ? currency : (options.currency ?? 'usd').toLowerCase()
    context.update(currencySlice, state => void Object.assign(state, { code }))
  }
  follow()
  context.watch(read => read.state(preferencesSlice).currency, follow)
  context.contribute(settingsRows, {
    id: 'currency',
    label: currencyMessage,
    icon: 'globe',
    view: currencyView,
    tag: read => read.state(currencySlice).code.toUpperCase(),
    when: () => options.currencies !== undefined || context.find(backendReach) !== undefined,
  })
}
