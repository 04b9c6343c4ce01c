/** Converts the answer of a source into a portfolio that can be shown. */
import type { Answered } from '@portico/kernel'
import { sortHoldings } from '@portico/kernel/account'
import { backendReachService, type Holding } from '@portico/kernel/backend'
import type { NetworkId } from '@portico/kernel/chain'
import type { BalancesOptions } from '../options.js'
import type { KnownPortfolio } from '../portfolio.js'
import type { BalancesContext } from '../refs.js'
import { isLowQuality } from '../rules.js'
import { soundHolding } from '../saved.js'
import { imitationsIn } from '../tokens/imitations.js'
import type { KnownTokens } from '../tokens/known-tokens.js'

export type ReadPortfolio = (
  answer: Answered<readonly Holding[]>,
  network: NetworkId,
  currency: string,
) => Promise<KnownPortfolio>

export const createReadPortfolio =
  (context: BalancesContext, options: BalancesOptions, vouched: KnownTokens): ReadPortfolio =>
  async ({ value, at, source }, network, currency) => {
    const { all, listed } = await vouched(network)
    const names = new Set(all.map(({ asset }) => asset.toLowerCase()))
    const holdings = sortHoldings(value.flatMap(soundHolding).filter(one => !isLowQuality(one)))
    return {
      holdings,
      at,
      currency,
      source,
      instead:
        source.startsWith('chain ') && context.find(backendReachService)?.serves(network) === true,
      vouched: holdings.flatMap(({ token }) =>
        names.has(token.asset.toLowerCase()) ? token.asset : [],
      ),
      imitations: imitationsIn(holdings, listed),
      smallBelow: options.smallBelow ?? '0.01',
    }
  }
