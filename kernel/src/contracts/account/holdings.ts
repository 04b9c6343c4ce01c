import type { Holding } from '../backend/backend.js'
import { parseAmount } from '../text/amount.js'

/** More decimals than any displayed figure has. Unknown values sort last. */
const worthOf = ({ value }: Holding): bigint => (value ? parseAmount(value, 100) : undefined) ?? -1n

/**
 * Sorts the tokens of an account: the native coin, then by value, then by symbol. A symbol that is
 * not a string is allowed.
 */
export function sortHoldings(holdings: readonly Holding[]): readonly Holding[] {
  const isNative = ({ token }: Holding) => Number(token.asset === 'native')
  const byWorth = (a: bigint, b: bigint) => Number(a < b) - Number(a > b)
  return [...holdings].sort(
    (a, b) =>
      isNative(b) - isNative(a) ||
      byWorth(worthOf(a), worthOf(b)) ||
      String(a.token.symbol).localeCompare(String(b.token.symbol), 'en'),
  )
}
