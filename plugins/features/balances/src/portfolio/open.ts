/** Opens the portfolio's controller and the chain's handler over the same known tokens. */
import type { Token } from '@portico/kernel/chain'
import type { BalancesOptions } from '../options.js'
import type { BalancesContext } from '../refs.js'
import { restoreSaved } from '../saved.js'
import { learn } from '../tokens/add-token.js'
import { createKnownTokens } from '../tokens/known-tokens.js'
import { createOnChain } from './on-chain.js'
import { createController } from './portfolio-controller.js'

export async function open(context: BalancesContext, options: BalancesOptions) {
  await restoreSaved(context)
  const known = createKnownTokens(context, options)
  return {
    controller: createController(context, options, known),
    ask: createOnChain(context, known),
    learn: (tokens: readonly Token[]) => learn(context, tokens),
  }
}
