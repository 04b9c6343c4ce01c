import { type Account, ChainError, type Draft, message, type NetworkId, networkOf, type Token, TransferError, transfers } from '@portico/kernel/contracts'
import type { SendContext } from './refs.js'
import { decimalsProblem } from './select.js'
import { type KnownRecipient, type Review, type Speed, speeds } from './send.js'

export interface Wish {
  readonly account: Account
  readonly network: NetworkId
  readonly token: Token
  readonly recipient: KnownRecipient
  /** Base units. */
  readonly amount: bigint | 'max'
  readonly speed: Speed
}
export interface PreparedReview {
  readonly review: Review
  readonly draft: Draft
}
/** Has the chain prepare and try a transfer. Throws what it threw, and a ChainError for an answer that makes no sense. */
export async function prepareReview(context: SendContext, wish: Wish, signal: AbortSignal): Promise<PreparedReview> {
  const { account: from, network, token, recipient, speed } = wish
  const chain = context.capability(transfers, network)
  const native = networkOf(context, network)?.nativeCurrency
  if (!chain || !native) throw new ChainError('CHAIN_UNAVAILABLE')
  // A host may ask for a token of elsewhere: its digits are not those of what would leave here (threat S24).
  if (token.network !== network) throw new TransferError('TRANSFER_ASSET', message('send.problem.elsewhere', 'This token is on another network.'))
  const unknown = decimalsProblem(token)
  if (unknown) throw new TransferError('TRANSFER_ASSET', unknown)
  const made = await chain.prepare({ from, to: recipient.address, network, asset: token.asset, amount: wish.amount, decimals: token.decimals, speed }, signal)
  const { draft, fee, amount, change, warnings = [] } = made
  const isSound =
    draft.network === network &&
    typeof amount === 'bigint' &&
    amount >= 0n &&
    (fee.kind === 'sponsored' || (typeof fee.amount === 'bigint' && fee.amount >= 0n))
  // A chain takes away what is lost on the way, and never adds anything.
  if (!isSound || (wish.amount !== 'max' && amount > wish.amount)) throw new ChainError('CHAIN_ANSWER')
  const review: Review = {
    from,
    network,
    token,
    native,
    recipient,
    amount,
    leaving: wish.amount === 'max' ? amount : wish.amount,
    fee,
    ...(change !== undefined && { change }),
    speeds: speeds.filter(speed => made.speeds?.includes(speed) ?? true),
    warnings: [...recipient.warnings, ...warnings.filter(({ id }) => !recipient.warnings.some(known => known.id === id))],
    at: performance.now(),
  }
  return { review, draft }
}
