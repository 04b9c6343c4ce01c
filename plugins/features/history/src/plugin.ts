import { definePlugin, once, type Plugin, type Read, view } from '@portico/kernel'
import { accountTabsSlot } from '@portico/kernel/account'
import { historyPageEndpoint } from '@portico/kernel/backend'
import { activityCapability, transactionsCapability } from '@portico/kernel/capabilities'
import { serveByNetwork } from '@portico/kernel/chain'
import {
  has,
  transactionDiffersEvent,
  transactionSentEvent,
  transactionSettledEvent,
} from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import {
  access,
  activityMessage,
  activityNetworksView,
  historyService,
  transactionView,
} from './refs.js'

/** Without a list of the chain, only transactions from here are known. */
const when = (read: Read) => has(read, activityCapability) || has(read, transactionsCapability)

/**
 * What an account did, page by page, with what is still under way on top. Nothing is loaded before
 * the tab is opened, or something is sent.
 */
export const history = (): Plugin =>
  definePlugin({
    id: 'feature/history',
    ...access,
    views: [
      view(transactionView, () => import('./views/transaction-view.js'), {
        title: message('history.transaction', 'Transaction'),
      }),
      view(activityNetworksView, () => import('./views/activity-networks-view.js')),
    ],
    setup(context) {
      const parts = once(() =>
        import('./history-controller.js').then(code => code.createController(context)),
      )
      context.provideLazy(historyService, ['refresh', 'more', 'filter', 'pastValue'], () =>
        parts().then(({ service }) => ({ create: () => service })),
      )
      context.contribute(accountTabsSlot, {
        id: 'activity',
        rank: 'late',
        label: activityMessage,
        load: () => import('./views/activity-tab.js'),
        when,
      })
      context.contribute(languagePacksSlot, {
        id: 'history',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      context.on(transactionSentEvent, sent => parts().then(({ follow }) => follow(sent)))
      context.on(transactionDiffersEvent, found => parts().then(({ differ }) => differ(found)))
      context.on(transactionSettledEvent, settled => parts().then(({ settle }) => settle(settled)))

      // A cursor of a chain is only valid for that chain, which therefore serves the next page.
      serveByNetwork(
        context,
        historyPageEndpoint,
        activityCapability,
        async (ask, signal) => (await parts()).ask(ask, signal),
        ({ cursor = 'chain ', onramp }) => !onramp && cursor.startsWith('chain '),
      )
    },
  })
