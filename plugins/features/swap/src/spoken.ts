import type { Read } from '@portico/kernel'
import { displayAmountIn, displayText, type Token, textSlice } from '@portico/kernel/contracts'

/** How the messages say a target amount (spec section 9). */
const spokenDigits = 3

/** Amount and symbol as the messages say them, in the digits of the language on screen; cut off, never rounded up. What that would make nothing of is less than the last digit. */
export function spoken(read: Read, amount: bigint, { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>, digits = spokenDigits): string {
  const show = displayAmountIn(read.state(textSlice).language, digits)
  const isSeen = amount === 0n || decimals <= digits || amount >= 10n ** BigInt(decimals - digits)
  return `${isSeen ? show(amount, decimals) : `< ${show(1n, digits)}`} ${displayText(symbol, 16) ?? '?'}`
}
