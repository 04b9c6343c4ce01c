import { once } from '@portico/kernel'
import { backendReachService, tokenBalancesEndpoint } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import { serveByNetwork } from '@portico/kernel/chain'
import { transactionSentEvent } from '@portico/kernel/session'
import type { BalancesOptions } from './options.js'
import {
  type BalancesContext,
  networkBalancesService,
  networkBalancesSlice,
  portfolioService,
} from './refs.js'

/** Networks to list where a backend answers for all of them. */
const mostWithBackend = 12

/**
 * Provides the services, and answers from the chains. Returns the function that loads their code,
 * which the first call does.
 */
export function providePortfolio(context: BalancesContext, options: BalancesOptions) {
  const parts = once(async () => (await import('./portfolio/open.js')).open(context, options))
  context.provideLazy(
    portfolioService,
    ['refresh', 'findToken', 'addToken', 'removeToken', 'priceHistory', 'showHidden'],
    () => parts().then(({ controller }) => ({ create: () => controller })),
  )
  context.provideLazy(networkBalancesService, ['refresh', 'retry', 'showAll'], () =>
    parts().then(({ networks }) => networks()),
  )
  context.onStart(() => {
    if (context.find(backendReachService))
      context.patch(networkBalancesSlice, { most: mostWithBackend })
  })
  context.on(
    transactionSentEvent,
    ({ tokens }) =>
      void (async () => tokens && (await parts()).learn(tokens))().catch(context.report),
  )
  serveByNetwork(context, tokenBalancesEndpoint, balancesCapability, async (ask, signal) =>
    (await parts()).ask(ask, signal),
  )
  return parts
}
