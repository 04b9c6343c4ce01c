/** What follows from the state of Swap: shared by controller, views and hosts. Pure. */
import type { Read } from '@portico/kernel'
import {
  activeAccount,
  activeNetwork,
  type Draft,
  displayAmount,
  type Fee,
  formatAmount,
  type Message,
  message,
  networkOf,
  parseAmount,
  swapQuotes,
  type Token,
  transactions,
  worth,
} from '@portico/kernel/contracts'
import { swapSlice } from './refs.js'
import type { Quoted, SwapState } from './swap.js'
import { impactRisk, maxSlippage, missingForGas, type Priced, percentDecimals, priceImpact, type Risk, slippageRisk } from './swap-math.js'

/** Who swaps, and where; undefined while nobody is connected, or on a network that the host does not list. */
export function placeOf(read: Read) {
  const account = activeAccount(read)
  const network = networkOf(read, activeNetwork(read))
  return account && network ? { account, network: network.caipNetworkId, native: network.nativeCurrency } : undefined
}
/** The routes whose transactions the active network's chain can send. What the swap button asks, and the flow. */
export function routesOf(read: Read) {
  const network = activeNetwork(read)
  const sender = network && read.capability(transactions, network)
  return network && sender ? read.capabilities(swapQuotes, network).filter(({ value }) => sender.dialects.includes(value.dialect)) : []
}

export const priceOf = ({ prices }: SwapState, token: Pick<Token, 'asset'> | undefined): string | undefined => token && prices[token.asset]
export const balanceOf = ({ balances }: SwapState, asset: Token['asset'] | undefined): bigint | undefined => {
  const holding = balances.find(({ token }) => token.asset === asset)
  return holding && (holding.spendable ?? holding.amount)
}
/** Base units of what was typed; undefined where it is no amount above zero. */
export function sourceUnits({ source, sourceAmount }: SwapState): bigint | undefined {
  const amount = source && parseAmount(sourceAmount, source.decimals)
  return amount || undefined
}

export interface Wish {
  readonly source: Token
  readonly target: Token
  readonly amount: bigint
}
/** What there is to ask a route for: an account, two different tokens with decimals, an amount above zero, and no prices on their way (spec section 5). */
export function wishOf(read: Read): Wish | undefined {
  const state = read.state(swapSlice)
  const { source, target, pricing } = state
  const place = placeOf(read)
  const amount = sourceUnits(state)
  if (!place || !source || !target || amount === undefined || pricing || source.asset === target.asset) return undefined
  const isSound = [source, target].every(({ network, decimals }) => network === place.network && (decimals & 255) === decimals)
  return isSound ? { source, target, amount } : undefined
}
/** What a quote has to be for; another key, another quote. */
export function keyOf(read: Read): string {
  const { source, target, sourceAmount, slippageBasisPoints, unlimited } = read.state(swapSlice)
  const place = placeOf(read)
  const parts = [place?.network, place?.account.address, place?.account.connection, source?.asset, target?.asset, sourceAmount, slippageBasisPoints, unlimited]
  return parts.map(String).join(' ')
}
const quotedOf = ({ phase }: SwapState): Quoted | undefined => ('quote' in phase ? phase.quote : undefined)

const nativeCost = (cost: Fee | undefined): bigint => (cost?.kind === 'native' ? cost.amount : 0n)

/** Why the account cannot pay for it; undefined: it can, as far as anybody knows. */
export function shortage(read: Read): Message | undefined {
  const state = read.state(swapSlice)
  const { source } = state
  const amount = sourceUnits(state)
  const place = placeOf(read)
  const owned = balanceOf(state, source?.asset)
  if (!source || amount === undefined || !place) return undefined
  if (owned !== undefined && owned < amount) return message('swap.problem.balance', 'Insufficient balance')
  const coins = balanceOf(state, 'native')
  const quote = quotedOf(state)
  if (coins === undefined || quote?.cost?.kind === 'sponsored') return undefined
  const missing = missingForGas({
    isSmartAccount: place.account.type === 'smartAccount',
    balance: coins,
    cost: nativeCost(quote?.cost),
    ...(source.asset === 'native' && { sold: amount }),
  })
  if (missing === undefined) return undefined
  const { symbol, decimals } = place.native
  return message('swap.problem.gas', 'You need {missing} {symbol} more to pay the network.', { missing: formatAmount(missing, decimals), symbol })
}

