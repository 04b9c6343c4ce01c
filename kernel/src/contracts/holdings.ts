import { parseAmount } from './amount.js'
import type { Holding } from './backend.js'

/** More decimals than any figure of ours has. What nobody knows is less than nothing. */
const worthOf = ({ value }: Holding): bigint => (value ? parseAmount(value, 100) : undefined) ?? -1n

/** The order of the account, wherever its tokens are listed: the native coin, then what is worth most, then by symbol. A symbol that is no text breaks nothing. */
export function sortHoldings(holdings: readonly Holding[]): readonly Holding[] {
  const isNative = ({ token }: Holding) => Number(token.asset === 'native')
  const byWorth = (a: bigint, b: bigint) => Number(a < b) - Number(a > b)
  return [...holdings].sort(
    (a, b) => isNative(b) - isNative(a) || byWorth(worthOf(a), worthOf(b)) || String(a.token.symbol).localeCompare(String(b.token.symbol), 'en'),
  )
}
