import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import {
  accountParts,
  accountTabs,
  balances as balancesCapability,
  chains,
  has,
  languagePacks,
  type Translation,
  tokenBalances,
  transactionSent,
} from '@portico/kernel/contracts'
import { currenciesOf, followCurrency } from './currency.js'
import type { BalancesOptions } from './options.js'
import { access, addTokenMessage, currencyMessage, currencyView, importTokenView, portfolio, tokensMessage } from './refs.js'

/** The tokens of an account and what they are worth, from a backend, from the chain, or from the host's own handler. Nothing is loaded before the account is shown. */
export const balances = (options: BalancesOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/balances',
    ...access,
    views: [
      view(importTokenView, () => import('./views/import-token-view.js'), { title: addTokenMessage }),
      view(currencyView, async () => ({ default: (await import('./views/currency-view.js')).currencyView(currenciesOf(options)) }), { title: currencyMessage }),
    ],
    setup(context) {
      const when = (read: Parameters<typeof has>[0]) => has(read, balancesCapability)
      followCurrency(context, options)
      const parts = once(() => import('./lazy/open.js').then(code => code.open(context, options)))
      context.provideLazy(portfolio, ['refresh', 'findToken', 'addToken', 'removeToken', 'showHidden'], () =>
        parts().then(({ controller }) => ({ create: () => controller })),
      )
      context.contribute(accountTabs, {
        id: 'tokens',
        rank: 'early',
        label: tokensMessage,
        load: () => import('./views/tokens-tab.js'),
        when,
      })
      context.contribute(accountParts, { id: 'balances', place: 'balance', load: () => import('./views/balance-part.js'), when })
      context.contribute(languagePacks, { id: 'balances', translations: import.meta.glob<Translation>('./text/*.ts') })

      context.on(transactionSent, ({ tokens }) => void (async () => tokens && (await parts()).learn(tokens))().catch(context.report))

      // A handler for each network: one that failed rests for 30 s, and a network that is down is no reason to leave the others alone.
      const served = new Set<string>()
      const serve = () => {
        for (const { caipNetworkId: id } of context.items(chains).flatMap(chain => chain.networks))
          if (!served.has(id) && served.add(id))
            context.handle(tokenBalances, async (question, signal) => (await parts()).ask(question, signal), {
              id: `chain ${id}`,
              rank: 'late',
              when: ({ network }, read) => network === id && read.capability(balancesCapability, id) !== undefined,
            })
      }
      context.watch(read => read.items(chains), serve)
      context.onStart(serve)
    },
  })
