import { currencySlice, textSlice } from '@portico/kernel/contracts'
import { useMemo } from 'react'
import { fiatIn } from './fiat.js'
import { useSlice } from './use-slice.js'

/** Money in the language of the host, as `fiatIn` writes it; in the host's currency unless it is told which one the amounts are in. Nothing for what nobody knows the price of. */
export function useFiat(of?: string): (amount: string | undefined, up?: boolean) => string | undefined {
  const language = useSlice(textSlice, state => state.language)
  const currency = useSlice(currencySlice, state => of ?? state.code)
  return useMemo(() => {
    const format = fiatIn(language, currency)
    return (amount, up) => (amount === undefined ? undefined : format(amount, up))
  }, [language, currency])
}
