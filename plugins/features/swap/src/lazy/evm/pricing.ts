/** What an amount of one token buys of another on Uniswap v3, over all markets at once. */
import type { Hex } from '@portico/kernel/contracts'
import { SwapError } from '../../errors.js'
import type { UniswapDeployment } from '../../quotes/evm.js'
import { call, wordAt } from './abi.js'
import { createMarkets } from './markets.js'
import type { Node } from './node.js'
import { type Path, pathBytes } from './router-calls.js'

const quoteExactInput: Hex = '0xcdca1753' // quoteExactInput(bytes path, uint256 amountIn)
/** The work of a wrapping, and what the router does around an exchange. */
export const [wrapGas, aroundSwapGas] = [60_000n, 120_000n] as const

export interface Price {
  readonly path: Path
  readonly toAmount: bigint
  /** Of the exchange alone. */
  readonly gas: bigint
}
/** The best price. `sold` and `bought` are tokens; the native coin is its wrapped one. Throws a SwapError SWAP_NO_ROUTE where no market leads there. */
export type PriceOf = (sold: Hex, bought: Hex, amount: bigint, signal: AbortSignal) => Promise<Price>

export function createPricing(node: Node, deployment: UniswapDeployment): PriceOf {
  const markets = createMarkets(node, deployment)
  return async (sold, bought, amount, signal) => {
    const paths = await markets.paths(sold, bought, signal)
    const calls = paths.map(path => ({ to: deployment.quoter, data: call(quoteExactInput, { bytes: pathBytes(path) }, amount) }))
    const answers = paths.length ? await node.readAll(calls, signal) : []
    const found = paths.flatMap((path, at) => {
      const data = answers[at]?.slice(2) ?? ''
      const [toAmount, gas] = [wordAt(data, 0), wordAt(data, 3)]
      return toAmount && gas !== undefined ? [{ path, toAmount, gas }] : []
    })
    const [first, ...others] = found
    if (!first) throw new SwapError('SWAP_NO_ROUTE')
    return others.reduce((best, one) => (best.toAmount >= one.toAmount ? best : one), first)
  }
}
