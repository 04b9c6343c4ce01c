/** Texts and figures that the views derive from the state of Swap. */
import type { Read } from '@portico/kernel'
import type { Token } from '@portico/kernel/chain'
import {
  displayAmountIn,
  displaySymbol,
  displayText,
  formatAmount,
  message,
  parseAmount,
} from '@portico/kernel/text'
import { guardingRequests } from '@portico/kernel/transactions'
import { openSwaps } from '../execution/sent-swaps.js'
import { nativeCost, placeOf } from '../select.js'
import type { Quoted, SwapConfirmation, SwapState } from '../swap.js'

export const sellMessage = /* @__PURE__ */ message('swap.sell', 'You pay')
export const slippageMessage = /* @__PURE__ */ message('swap.slippage', 'Max slippage')
export const receiveMessage = /* @__PURE__ */ message('swap.receive', 'You get')

export const routeNameOf = (route: Pick<Quoted['route'], 'name'>): string =>
  displayText(route.name, 40) ?? '?'

/** Returns the problem of the typed amount; undefined for a valid or an empty one. */
export function typedProblem({
  source,
  sourceAmount,
}: SwapState): 'digits' | 'notAmount' | undefined {
  if (!source || !sourceAmount || parseAmount(sourceAmount, source.decimals) !== undefined)
    return undefined
  return parseAmount(sourceAmount, 255) === undefined ? 'notAmount' : 'digits'
}

/**
 * How much of the target one whole token of the source brings, by the quote itself:
 * `1 ETH = 3,215.84 USDC`. Five digits from one on, floored.
 */
export function rateOf(
  { sold, toAmount }: Quoted,
  source: Token,
  target: Token,
  language: string,
): string {
  const one = sold > 0n ? (toAmount * 10n ** BigInt(source.decimals)) / sold : 0n
  const [whole = ''] = formatAmount(one, target.decimals).split('.')
  const digits = Math.max(5 - whole.length, 0)
  return `1 ${displaySymbol(source.symbol)} = ${displayAmountIn(language, digits)(one, target.decimals)} ${displaySymbol(target.symbol)}`
}
/**
 * Returns the most that can be sold, in base units. For the native coin, one and a half times the
 * quoted network cost is kept back, because a larger amount needs more gas. 0n without a balance,
 * or when the cost is unknown.
 */
export function mostOf(
  owned: bigint | undefined,
  source: Token,
  quote: Pick<Quoted, 'cost'> | undefined,
): bigint {
  if (source.asset !== 'native') return owned ?? 0n
  const most = quote?.cost && owned ? owned - (nativeCost(quote.cost) * 3n) / 2n : 0n
  return most > 0n ? most : 0n
}
/**
 * What the account has more and less of when all is done, base units. The cost is that of the
 * native coin.
 */
export function changesOf(
  { sold, toAmount, cost }: Pick<Quoted, 'sold' | 'toAmount' | 'cost'>,
  source: Token,
  target: Token,
  native: Pick<Token, 'name' | 'symbol' | 'decimals'> | undefined,
): readonly {
  readonly token: Pick<Token, 'asset' | 'name' | 'symbol' | 'decimals'>
  readonly by: bigint
}[] {
  const fee = cost?.kind === 'native' ? cost.amount : 0n
  const moved = [
    { token: source, by: -sold },
    { token: target, by: toAmount },
  ]
  const isNative = ({ token }: { readonly token: Token }) => token.asset === 'native'
  if (!moved.some(isNative))
    return [
      ...moved,
      ...(fee && native ? [{ token: { asset: 'native' as const, ...native }, by: -fee }] : []),
    ]
  return moved.map(change => (isNative(change) ? { ...change, by: change.by - fee } : change))
}

/**
 * Whether only one source knows the price: no second endpoint, no other route and no prices of both
 * tokens (threat S21).
 */
export function hasOneSource(
  { priceSources = 1, routes }: Quoted,
  prices: readonly (string | undefined)[],
): boolean {
  return (
    priceSources < 2 &&
    routes.filter(route => 'toAmount' in route).length < 2 &&
    prices.includes(undefined)
  )
}
/**
 * Returns all figures that a person confirms with this quote, as text: another text needs another
 * confirmation.
 */
export const figuresOf = ({
  sold,
  toAmount,
  minimumReceived,
  cost,
  providerFee,
  route,
  steps,
}: Quoted): string =>
  [sold, toAmount, minimumReceived, nativeCost(cost), providerFee, route.id, ...steps].join(' ')
/** The problems that `UnusedApprovals` shows itself, with their actions. */
export const leftId = 'swap.problem.left'
export const unansweredId = 'swap.unanswered'
/** True for problems that the person may accept by a second confirmation. */
const wantsSure = (id: string | undefined): boolean =>
  !!id?.startsWith('swap.problem.sure') || id === unansweredId
/**
 * The one action of the preview. `isOpen`: an earlier request may have been carried out, so that
 * the same is not offered again by itself.
 */
export function nextAction({ phase }: SwapState, isOpen: boolean): 'sure' | 'again' | 'confirm' {
  if (phase.name === 'quoted') return isOpen || wantsSure(phase.problem?.id) ? 'sure' : 'confirm'
  return phase.name === 'editing' && phase.problem ? 'again' : 'confirm'
}
/**
 * Returns what the person confirms after reading this problem. A danger is shown after an open
 * request, so confirming the danger confirms both.
 */
export const confirmationOf = (id: string | undefined, beside: boolean): SwapConfirmation => ({
  beside,
  sure: wantsSure(id) && id !== unansweredId,
})
export const saysLeft = (id: string): boolean => id === leftId || id === unansweredId
/** Compares values that are created anew on each read. */
export const isAlike = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

/**
 * Whether the wallet may have carried out an earlier request of the active account, or still may:
 * then another swap takes an explicit choice.
 */
export function isGuarded(read: Read): boolean {
  const place = placeOf(read)
  return (
    !!place && guardingRequests(openSwaps(read), place.network, place.account.address).length > 0
  )
}
