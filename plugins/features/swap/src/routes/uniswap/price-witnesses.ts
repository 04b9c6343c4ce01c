/** A second opinion on a price that only the quoting node knows (threat S21). */
import { withTimeout } from '@portico/kernel'
import type { Hex } from '@portico/kernel/chain'
import { createNode } from './node.js'
import { createPricing, type Exchange, lossOf, type Price } from './pricing.js'
import type { UniswapDeployment } from './uniswap-deployments.js'

// Time for two requests: which pools exist, and what they pay. An endpoint that hangs delays no
// quote for longer.
const timeoutMs = 3_000
/** Ten percent, with 12 decimals. */
const severeLoss = 10n * 10n ** 12n

/**
 * The prices that two endpoints of the network find by themselves; undefined unless both answer.
 * Rejects only when `signal` aborts.
 */
export type AskWitnesses = (
  sold: Hex,
  bought: Hex,
  amount: bigint,
  signal: AbortSignal,
) => Promise<readonly Price[] | undefined>

/**
 * Queries the first two endpoints separately, because either may have given the price. Each finds
 * its own pools and takes its own best path: otherwise a node that hides a pool would choose the
 * path that the other one prices.
 */
export function createWitnesses(
  urls: readonly string[],
  chainId: bigint,
  deployment: UniswapDeployment,
): AskWitnesses {
  const witnesses = [...new Set(urls)]
    .slice(0, 2)
    .map(url => createPricing(createNode([url], chainId), deployment))
  return async (sold, bought, amount, signal) => {
    if (witnesses.length < 2) return undefined
    const prices = await Promise.all(
      witnesses.map(async priceOf => {
        try {
          return await withTimeout(own => priceOf(sold, bought, amount, own), timeoutMs, signal)
        } catch {
          signal.throwIfAborted()
          return undefined
        }
      }),
    )
    return prices.every(price => price !== undefined) ? prices : undefined
  }
}

/**
 * Returns the highest loss of the exchange, by the quoting node (`impact`) and by each witness:
 * compared with a small part there, and with the whole there. Undefined, which needs a second
 * confirmation, when no part can be priced and no whole shows a dangerous loss.
 */
export function lossBeside(
  witnesses: readonly Price[],
  exchange: Exchange,
  impact: bigint | undefined,
): bigint | undefined {
  const byParts = [impact, ...witnesses.map(({ part }) => lossOf(exchange, part))].filter(
    loss => loss !== undefined,
  )
  const byWholes = witnesses.map(
    ({ toAmount }) => lossOf(exchange, { amount: exchange.amount, toAmount }) ?? 0n,
  )
  const most = [...byParts, ...byWholes].reduce((most, loss) => (loss > most ? loss : most), 0n)
  return byParts.length || most >= severeLoss ? most : undefined
}
