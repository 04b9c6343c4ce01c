/** Uniswap v3 for servers: what `/evm` asks the chain, and what it has people sign, without a page or a wallet around it. */
import { once } from '@portico/kernel'
import type { Hex, NetworkId } from '@portico/kernel/contracts'
import type { UniswapDeployment } from './evm.js'

export { SwapError } from '../errors.js'
export { type UniswapDeployment, uniswapDeployments } from './evm.js'

export interface Exchange {
  readonly from: Hex | 'native'
  readonly to: Hex | 'native'
  /** Base units of `from`. */
  readonly amount: bigint
}
export interface OrderAsk extends Exchange {
  readonly account: Hex
  /** Hundredths of a percent. */
  readonly slippageBasisPoints: number
}
export interface Order {
  readonly to: Hex
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  /** Base units of what is bought. */
  readonly toAmount: bigint
  /** Units of work, with a tenth on top. */
  readonly gas: bigint
}
/** Throws a SwapError SWAP_NO_ROUTE for what no market exchanges, a ChainError where the network does not answer. */
export interface UniswapDesk {
  quote(exchange: Exchange, signal: AbortSignal): Promise<{ readonly toAmount: bigint }>
  /** How much of a token the router may take. Throws a SwapError SWAP_ALLOWANCE for what is no token. */
  allowance(token: Hex, owner: Hex, signal: AbortSignal): Promise<bigint>
  /** Lets the router take so much; without an amount everything. */
  approval(token: Hex, amount?: bigint): Promise<{ readonly to: Hex; readonly data: Hex }>
  order(ask: OrderAsk, signal: AbortSignal): Promise<Order>
}

/** Asks nothing before it is asked. `urls`: JSON-RPC endpoints of the network (`eip155:1`). */
export function openUniswap(urls: readonly string[], network: NetworkId, deployment: UniswapDeployment): UniswapDesk {
  const desk = once(async () => (await import('../lazy/evm/desk.js')).createDesk(urls, network, deployment))
  return {
    quote: async (exchange, signal) => (await desk()).quote(exchange, signal),
    allowance: async (token, owner, signal) => (await desk()).allowance(token, owner, signal),
    approval: async (token, amount) => (await desk()).approval(token, amount),
    order: async (ask, signal) => (await desk()).order(ask, signal),
  }
}
