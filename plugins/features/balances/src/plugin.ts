import { definePlugin, type Plugin, view } from '@portico/kernel'
import { accountPartsSlot, accountTabsSlot } from '@portico/kernel/account'
import { balancesCapability } from '@portico/kernel/capabilities'
import { has } from '@portico/kernel/session'
import { languagePacksSlot, type Translation } from '@portico/kernel/text'
import { currenciesOf, followCurrency } from './currency.js'
import { offerHiddenTokens } from './hidden-tokens.js'
import type { BalancesOptions } from './options.js'
import { providePortfolio } from './provide-portfolio.js'
import {
  access,
  addTokenMessage,
  currencyMessage,
  currencyView,
  importTokenView,
  networkBalancesMessage,
  networkBalancesView,
  tokenMessage,
  tokensMessage,
  tokenView,
} from './refs.js'

/**
 * Shows the tokens of an account and their value.
 * The source is a backend, the chain, or the host's own handler. Code is loaded when the account is
 * shown.
 */
export const balances = (options: BalancesOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/balances',
    ...access,
    views: [
      view(importTokenView, () => import('./views/import-token-view.js'), {
        title: addTokenMessage,
      }),
      view(networkBalancesView, () => import('./views/network-balances-view.js'), {
        title: networkBalancesMessage,
      }),
      view(tokenView, () => import('./views/token-view.js'), { title: tokenMessage }),
      view(
        currencyView,
        () => import('./views/currency-view.js').then(code => code.open(currenciesOf(options))),
        { title: currencyMessage },
      ),
    ],
    setup(context) {
      const when = (read: Parameters<typeof has>[0]) => has(read, balancesCapability)
      followCurrency(context, options)
      const parts = providePortfolio(context, options)
      context.contribute(accountTabsSlot, {
        id: 'tokens',
        rank: 'early',
        label: tokensMessage,
        load: () => import('./views/tokens-tab.js'),
        when,
      })
      offerHiddenTokens(context, when, shown =>
        parts().then(({ controller }) => controller.showHidden(shown)),
      )
      context.contribute(accountPartsSlot, {
        id: 'balances',
        place: 'balance',
        load: () => import('./views/balance-part.js').then(code => code.open(context)),
        when,
      })
      context.contribute(languagePacksSlot, {
        id: 'balances',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
