import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import { accountPartsSlot, accountTabsSlot, settingsRowsSlot } from '@portico/kernel/account'
import { tokenBalancesEndpoint } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { activeAccount, has, transactionSentEvent } from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation, translate } from '@portico/kernel/text'
import { currenciesOf, followCurrency } from './currency.js'
import type { BalancesOptions } from './options.js'
import {
  access,
  addTokenMessage,
  currencyMessage,
  currencyView,
  hiddenTokensMessage,
  importTokenView,
  portfolioService,
  portfolioSlice,
  tokensMessage,
} from './refs.js'

/**
 * Shows the tokens of an account and their value.
 * The source is a backend, the chain, or the host's own handler. Code is loaded when the account is shown.
 */
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
      const parts = once(() => import('./portfolio/open.js').then(code => code.open(context, options)))
      context.provideLazy(portfolioService, ['refresh', 'findToken', 'addToken', 'removeToken', 'showHidden'], () =>
        parts().then(({ controller }) => ({ create: () => controller })),
      )
      context.contribute(accountTabsSlot, { id: 'tokens', rank: 'early', label: tokensMessage, load: () => import('./views/tokens-tab.js'), when })
      context.contribute(settingsRowsSlot, {
        id: 'hiddenTokens',
        label: hiddenTokensMessage,
        icon: 'grid',
        press: async () => (await parts()).controller.showHidden(!context.state(portfolioSlice).showsHidden),
        tag: read =>
          translate(read, read.state(portfolioSlice).showsHidden ? message('balances.hiddenShown', 'Shown') : message('balances.hiddenHidden', 'Hidden')),
        when: read => when(read) && activeAccount(read) !== undefined,
      })
      context.contribute(accountPartsSlot, {
        id: 'balances',
        place: 'balance',
        load: () => import('./views/balance-part.js').then(code => code.open(context)),
        when,
      })
      context.contribute(languagePacksSlot, { id: 'balances', translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']) })

      context.on(transactionSentEvent, ({ tokens }) => void (async () => tokens && (await parts()).learn(tokens))().catch(context.report))

      // One handler per network: a failed handler cools down for 30 s, and one network that is down must not block the others.
      const served = new Set<string>()
      const serve = () => {
        for (const { caipNetworkId: id } of context.items(chainsSlot).flatMap(chain => chain.networks))
          if (!served.has(id) && served.add(id))
            context.handle(tokenBalancesEndpoint, async (question, signal) => (await parts()).ask(question, signal), {
              id: `chain ${id}`,
              rank: 'late',
              when: ({ network }, read) => network === id && read.capability(balancesCapability, id) !== undefined,
            })
      }
      context.watch(read => read.items(chainsSlot), serve)
      context.onStart(serve)
    },
  })
