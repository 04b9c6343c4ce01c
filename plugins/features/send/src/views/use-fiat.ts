import { currencySlice, textSlice } from '@portico/kernel/contracts'
import { useSlice } from '@portico/ui'
import { fiatIn } from './fiat.js'

/** Money in the language and the currency of the host. Nothing for what nobody knows the price of. */
export function useFiat(): (amount: string | undefined) => string | undefined {
  const language = useSlice(textSlice, state => state.language)
  const currency = useSlice(currencySlice, state => state.code)
  return amount => (amount === undefined ? undefined : fiatIn(language, currency)(amount))
}
