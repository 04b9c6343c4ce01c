import { type Message, ModalError, message } from '@portico/kernel/text'

export type SwapErrorCode =
  /** The data that editing needs could not be loaded. */
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
  /** No route answered, so the balance is not the cause. */
  | 'SWAP_UNAVAILABLE'
  /** A route's transaction differs from what was shown. */
  | 'SWAP_REFUSED'
  /** The simulation by the network fails. */
  | 'SWAP_FAILS'
  /** The output is too small to measure. */
  | 'SWAP_TOO_SMALL'
  /** A token deducts a part of each transfer. */
  | 'SWAP_TOLL'
  /** A token has other decimals than a token list states. */
  | 'SWAP_DECIMALS'
  /** The contract to revoke from is not a token with amounts. */
  | 'SWAP_NO_TOKEN'
  /** The transaction was sent, and reverted. */
  | 'SWAP_REVERTED'
  /** The transaction was sent, and not included in a block in time. */
  | 'SWAP_DROPPED'
  | 'SWAP_REPLACED'
  /** The wallet cancelled it by a transaction that moves nothing. */
  | 'SWAP_CANCELLED'
  /** The wallet failed, but may have sent the transaction all the same. */
  | 'SWAP_UNKNOWN'
  /** After an unknown outcome: the network can no longer execute the transaction. */
  | 'SWAP_NOT_SENT'
  /** The wallet named a transaction that no endpoint knows. */
  | 'SWAP_ABSENT'
  /** Swap was opened with invalid `SwapParams`. */
  | 'SWAP_PARAMS'
  /** Swap was opened with a token that is not on the active network. */
  | 'SWAP_TOKEN_UNKNOWN'

/**
 * Codes whose sentence is loaded with the code that throws them: what is needed late, or by one
 * route alone, is not loaded with the form.
 */
type Apart =
  | 'SWAP_WALLET'
  | 'SWAP_TOO_SMALL'
  | 'SWAP_TOLL'
  | 'SWAP_DECIMALS'
  | 'SWAP_NO_TOKEN'
  | 'SWAP_REVERTED'
  | 'SWAP_DROPPED'
  | 'SWAP_REPLACED'
  | 'SWAP_CANCELLED'
  | 'SWAP_UNKNOWN'
  | 'SWAP_NOT_SENT'
  | 'SWAP_ABSENT'
  | 'SWAP_PARAMS'
  | 'SWAP_TOKEN_UNKNOWN'
/** Codes whose message is here. */
export type PlainSwapErrorCode = Exclude<SwapErrorCode, Apart>

interface SwapErrorOptions {
  readonly route?: string
  readonly fault?: string
  readonly reason?: string | undefined
  readonly cause?: unknown
}

/** A swap that did not happen, with the thrown error as its cause. */
export class SwapError extends ModalError<SwapErrorCode> {
  /** The route of this error. */
  readonly route: string | undefined
  /** The fault in a route's transaction, for programs: `recipient`, `minimum`, … */
  readonly fault: string | undefined

  constructor(code: PlainSwapErrorCode, options?: SwapErrorOptions)
  constructor(code: Apart, options: SwapErrorOptions & { readonly sentence: Message })
  constructor(
    code: SwapErrorCode,
    options: SwapErrorOptions & { readonly sentence?: Message } = {},
  ) {
    const { route, fault, sentence } = options
    super(code, {
      userMessage: sentence ?? sentences(options)[code as PlainSwapErrorCode],
      ...('cause' in options && { cause: options.cause }),
    })
    this.route = route
    this.fault = fault
  }
}
const sentences = ({
  route = '',
  reason = '',
}: SwapErrorOptions): Record<PlainSwapErrorCode, Message> => ({
  SWAP_INITIALIZE: message('swap.error.initialize', 'Failed to initialize swap'),
  SWAP_NETWORK_PRICE: message('swap.error.price', 'Failed to fetch network token price'),
  SWAP_ALLOWANCE: message('swap.error.allowance', 'Failed to check allowance'),
  SWAP_APPROVAL: message('swap.error.approval', 'Failed to create approval transaction'),
  SWAP_TRANSACTION: message('swap.error.transaction', 'Failed to create transaction'),
  SWAP_NO_ACCOUNT: message('swap.error.account', 'No address found to swap the tokens from.'),
  SWAP_NO_ROUTE: message('swap.error.route', 'No exchange here trades these two tokens.'),
  SWAP_UNAVAILABLE: message(
    'swap.error.unavailable',
    'No exchange gives a price right now. Try again.',
  ),
  SWAP_REFUSED: message(
    'swap.error.refused',
    '{route} asked you to sign something other than this swap. Nothing was sent.',
    { route },
  ),
  SWAP_FAILS: message('swap.error.fails', 'The network says that this swap would fail. {reason}', {
    reason,
  }),
})
