import * as v from 'valibot'

export const text = v.pipe(v.string(), v.minLength(1))
export const url = v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'is no http address'))
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const decimals = v.pipe(count, v.maxValue(255))
export const decimalText = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, 'is no decimal number such as "3150.25"'),
)
export const caip2 = v.pipe(
  v.string(),
  v.regex(
    /^(eip155:\d{1,15}|solana:[1-9A-HJ-NP-Za-km-z]{32}|bip122:[0-9a-f]{32})$/,
    'is no CAIP-2 id of eip155, solana or bip122',
  ),
)
export const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'is no EVM address'))
export const hexAddress = v.custom<`0x${string}`>(
  input => v.is(evmAddress, input),
  'is no EVM address',
)

export const currency = v.picklist(['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'])
export type Currency = v.InferOutput<typeof currency>
export const currencies: readonly Currency[] = currency.options
