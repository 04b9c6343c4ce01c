/** The rule of the largest slippage that a person accepts. Pure. In basis points (0.01 %). */
import type { Risk } from '../swap.js'

/** 1 %, in basis points. */
export const defaultSlippage = 100
/** The suggested values, beside a custom one. */
export const offeredSlippages = [50, 100, 300] as const

const largest = 5_000
/**
 * A tolerance above 5 % attracts sandwich attacks and needs a second confirmation; above 50 % it
 * protects nothing.
 */
export function slippageRisk(basisPoints: number): Risk {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > largest) return 'refused'
  return basisPoints > 500 ? 'severe' : 'usual'
}

/**
 * The most of the quoted output that may get lost between quote and execution. Base units, floored.
 */
export function maxSlippage(toAmount: bigint, slippageBasisPoints: number): bigint {
  return (toAmount * BigInt(slippageBasisPoints)) / 10_000n
}
/**
 * What the chain has to enforce: the quoted output less the slippage, never less than that by
 * rounding.
 */
export function minimumReceived(toAmount: bigint, slippageBasisPoints: number): bigint {
  return toAmount - maxSlippage(toAmount, slippageBasisPoints)
}
