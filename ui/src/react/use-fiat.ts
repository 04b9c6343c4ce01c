import { currencySlice, textSlice } from '@portico/kernel/contracts'
import { useMemo } from 'react'
import { fiatIn } from './fiat.js'
import { useSlice } from './use-slice.js'

/** Money in the language and the currency of the host, as `fiatIn` writes it. Nothing for what nobody knows the price of. */
export function useFiat(): (amount: string | undefined, up?: boolean) => string | undefined {
  const language = useSlice(textSlice, state => state.language)
  const currency = useSlice(currencySlice, state => state.code)
  return useMemo(() => {
    const format = fiatIn(language, currency)
    return (amount, up) => (amount === undefined ? undefined : format(amount, up))
  }, [language, currency])
}
