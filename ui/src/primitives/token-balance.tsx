import { displayText, message, type Token } from '@portico/kernel/contracts'
import { Sum } from './sum.js'
import { TokenAmount } from './token-amount.js'

export const balanceLoadingMessage = /* @__PURE__ */ message('ui.balanceLoading', 'Loading balance')
export const balanceUnavailableMessage = /* @__PURE__ */ message('ui.balanceUnavailable', 'Balance unavailable')
export const maxMessage = /* @__PURE__ */ message('ui.max', 'Max')

export interface TokenBalanceProps {
  readonly token: Token
  /** Base units. */
  readonly amount: bigint
  /** 36 px: the figure that a view is about. */
  readonly big?: boolean
}
/** What somebody has of a token, the same wherever it stands: the native coin to 3 digits after the point, any other token to 2. */
export function TokenBalance({ token: { asset, decimals, symbol }, amount, big = false }: TokenBalanceProps) {
  return (
    <Sum big={big}>
      <TokenAmount amount={amount} decimals={decimals} symbol={displayText(symbol, 16) ?? '?'} digits={asset === 'native' ? 3 : 2} big={big} />
    </Sum>
  )
}
