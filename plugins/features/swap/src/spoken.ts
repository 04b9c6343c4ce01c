import type { Read } from '@portico/kernel'
import { displayAmountIn, displayText, type Token, textSlice } from '@portico/kernel/contracts'

/** How the messages say a target amount (spec section 9). */
const spokenDigits = 3

/** Amount and symbol as the messages say them, in the words of the language on screen. */
export function spoken(read: Read, amount: bigint, { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>, digits = spokenDigits): string {
  return `${displayAmountIn(read.state(textSlice).language, digits)(amount, decimals)} ${displayText(symbol, 16) ?? '?'}`
}
