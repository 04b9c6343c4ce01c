/**
 * Validates the answers of the convert API (S7.14 to S7.20). Rejects an answer of another shape as
 * a whole, and leaves out invalid tokens.
 */
import type { nativeAddress, SwapToken } from '@portico/kernel/capabilities'
import { type Hex, type NetworkId, parseAccountId } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import * as v from 'valibot'
import { isAddress, isSame } from '../uniswap/assets.js'

const mostTokens = 5_000
const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform(digits => BigInt(digits)),
)
const text = v.pipe(v.string(), v.maxLength(4_096))
const bytes = v.custom<Hex>(
  value => typeof value === 'string' && value.length < 100_000 && /^0x([0-9a-f]{2})*$/i.test(value),
)

const networks = v.object({ http: v.array(v.string()) })
export const readNetworks = (body: unknown): ReadonlySet<string> =>
  new Set(v.parse(networks, body).http)

const quotes = v.object({ quotes: v.array(v.object({ toAmount: v.nullish(units) })) })
/** Reads a quote; undefined without an amount, which the person can correct. */
export const readQuote = (body: unknown): bigint | undefined =>
  v.parse(quotes, body).quotes[0]?.toAmount ?? undefined

export const readAllowance = (body: unknown): bigint =>
  v.parse(v.object({ allowance: units }), body).allowance

const gasPrice = v.union([
  units,
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.transform(units => BigInt(units)),
  ),
])
const approval = v.object({
  tx: v.object({
    from: text,
    to: text,
    data: bytes,
    value: v.nullish(gasPrice),
    eip155: v.object({ gasPrice }),
  }),
})
export const readApproval = (body: unknown) => v.parse(approval, body).tx

const order = v.object({
  tx: v.object({
    to: text,
    data: bytes,
    amount: v.nullish(units),
    eip155: v.object({ gas: gasPrice, gasPrice }),
  }),
})
export const readOrder = (body: unknown) => v.parse(order, body).tx

const token = v.object({
  name: text,
  symbol: text,
  address: text,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  logoUri: v.nullish(text),
  // Only a literal `true` means that the token accepts permits.
  eip2612: v.fallback(v.boolean(), false),
})
/** Reads the tokens of this network. `coin`: the token for the native coin. */
export function readTokens(
  body: unknown,
  network: NetworkId,
  coin: ReturnType<typeof nativeAddress>,
): readonly SwapToken[] {
  const { tokens } = v.parse(
    v.object({ tokens: v.pipe(v.array(v.unknown()), v.maxLength(mostTokens)) }),
    body,
  )
  return tokens.flatMap(one => {
    const { success, output } = v.safeParse(token, one)
    const address = success ? addressIn(output.address, network) : undefined
    const symbol = success ? displayText(output.symbol, 24) : undefined
    if (!success || !address || !symbol) return []
    const { decimals, logoUri, eip2612 } = output
    const asset = isSame(address, coin) ? 'native' : (`${network}/erc20:${address}` as const)
    return [
      {
        asset,
        network,
        name: displayText(output.name) ?? symbol,
        symbol,
        decimals,
        eip2612,
        ...(logoUri && { imageUrl: logoUri }),
      },
    ]
  })
}
/** The address of a CAIP-10 id of this network; undefined for any other. */
export function addressIn(id: string, network: NetworkId): Hex | undefined {
  const parsed = parseAccountId(id)
  return parsed?.network === network && isAddress(parsed.address) ? parsed.address : undefined
}
