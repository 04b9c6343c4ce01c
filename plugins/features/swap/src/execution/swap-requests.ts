import type { SwapQuote, SwapQuoteRequest } from '@portico/kernel/capabilities'
import { ChainError, type Draft, type Token } from '@portico/kernel/chain'
import { shellSlice } from '@portico/kernel/shell'
import { allDigits, formatAmount, message } from '@portico/kernel/text'
import { type NewSubmission, outboxService, type Submitted } from '@portico/kernel/transactions'
import { SwapError } from '../errors.js'
import type { Route } from '../quoting/ask-routes.js'
import { formatTokenAmount } from '../quoting/format-amount.js'
import type { SwapContext } from '../refs.js'
import type { SwapRequest } from '../swap.js'
import { swapKind } from './sent-swaps.js'

/** The quote on screen, with the data of its route and chain. */
export interface Live {
  readonly route: Route
  readonly quoteRequest: SwapQuoteRequest
  readonly quote: SwapQuote
  readonly source: Token
  readonly target: Token
}
export type Place = Pick<SwapQuoteRequest, 'account' | 'network'>
/** The conditions of a confirmed request. */
export interface SubmitOptions {
  /** False once the person has stopped waiting, or the form shows another swap. */
  readonly isWanted: () => boolean
  /** True after the person has read that an earlier request may have been sent. */
  readonly beside: boolean
}

export const unanswered = () =>
  message(
    'swap.unanswered',
    'Your wallet may have done this already, or may still ask. Check your wallet before you swap again.',
  )

/**
 * Sends a draft by the wallet. The draft is bound to the network that it was made for (threat S24);
 * the chain checks the wallet's network once more.
 */
export async function submit(
  context: SwapContext,
  { account, network }: Place,
  request: SwapRequest,
  draft: Draft | readonly Draft[],
  { isWanted, beside }: SubmitOptions,
  activity?: NewSubmission['activity'],
): Promise<Submitted> {
  if ([draft].flat().some(one => one.network !== network)) throw new ChainError('WALLET_NETWORK')
  const isSwap = request.kind === 'swap'
  return context.use(outboxService).submit({
    ...{ kind: swapKind, data: request, account, draft, isWanted },
    ...(!isSwap && { isAllowance: true }),
    ...(activity && { activity }),
    // Only a swap acknowledges an earlier open request, and only when the person has read about
    // that request. An approval does not.
    ...{ beside, acknowledges: isSwap && beside },
    // While the modal is closed a host has made the call, and waits for the outcome.
    awaitsOutcome: !context.state(shellSlice).open,
  })
}
/** Returns the hash, or throws the reason why nothing was sent. */
export function hashOf(submitted: Submitted): string {
  if (submitted.status === 'sent') return submitted.hash
  if (submitted.status === 'dropped') throw new ChainError('WALLET_NETWORK')
  if (submitted.status === 'refused' || submitted.status === 'unable') throw submitted.error
  throw new SwapError('SWAP_UNKNOWN', { sentence: unanswered() })
}
/** Builds the outbox entry of a swap. */
export function swapOf(
  context: SwapContext,
  { quoteRequest: { account, network: _, amount, from: token, to }, route, source, target }: Live,
  quote: SwapQuote,
) {
  const swap = quote.steps.find(step => step.kind === 'swap')
  return {
    kind: 'swap',
    sold: formatTokenAmount(context, amount, source, allDigits),
    bought: formatTokenAmount(context, quote.toAmount, target),
    ...(swap?.deadline && { deadline: swap.deadline }),
    ...(to !== 'native' && { got: { owner: account.address, token: to } }),
    ...(token !== 'native' && {
      approval: { owner: account.address, token, to, route: route.id, units: String(amount) },
    }),
  } as const satisfies SwapRequest
}
/** Builds the activity of a swap, for plugins that list transactions. */
export function activityOf(
  { quoteRequest, source, target }: Live,
  quote: SwapQuote,
): NonNullable<NewSubmission['activity']> {
  const moved = (
    { asset, name, symbol, imageUrl, decimals }: Token,
    units: bigint,
    direction: 'in' | 'out',
  ) => ({
    direction,
    fungible_info: { name, symbol, asset, ...(imageUrl && { icon: { url: imageUrl } }) },
    quantity: { numeric: formatAmount(units, decimals) },
  })
  return {
    operationType: 'trade',
    transfers: [moved(source, quoteRequest.amount, 'out'), moved(target, quote.toAmount, 'in')],
    ...(quoteRequest.to !== 'native' && { tokens: [target] }),
  }
}