const side = (amount: bigint, token: Token, price: string | undefined): Priced => ({ amount, decimals: token.decimals, price })

/** What the exchange loses, in percent with `percentDecimals`. */
export function impactOf(state: SwapState): bigint | undefined {
  const { source, target } = state
  const quote = quotedOf(state)
  return source && target && quote && priceImpact(side(quote.sold, source, priceOf(state, source)), side(quote.toAmount, target, priceOf(state, target)))
}
/** How dangerous it is to sign what is shown: the worse of its slippage and its loss. */
export function riskOf(state: SwapState): Risk {
  const order: readonly Risk[] = ['usual', 'high', 'severe', 'refused']
  const risks = [slippageRisk(state.slippageBasisPoints), impactRisk(impactOf(state))]
  return order[Math.max(...risks.map(risk => order.indexOf(risk)))] ?? 'refused'
}

/** The state of Swap as hosts read it. Prices are exact decimal text; absent: nobody knows. */
export interface SwapFacts {
  readonly sourceToken: Token | undefined
  /** As typed. */
  readonly sourceTokenAmount: string
  readonly sourceTokenPriceInUSD: string | undefined
  readonly toToken: Token | undefined
  /** To 6 decimals, floored. */
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
  /** What would be signed first, where something has to be allowed by a transaction. */
  readonly approvalTransaction: SwapTransaction | undefined
  readonly swapTransaction: SwapTransaction | undefined
}
export interface SwapTransaction {
  /** In the chain's own words: data, to and value on eip155. */
  readonly draft: Draft
  /** Units of work, as far as the route knows. */
  readonly gas: bigint | undefined
  /** Base units of the native coin for a unit of work. */
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
    amount === undefined || !native || networkPrice === undefined ? undefined : worth(amount, native.decimals, networkPrice)
  const impact = impactOf(state)
  const gasFee = quote?.cost && nativeCost(quote.cost)
  const transactionOf = (kind: 'approve' | 'swap'): SwapTransaction | undefined => {
    const step = quote?.transactions.find(one => one.kind === kind)
    return quote && step && { draft: step.draft, gas: step.gas, gasPrice: state.gasPrice, toAmount: quote.toAmount }
  }
  return {
    sourceToken: source,
    sourceTokenAmount: state.sourceAmount,
    sourceTokenPriceInUSD: priceOf(state, source),
    toToken: target,
    toTokenAmount: quote && target ? displayAmount(quote.toAmount, target.decimals, 6) : '',
    toTokenPriceInUSD: priceOf(state, target),
    slippage: formatAmount(BigInt(state.slippageBasisPoints), 2),
    maxSlippage: quote && target && formatAmount(maxSlippage(quote.toAmount, state.slippageBasisPoints), target.decimals),
    gasFee,
    gasPriceInUSD: inFiat(gasFee),
    priceImpact: impact === undefined ? undefined : formatAmount(impact, percentDecimals),
    providerFee: quote?.providerFee === undefined || !source ? undefined : formatAmount(quote.providerFee, source.decimals),
    networkPrice,
    networkBalanceInUSD: inFiat(coins),
    inputError: shortage(read) ?? ('problem' in phase ? phase.problem : undefined),
    approvalTransaction: transactionOf('approve'),
    swapTransaction: transactionOf('swap'),
  }
}
/** Amount and symbol as the messages say them: 3 decimals, floored (spec section 9). */
export const spoken = (amount: bigint, { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>): string =>
  `${displayAmount(amount, decimals).replace(/\.?0+$/, '') || '0'} ${symbol}`
