import { definePlugin, once, type Plugin, type Read, view } from '@portico/kernel'
import {
  accountTabs,
  activity,
  chains,
  has,
  historyPage,
  languagePacks,
  message,
  type Translation,
  transactionDiffers,
  transactionSent,
  transactionSettled,
  transactions,
} from '@portico/kernel/contracts'
import { access, activityMessage, history as historyService, transactionView } from './refs.js'

/** Where a chain keeps no list, what was sent from here is all that is known. */
const when = (read: Read) => has(read, activity) || has(read, transactions)

/** What an account did, page by page, with what is still under way on top. Nothing is loaded before the tab is opened, or something is sent. */
export const history = (): Plugin =>
  definePlugin({
    id: 'feature/history',
    ...access,
    views: [view(transactionView, () => import('./views/transaction-view.js'), { title: message('history.transaction', 'Transaction') })],
    setup(context) {
      const parts = once(() => import('./lazy/controller.js').then(code => code.createController(context)))
      context.provideLazy(historyService, ['refresh', 'more'], () => parts().then(({ service }) => ({ create: () => service })))
      context.contribute(accountTabs, {
        id: 'activity',
        rank: 'late',
        label: activityMessage,
        load: () => import('./views/activity-tab.js'),
        when,
      })
      context.contribute(languagePacks, { id: 'history', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.on(transactionSent, sent => parts().then(({ follow }) => follow(sent)))
      context.on(transactionDiffers, found => parts().then(({ differ }) => differ(found)))
      context.on(transactionSettled, settled => parts().then(({ settle }) => settle(settled)))

      // The chains themselves, one handler for each network: where one ends, the next page is asked of the same.
      const served = new Set<string>()
      const serve = () => {
        for (const { caipNetworkId: id } of context.items(chains).flatMap(chain => chain.networks))
          if (!served.has(id) && served.add(id))
            context.handle(historyPage, async (ask, signal) => (await parts()).ask(ask, signal), {
              id: `chain ${id}`,
              rank: 'late',
              when: ({ network, cursor, onramp }, read) =>
                network === id && !onramp && (cursor === undefined || cursor.startsWith('chain ')) && read.capability(activity, id) !== undefined,
            })
      }
      context.watch(read => read.items(chains), serve)
      context.onStart(serve)
    },
  })
