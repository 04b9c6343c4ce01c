/** Uniswap for a server: prices, allowances, and transactions that another party signs. */
import type { Hex, NetworkId } from '@portico/kernel/chain'
import { wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import { minimumReceived } from '../../quoting/slippage.js'
import { chainIdOf, isSame } from './assets.js'
import type { Shown } from './check.js'
import { createNode } from './node.js'
import { aroundSwapGas, createPricing, wrapGas } from './pricing.js'
import { bodyOf, type RoutePlace, routerStep, wrapStep } from './route-steps.js'
import { writeApprove } from './router-calls.js'
import { allowanceOf } from './simulation.js'
import type { UniswapDeployment } from './uniswap-deployments.js'

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
  /** Base units of the bought token. */
  readonly toAmount: bigint
  /** Units of gas, with a tenth added. */
  readonly gas: bigint
}
/**
 * Throws a SwapError SWAP_NO_ROUTE for what no market exchanges, a ChainError where the network
 * does not answer.
 */
export interface UniswapDesk {
  quote(exchange: Exchange, signal: AbortSignal): Promise<{ readonly toAmount: bigint }>
  /**
   * How much of a token the router may take. Throws a SwapError SWAP_ALLOWANCE for what is no
   * token.
   */
  allowance(token: Hex, owner: Hex, signal: AbortSignal): Promise<bigint>
  /** Builds an approval for the router; without an amount an unlimited one. */
  approval(token: Hex, amount?: bigint): Promise<{ readonly to: Hex; readonly data: Hex }>
  order(ask: OrderAsk, signal: AbortSignal): Promise<Order>
}

const everything = (1n << 256n) - 1n

export function createDesk(
  urls: readonly string[],
  network: NetworkId,
  deployment: UniswapDeployment,
): UniswapDesk {
  const node = createNode(urls, chainIdOf(network))
  const priceOf = createPricing(node, deployment)
  const place: RoutePlace = {
    name: 'Uniswap',
    network,
    router: deployment.router,
    wrapped: deployment.wrapped,
  }
  const tokenOf = (asset: Hex | 'native') => (asset === 'native' ? deployment.wrapped : asset)

  /** Undefined for the coin and its own token: one is exchanged for one. */
  const pricedBy = async ({ from, to, amount }: Exchange, signal: AbortSignal) => {
    if (isSame(from, to) || amount <= 0n) throw new SwapError('SWAP_NO_ROUTE')
    return isSame(tokenOf(from), tokenOf(to))
      ? undefined
      : priceOf(tokenOf(from), tokenOf(to), amount, signal)
  }

  return {
    quote: async (exchange, signal) => ({
      toAmount: (await pricedBy(exchange, signal))?.toAmount ?? exchange.amount,
    }),

    async allowance(token, owner, signal) {
      const [answer] = await node.readAll(
        [{ to: token, data: allowanceOf(owner, place.router) }],
        signal,
      )
      const allowed = wordAt(answer ?? '', 0)
      if (allowed === undefined) throw new SwapError('SWAP_ALLOWANCE')
      return allowed
    },

    approval: async (token, amount = everything) => ({
      to: token,
      data: writeApprove(place.router, amount),
    }),

    async order(ask, signal) {
      const { account, from, to, amount, slippageBasisPoints } = ask
      const price = await pricedBy(ask, signal)
      const toAmount = price?.toAmount ?? amount
      const shown: Shown = {
        account,
        from,
        to,
        amount,
        toAmount,
        minimum: price ? minimumReceived(toAmount, slippageBasisPoints) : amount,
      }
      const { value = 0n, ...order } = bodyOf(
        price ? routerStep(shown, price.path, place) : wrapStep(shown, place),
      )
      const gas = price ? price.gas + aroundSwapGas : wrapGas
      return { ...order, value, toAmount, gas: (gas * 11n) / 10n }
    },
  }
}
