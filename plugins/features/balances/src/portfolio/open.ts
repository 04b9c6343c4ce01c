/** Opens the portfolio's controller and the chain's handler over the same known tokens. */
import type { Token } from '@portico/kernel/chain'
import type { BalancesOptions } from '../options.js'
import type { BalancesContext } from '../refs.js'
import { restoreSaved } from '../saved.js'
import { learn } from '../tokens/add-token.js'
import { createKnownTokens } from '../tokens/known-tokens.js'
import { createOnChain } from './on-chain.js'
import { createController } from './portfolio-controller.js'
import { createReadPortfolio } from './read-portfolio.js'

export async function open(context: BalancesContext, options: BalancesOptions) {
  await restoreSaved(context)
  const known = createKnownTokens(context, options)
  const readPortfolio = createReadPortfolio(context, options, known)
  return {
    controller: createController(context, readPortfolio),
    /** Loaded with the total of the account: Send and Swap do without. */
    async networks() {
      const { createNetworkBalances } = await import('./network-balances-controller.js')
      return { create: () => createNetworkBalances(context, readPortfolio) }
    },
    ask: createOnChain(context, known),
    learn: (tokens: readonly Token[]) => learn(context, tokens),
  }
}
