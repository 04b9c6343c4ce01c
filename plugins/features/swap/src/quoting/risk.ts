/** Rates the danger of signing a swap. Pure. */
import type { Token } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { priceOf, quotedOf } from '../select.js'
import type { Risk, SwapState } from '../swap.js'
import { slippageRisk } from './slippage.js'
import { onOneScale, type Priced } from './swap-math.js'

export const tooMuchLostMessage = /* @__PURE__ */ message(
  'swap.problem.refused',
  'You would lose more than half, so this swap is blocked.',
)

/** Percentages are integers with so many decimals: 3.95 % is `3_950_000_000_000n`. */
export const percentDecimals = 12

const aPercent = 1_000_000_000_000n

/**
 * How much of its worth is lost by the exchange, in percent with `percentDecimals`; less than zero
 * is a gain, which a person sees as one.
 * Undefined (unknown) where a price is missing or zero, or nothing is sold.
 */
export function priceImpact(from: Priced, to: Priced): bigint | undefined {
  const [paid, got] = onOneScale(from, to)
  return paid && got !== undefined ? ((paid - got) * 100n * aPercent) / paid : undefined
}
/**
 * Decision 26: warnings from 3 % and, more strongly, from 10 % on; from 50 % on nothing is signed.
 * An unknown loss needs a second confirmation, too.
 */
export function impactRisk(impact: bigint | undefined): Risk {
  if (impact === undefined) return 'severe'
  if (impact >= 50n * aPercent) return 'refused'
  if (impact >= 10n * aPercent) return 'severe'
  // An output far above its worth means a wrong or forged price.
  return impact >= 3n * aPercent || impact <= -10n * aPercent ? 'high' : 'usual'
}

const side = (amount: bigint, token: Token, price: string | undefined): Priced => ({
  amount,
  decimals: token.decimals,
  price,
})

/**
 * Returns the loss of the exchange, in percent with `percentDecimals`: from both prices, or from
 * the market; the worse of the two when both are known.
 */
export function impactOf(state: SwapState): bigint | undefined {
  const { source, target } = state
  const quote = quotedOf(state)
  if (!source || !target || !quote) return undefined
  const priced = priceImpact(
    side(quote.sold, source, priceOf(state, source)),
    side(quote.toAmount, target, priceOf(state, target)),
  )
  return worseOf(priced, quote.impact)
}
/**
 * Of two that say what is lost. An implausible gain stays one as long as the other sees no danger:
 * a price is wrong then.
 */
export function worseOf(
  priced: bigint | undefined,
  market: bigint | undefined,
): bigint | undefined {
  if (priced === undefined || market === undefined) return priced ?? market
  return priced > market || (impactRisk(priced) !== 'usual' && impactRisk(market) === 'usual')
    ? priced
    : market
}
/** Returns the risk of the shown swap: the worse of its slippage and its loss. */
export function riskOf(state: SwapState): Risk {
  const risks = [slippageRisk(state.slippageBasisPoints), impactRisk(impactOf(state))]
  return (['refused', 'severe', 'high'] as const).find(risk => risks.includes(risk)) ?? 'usual'
}
