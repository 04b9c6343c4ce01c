/** The state of Swap as hosts read it. */
import type { Read } from '@portico/kernel'
import type { SwapToken } from '@portico/kernel/capabilities'
import type { Draft } from '@portico/kernel/chain'
import { displayAmountIn, formatAmount, type Message, worth } from '@portico/kernel/text'
import { swapSlice } from '../refs.js'
import { balanceOf, nativeCost, placeOf, priceOf, quotedOf, shortage } from '../select.js'
import { impactOf, percentDecimals } from './risk.js'
import { maxSlippage } from './slippage.js'

/** Prices are exact decimal text; absent: unknown. */
export interface SwapFacts {
  readonly sourceToken: SwapToken | undefined
  /** As typed. */
  readonly sourceTokenAmount: string
  readonly sourceTokenPriceInUSD: string | undefined
  readonly toToken: SwapToken | undefined
  /**
   * As it is shown, in English: cut to 6 digits after the point, below one to 4 significant ones;
   * `<0.00000001` for dust.
   */
  readonly toTokenAmount: string
  readonly toTokenPriceInUSD: string | undefined
  /** Percent. */
  readonly slippage: string
  /** Of the output, decimal text. */
  readonly maxSlippage: string | undefined
  /** Base units of the native coin. */
  readonly gasFee: bigint | undefined
  readonly gasPriceInUSD: string | undefined
  /** Percent, decimal text. */
  readonly priceImpact: string | undefined
  /** Of the source token, decimal text. */
  readonly providerFee: string | undefined
  readonly networkPrice: string | undefined
  readonly networkBalanceInUSD: string | undefined
  readonly inputError: Message | undefined
  /** The first transaction to sign, where an approval is needed. */
  readonly approvalTransaction: SwapTransaction | undefined
  readonly swapTransaction: SwapTransaction | undefined
}
export interface SwapTransaction {
  /** In the chain's format: data, to and value on eip155. */
  readonly draft: Draft
  /** Units of gas, where the route knows it. */
  readonly gas: bigint | undefined
  /** Base units of the native coin for one unit of gas. */
  readonly gasPrice: bigint | undefined
  /** Base units of the target. */
  readonly toAmount: bigint
}
export function swapFacts(read: Read): SwapFacts {
  const state = read.state(swapSlice)
  const { source, target, phase } = state
  const quote = quotedOf(state)
  const native = placeOf(read)?.native
  const networkPrice = state.prices.native
  const coins = balanceOf(state, 'native')
  const inFiat = (amount: bigint | undefined) =>
    amount === undefined || !native || networkPrice === undefined
      ? undefined
      : worth(amount, native.decimals, networkPrice)
  const impact = impactOf(state)
  const gasFee = quote?.cost && nativeCost(quote.cost)
  const transactionOf = (kind: 'approve' | 'swap'): SwapTransaction | undefined => {
    const step = quote?.transactions.find(one => one.kind === kind)
    return (
      quote &&
      step && {
        draft: step.draft,
        gas: step.gas,
        gasPrice: state.gasPrice,
        toAmount: quote.toAmount,
      }
    )
  }
  return {
    sourceToken: source,
    sourceTokenAmount: state.sourceAmount,
    sourceTokenPriceInUSD: priceOf(state, source),
    toToken: target,
    toTokenAmount:
      quote && target
        ? displayAmountIn('en', 6, { useGrouping: false })(quote.toAmount, target.decimals)
        : '',
    toTokenPriceInUSD: priceOf(state, target),
    slippage: formatAmount(BigInt(state.slippageBasisPoints), 2),
    maxSlippage:
      quote &&
      target &&
      formatAmount(maxSlippage(quote.toAmount, state.slippageBasisPoints), target.decimals),
    gasFee,
    gasPriceInUSD: inFiat(gasFee),
    priceImpact: impact === undefined ? undefined : formatAmount(impact, percentDecimals),
    providerFee:
      quote?.providerFee === undefined || !source
        ? undefined
        : formatAmount(quote.providerFee, source.decimals),
    networkPrice,
    networkBalanceInUSD: inFiat(coins),
    inputError: shortage(read) ?? ('problem' in phase ? phase.problem : undefined),
    approvalTransaction: transactionOf('approve'),
    swapTransaction: transactionOf('swap'),
  }
}
