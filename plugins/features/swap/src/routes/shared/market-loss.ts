/**
 * What an exchange by a service loses. The service itself is no witness of that (threat S21):
 * Uniswap's markets on the same network are, wherever they know both tokens.
 */
import { withTimeout } from '@portico/kernel'
import type { Hex } from '@portico/kernel/chain'
import { isSame, type sidesOf } from '../uniswap/assets.js'
import type { Node } from '../uniswap/node.js'
import { createPricing, lossOf } from '../uniswap/pricing.js'
import type { UniswapDeployment } from '../uniswap/uniswap-deployments.js'

// A quote does not wait longer for its loss. An unknown loss needs a second confirmation.
const timeoutMs = 3_000

/** Returns the loss for a bought amount, in percent with 12 decimals; undefined: unknown. */
export type Loss = (toAmount: bigint) => bigint | undefined
/** Never rejects, unless it is aborted. */
export type AskMarket = (
  sides: ReturnType<typeof sidesOf>,
  amount: bigint,
  signal: AbortSignal,
) => Promise<Loss>

export function createMarket(node: Node, deployment: UniswapDeployment | undefined): AskMarket {
  if (!deployment) return async () => () => undefined
  const priceOf = createPricing(node, deployment)
  return async (sides, amount, signal) => {
    const [sold, bought] = sides.map(asset =>
      asset === 'native' ? deployment.wrapped : asset,
    ) as [Hex, Hex]
    // The coin and its wrapped token have the same value.
    if (isSame(sold, bought))
      return toAmount => lossOf({ amount, toAmount }, { amount, toAmount: amount })
    try {
      const { part } = await withTimeout(
        own => priceOf(sold, bought, amount, own),
        timeoutMs,
        signal,
      )
      return toAmount => lossOf({ amount, toAmount }, part)
    } catch {
      signal.throwIfAborted()
      return () => undefined
    }
  }
}
