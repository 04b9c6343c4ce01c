import { type Message, ModalError, message } from '@portico/kernel/text'

export const unavailableMessage = /* @__PURE__ */ message(
  'balances.error.unavailable',
  'Token Balance Unavailable',
)

export type BalancesErrorCode = 'TOKEN_BALANCE' | 'TOKEN_LIST' | 'TOKEN_NETWORK'
/** Thrown and shown for failures with the tokens of an account. */
export class BalancesError extends ModalError<BalancesErrorCode> {
  constructor(code: BalancesErrorCode, options?: { readonly cause?: unknown }) {
    super(code, { userMessage: sentences()[code], ...options })
  }
}
const sentences = (): Record<BalancesErrorCode, Message> => ({
  TOKEN_BALANCE: unavailableMessage,
  TOKEN_LIST: message('balances.error.list', 'A token list is invalid and was ignored.'),
  TOKEN_NETWORK: message('balances.error.network', 'Tokens cannot be added on this network.'),
})
