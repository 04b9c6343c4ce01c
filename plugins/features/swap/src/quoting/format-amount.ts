import type { Read } from '@portico/kernel'
import type { Token } from '@portico/kernel/chain'
import { preferencesSlice } from '@portico/kernel/shell'
import { displayAmountIn, displaySymbol, textSlice } from '@portico/kernel/text'

/** The digits of a target amount in messages. */
const targetDigits = 3

/** Formats amount and symbol for messages, in the language on screen. */
export function formatTokenAmount(
  read: Read,
  amount: bigint,
  { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>,
  digits = targetDigits,
): string {
  return `${displayAmountIn(read.state(textSlice).language, digits)(amount, decimals)} ${displaySymbol(symbol)}`
}

/**
 * How recorded amounts such as `1.5 ETH` are shown: without the figure where the person hides
 * amounts.
 */
export const recordedIn = ({ state }: Read): ((amount: string) => string) =>
  state(preferencesSlice).hidesAmounts ? withoutFigure : asRecorded

const asRecorded = (amount: string): string => amount
// Some languages separate thousands by a space. "Unlimited" does not reveal a balance.
const withoutFigure = (amount: string): string =>
  amount.replace(/^(?!∞)\S+(?: \p{Nd}{3}(?:[.,]\p{Nd}+)?(?= ))*/u, '••••')
