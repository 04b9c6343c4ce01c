import { type Message, ModalError, message } from '@portico/kernel/contracts'

export type SwapErrorCode =
  /** What has to be known before anything can be edited could not be had. */
  | 'SWAP_INITIALIZE'
  | 'SWAP_NETWORK_PRICE'
  | 'SWAP_ALLOWANCE'
  | 'SWAP_APPROVAL'
  | 'SWAP_TRANSACTION'
  /** The wallet refused an approval or the swap. */
  | 'SWAP_WALLET'
  | 'SWAP_NO_ACCOUNT'
  /** No route exchanges these tokens. */
  | 'SWAP_NO_ROUTE'
  /** No route answered: it is nobody's balance that is at fault. */
  | 'SWAP_UNAVAILABLE'
  /** A route's transaction is something else than what was shown. */
  | 'SWAP_REFUSED'
  /** The network tried it, and it fails. */
  | 'SWAP_FAILS'
  /** A token keeps a part of what is sent. */
  | 'SWAP_TOLL'
  | 'SWAP_EXPIRED'
  /** It was sent, and its network says that it came to nothing. */
  | 'SWAP_REVERTED'
  | 'SWAP_REPLACED'

/** Why a swap does not happen; what threw is the cause. Specification section 8. */
export class SwapError extends ModalError<SwapErrorCode> {
  /** The route that it is about. */
  readonly route: string | undefined
  /** What is wrong with the transaction of a route, for programs: `recipient`, `minimum`, … */
  readonly fault: string | undefined

  constructor(
    code: SwapErrorCode,
    options: { readonly route?: string; readonly fault?: string; readonly reason?: string | undefined; readonly cause?: unknown } = {},
  ) {
    const { route, fault, reason } = options
    super(code, { userMessage: sentences(route ?? '', reason ?? '')[code], ...('cause' in options && { cause: options.cause }) })
    this.route = route
    this.fault = fault
  }
}
const sentences = (route: string, reason: string): Record<SwapErrorCode, Message> => ({
  SWAP_INITIALIZE: message('swap.error.initialize', 'Failed to initialize swap'),
  SWAP_NETWORK_PRICE: message('swap.error.price', 'Failed to fetch network token price'),
  SWAP_ALLOWANCE: message('swap.error.allowance', 'Failed to check allowance'),
  SWAP_APPROVAL: message('swap.error.approval', 'Failed to create approval transaction'),
  SWAP_TRANSACTION: message('swap.error.transaction', 'Failed to create transaction'),
  SWAP_WALLET: reason ? message('swap.error.walletReason', '{reason}', { reason }) : message('swap.error.wallet', 'Transaction error'),
  SWAP_NO_ACCOUNT: message('swap.error.account', 'No address found to swap the tokens from.'),
  SWAP_NO_ROUTE: message('swap.error.route', 'Nobody exchanges these tokens for each other here.'),
  SWAP_UNAVAILABLE: message('swap.error.unavailable', 'No exchange gives a price right now. Try again.'),
  SWAP_REFUSED: message('swap.error.refused', '{route} wants you to sign something else than this swap. Nothing was sent.', { route }),
  SWAP_FAILS: message('swap.error.fails', 'The network says that this swap would fail. {reason}', { reason }),
  SWAP_TOLL: message('swap.error.toll', 'This token keeps a part of what is sent: nobody can promise what arrives.'),
  SWAP_EXPIRED: message('swap.error.expired', 'This price is too old. Look at the new one.'),
  SWAP_REVERTED: message('swap.error.reverted', 'The network did not carry out your swap: the price moved too far. You still have your tokens.'),
  SWAP_REPLACED: message('swap.error.replaced', 'Another transaction took the place of your swap.'),
})
