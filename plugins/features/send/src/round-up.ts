/** What something costs at most: it may be shown as more than it is, by less than the last digit, and never as less. Pure. */
import { floorDecimal, formatAmount } from '@portico/kernel/contracts'

/** Base units, up to the next that needs no more than so many digits after the point. */
export function roundUp(amount: bigint, decimals: number, digits: number): bigint {
  const step = 10n ** BigInt(Math.max(decimals - digits, 0))
  return ((amount + step - 1n) / step) * step
}
/** Exact decimal text, up to the next cent. */
export function upToCents(exact: string): string {
  const cents = BigInt(floorDecimal(exact, 2).replace('.', ''))
  return formatAmount(/\.\d\d\d*[1-9]/.test(exact) ? cents + 1n : cents, 2)
}
