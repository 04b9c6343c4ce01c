/** Selectors of the state of Swap, shared by controller, views and hosts. Pure. */
import type { Read } from '@portico/kernel'
import {
  type Fee,
  type SwapQuotes,
  swapQuotesCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { type NetworkId, networkOf, type Token } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import {
  allDigits,
  displayAmountIn,
  type Message,
  message,
  parseAmount,
  textSlice,
} from '@portico/kernel/text'
import { missingForGas } from './quoting/swap-math.js'
import { swapSlice } from './refs.js'
import type { Quoted, SwapState } from './swap.js'

/**
 * Returns the active account and network; undefined without a wallet, or on a network that the host
 * does not list.
 */
export function placeOf(read: Read) {
  const account = activeAccount(read)
  const network = networkOf(read, activeNetwork(read))
  return account && network
    ? { account, network: network.caipNetworkId, native: network.nativeCurrency }
    : undefined
}

/**
 * Returns the routes of the active network; none if the connected wallet cannot send transactions.
 */
export function routesOf(read: Read) {
  const network = activeNetwork(read)
  return network && read.capability(transactionsCapability, network)
    ? read.capabilities(swapQuotesCapability, network)
    : []
}
/** True when the chain can send this route's transactions. Other routes get no request. */
export const canSend = (
  read: Read,
  network: NetworkId,
  { dialect }: Pick<SwapQuotes, 'dialect'>,
): boolean => !!read.capability(transactionsCapability, network)?.dialects.includes(dialect)

export const priceOf = (
  { prices }: SwapState,
  token: Pick<Token, 'asset'> | undefined,
): string | undefined => token && prices[token.asset]
export const balanceOf = (
  { balances }: SwapState,
  asset: Token['asset'] | undefined,
): bigint | undefined => {
  const holding = balances.find(({ token }) => token.asset === asset)
  return holding && (holding.spendable ?? holding.amount)
}
/** Returns the typed amount in base units; undefined unless it is an amount above zero. */
export function sourceUnits({ source, sourceAmount }: SwapState): bigint | undefined {
  const amount = source && parseAmount(sourceAmount, source.decimals)
  return amount || undefined
}

export interface SwapIntent {
  readonly source: Token
  readonly target: Token
  readonly amount: bigint
}
/**
 * What there is to ask a route for: an account, two different tokens with decimals, an amount above
 * zero, and no prices on their way.
 */
export function intentOf(read: Read): SwapIntent | undefined {
  const state = read.state(swapSlice)
  const { source, target, pricing } = state
  const place = placeOf(read)
  const amount = sourceUnits(state)
  if (
    !place ||
    !source ||
    !target ||
    amount === undefined ||
    pricing ||
    source.asset === target.asset
  )
    return undefined
  const isSound = [source, target].every(
    ({ network, decimals }) => network === place.network && (decimals & 255) === decimals,
  )
  return isSound ? { source, target, amount } : undefined
}
/** Identifies the request of a quote; a quote with another key is stale. */
export function keyOf(read: Read): string {
  const { source, target, sourceAmount, slippageBasisPoints, unlimited } = read.state(swapSlice)
  const place = placeOf(read)
  const parts = [
    place?.network,
    place?.account.address,
    place?.account.connection,
    source?.asset,
    target?.asset,
    sourceAmount,
    slippageBasisPoints,
    unlimited,
  ]
  return parts.map(String).join(' ')
}
export const quotedOf = ({ phase }: SwapState): Quoted | undefined =>
  'quote' in phase ? phase.quote : undefined

export const nativeCost = (cost: Fee | undefined): bigint =>
  cost?.kind === 'native' ? cost.amount : 0n

/** Returns why the account cannot pay; undefined when it can, or when that is unknown. */
export function shortage(read: Read): Message | undefined {
  const state = read.state(swapSlice)
  const { source } = state
  const amount = sourceUnits(state)
  const place = placeOf(read)
  const owned = balanceOf(state, source?.asset)
  if (!source || amount === undefined || !place) return undefined
  if (owned !== undefined && owned < amount)
    return message('swap.problem.balance', 'Insufficient balance')
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
  return message('swap.problem.gas', 'You need {missing} {symbol} more to pay the network cost.', {
    missing: displayAmountIn(read.state(textSlice).language, allDigits)(missing, decimals),
    symbol,
  })
}
