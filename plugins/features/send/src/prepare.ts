import type { Account } from '@portico/kernel/account'
import { type Fee, transfersCapability } from '@portico/kernel/capabilities'
import {
  ChainError,
  type Draft,
  type NetworkId,
  networkOf,
  type Token,
  TransferError,
} from '@portico/kernel/chain'
import { type Message, message, parseAmount, worth } from '@portico/kernel/text'
import { type SendContext, sendSlice } from './refs.js'
import { decimalsProblem, holdingOf } from './select.js'
import type { KnownRecipient, Review, Speed } from './send.js'

const speeds: readonly Speed[] = ['slow', 'normal', 'fast']

export interface ReviewIntent {
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
/**
 * Has the chain prepare and try a transfer. Throws what it threw, and a ChainError for an answer
 * that makes no sense.
 */
export async function prepareReview(
  context: SendContext,
  intent: ReviewIntent,
  signal: AbortSignal,
): Promise<PreparedReview> {
  const { account: from, network, token, recipient, speed } = intent
  const chain = context.capability(transfersCapability, network)
  const native = networkOf(context, network)?.nativeCurrency
  if (!chain || !native) throw new ChainError('CHAIN_UNAVAILABLE')
  // A host may request a token of another network, whose decimals differ from those of the token
  // here (threat S24).
  if (token.network !== network)
    throw new TransferError(
      'TRANSFER_ASSET',
      message('send.problem.elsewhere', 'This token is on another network.'),
    )
  const unknown = decimalsProblem(token)
  if (unknown) throw new TransferError('TRANSFER_ASSET', unknown)
  const made = await chain.prepare(
    {
      from,
      to: recipient.address,
      network,
      asset: token.asset,
      amount: intent.amount,
      decimals: token.decimals,
      speed,
    },
    signal,
  )
  const { draft, fee, amount, change, warnings = [] } = made
  const isSound =
    draft.network === network &&
    typeof amount === 'bigint' &&
    amount >= 0n &&
    (fee.kind === 'sponsored' || (typeof fee.amount === 'bigint' && fee.amount >= 0n))
  // A chain may deduct from the amount, and never adds to it.
  if (!isSound || (intent.amount !== 'max' && amount > intent.amount))
    throw new ChainError('CHAIN_ANSWER')
  const found = [...warnings, ...feeWarnings(context, { token, amount }, fee)]
  const review: Review = {
    from,
    network,
    token,
    native,
    recipient,
    amount,
    outgoing: intent.amount === 'max' ? amount : intent.amount,
    fee,
    ...(change !== undefined && { change }),
    speeds: speeds.filter(speed => made.speeds?.includes(speed)),
    warnings: [
      ...recipient.warnings,
      ...found.filter(({ id }) => !recipient.warnings.some(known => known.id === id)),
    ],
    at: performance.now(),
  }
  return { review, draft }
}

/**
 * Warns where the fee is worth a tenth of the tokens or more. The chain cannot: it knows no prices,
 * and a fee in the native coin has no common unit with a token. Nothing where a price is unknown.
 */
function feeWarnings(
  { state }: SendContext,
  { token, amount }: Pick<Review, 'token' | 'amount'>,
  fee: Fee,
): readonly Message[] {
  if (token.asset === 'native' || fee.kind !== 'native') return []
  const { balances } = state(sendSlice).holdings
  const native = balances.find(holding => holding.token.asset === 'native')
  const worthOf = (units: bigint, holding: typeof native) => {
    const text =
      holding?.price === undefined ? undefined : worth(units, holding.token.decimals, holding.price)
    return text === undefined ? undefined : parseAmount(text, 255)
  }
  const [lost, sent] = [
    worthOf(fee.amount, native),
    worthOf(amount, holdingOf(state(sendSlice), token)),
  ]
  return lost === undefined || sent === undefined || lost * 10n < sent
    ? []
    : [message('send.warning.fee', 'The network fee is a tenth of the amount, or more.')]
}
