/** What shares the tokens that are known: the portfolio's controller, and the handler that asks the chain. */
import type { Token } from '@portico/kernel/contracts'
import type { BalancesOptions } from '../options.js'
import type { BalancesContext } from '../refs.js'
import { createController } from './controller.js'
import { createKnownTokens } from './known-tokens.js'
import { learn } from './learn.js'
import { createOnChain } from './on-chain.js'

export function open(context: BalancesContext, options: BalancesOptions) {
  const known = createKnownTokens(context, options)
  return {
    controller: createController(context, options, known),
    ask: createOnChain(context, known),
    learn: (tokens: readonly Token[]) => learn(context, tokens),
  }
}
