/** Quotes the output of an exchange on Uniswap v3, over all markets at once. */
import type { Hex } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { encodeCall, wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import { createMarkets } from './markets.js'
import type { ContractCall, Node } from './node.js'
import { type Path, pathBytes } from './router-calls.js'
import type { UniswapDeployment } from './uniswap-deployments.js'

const quoteExactInput: Hex = '0xcdca1753' // quoteExactInput(bytes path, uint256 amountIn)
// Small enough to move no market, large enough to be counted: the answer is read where rounding
// takes at most 5 % of it.
const [parts, leastCounted] = [200n, 20n] as const
/** The gas of a wrapping, and of the router around an exchange. */
export const [wrapGas, aroundSwapGas] = [60_000n, 120_000n] as const

const quoteCall = (quoter: Hex, path: Path, units: bigint): ContractCall => ({
  to: quoter,
  data: encodeCall(quoteExactInput, ['bytes', 'word'], [pathBytes(path), units]),
})

export interface Price {
  readonly path: Path
  readonly toAmount: bigint
  /** The gas of the exchange alone. */
  readonly gas: bigint
  /** The output of a small part. */
  readonly part: Exchange
}
/**
 * The best price. `sold` and `bought` are tokens; the native coin is its wrapped one. Throws a
 * SwapError SWAP_NO_ROUTE where no market leads there.
 */
export type PriceOf = (
  sold: Hex,
  bought: Hex,
  amount: bigint,
  signal: AbortSignal,
) => Promise<Price>

export function createPricing(node: Node, deployment: UniswapDeployment): PriceOf {
  const markets = createMarkets(node, deployment)
  return async (sold, bought, amount, signal) => {
    const paths = await markets.paths(sold, bought, signal)
    const part = amount / parts
    const callsFor = (units: bigint) => paths.map(path => quoteCall(deployment.quoter, path, units))
    // The quote of a small part is in the same batch, so it costs no extra request.
    const calls = [amount, part].filter(Boolean).flatMap(callsFor)
    const answers = paths.length ? await node.readAll(calls, signal) : []
    const found = paths.flatMap((path, at) => {
      const data = answers[at] ?? ''
      const [toAmount, gas] = [wordAt(data, 0), wordAt(data, 3)]
      const small = wordAt(answers[paths.length + at] ?? '', 0) ?? 0n
      return toAmount && gas !== undefined
        ? [{ path, toAmount, gas, part: { amount: part, toAmount: small } }]
        : []
    })
    const [first, ...others] = found
    // A market without an output for this amount still exists.
    if (!first)
      throw answers.slice(0, paths.length).some(answer => wordAt(answer ?? '', 0) === 0n)
        ? buysNothing()
        : new SwapError('SWAP_NO_ROUTE')
    return others.reduce((best, one) => (best.toAmount >= one.toAmount ? best : one), first)
  }
}

const buysNothing = (): SwapError =>
  new SwapError('SWAP_TOO_SMALL', {
    sentence: message('swap.error.small', 'This amount is too small to swap. Enter more.'),
  })

export interface Exchange {
  readonly amount: bigint
  readonly toAmount: bigint
}
/**
 * What the whole loses against a part, in percent with 12 decimals; never less than nothing: that
 * is rounding. Undefined where the part brings too little to be counted.
 */
export function lossOf(whole: Exchange, part: Exchange): bigint | undefined {
  if (part.toAmount < leastCounted) return undefined
  const fair = part.toAmount * whole.amount
  const lost = fair - whole.toAmount * part.amount
  return lost > 0n ? (lost * 100n * 10n ** 12n) / fair : 0n
}
