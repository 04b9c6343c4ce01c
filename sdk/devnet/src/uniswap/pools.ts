/** The markets of the devnet, and the arithmetic by which Uniswap v3 wants them described. Pure. */
import type { Hex } from '../accounts.js'
import { swapTokens } from './addresses.js'

type TokenName = keyof typeof swapTokens
type Side = readonly [token: TokenName, amount: bigint]

export interface Pool {
  readonly token0: Hex
  readonly token1: Hex
  /** Millionths of what is sold. */
  readonly fee: number
  /** Base units of each, which say the price too. */
  readonly amount0: bigint
  readonly amount1: bigint
  /** The square root of the price, times 2^96. */
  readonly sqrtPriceX96: bigint
  /** Liquidity over all prices: from minus this to this. */
  readonly lastTick: number
}

const tickSpacings: Readonly<Record<number, number>> = { 500: 10, 3000: 60, 10000: 200 }
const furthestTick = 887_272

const whole = (amount: bigint, decimals: number): bigint => amount * 10n ** BigInt(decimals)
const of = (token: TokenName, amount: bigint): Side => [
  token,
  whole(amount, swapTokens[token].decimals),
]

// An ether is 3,000 dollars, a bitcoin 60,000. Two markets of the same pair, so that there is
// something to choose; some pairs only meet over a third token.
const markets: readonly (readonly [Side, Side, fee: number])[] = [
  [of('wrapped', 1_000n), of('dollar', 3_000_000n), 500],
  [of('wrapped', 20n), of('dollar', 60_000n), 3_000],
  [of('wrapped', 500n), of('bitcoin', 25n), 3_000],
  [of('dollar', 2_000_000n), of('dai', 2_000_000n), 500],
  [of('dollar', 2_000_000n), of('oldDollar', 2_000_000n), 500],
  [of('dollar', 500_000n), of('toll', 500_000n), 10_000],
]

export const pools: readonly Pool[] = markets.map(([one, other, fee]) => {
  const [[name0, amount0], [name1, amount1]] =
    BigInt(swapTokens[one[0]].address) < BigInt(swapTokens[other[0]].address)
      ? [one, other]
      : [other, one]
  const spacing = tickSpacings[fee] ?? 1
  return {
    token0: swapTokens[name0].address,
    token1: swapTokens[name1].address,
    fee,
    amount0,
    amount1,
    sqrtPriceX96: squareRoot((amount1 << 192n) / amount0),
    lastTick: Math.floor(furthestTick / spacing) * spacing,
  }
})

/** The whole part of the square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
