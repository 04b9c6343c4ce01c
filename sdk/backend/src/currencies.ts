import * as v from 'valibot'

export const currency = v.picklist(['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'])
export type Currency = v.InferOutput<typeof currency>
export const currencies: readonly Currency[] = currency.options
