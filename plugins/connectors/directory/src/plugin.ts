import { definePlugin, once, view } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { allWalletsView } from '@portico/kernel/connect-page'
import { languagePacksSlot, type Translation } from '@portico/kernel/text'
import { imageIdsService, walletFindersSlot } from '@portico/kernel/wallet'
import { contributeToConnect } from './connect-page.js'
import { createImageIds } from './image-ids.js'
import type { DirectoryOptions } from './options.js'
import {
  access,
  getWalletsView,
  getWalletView,
  titles,
  walletDirectoryService,
  walletPagesEndpoint,
  whatIsAWalletView,
} from './refs.js'

const loadDirectory = () => import('./list/directory.js')
/** Loads the view together with its list. A failed list is shown in the view. */
const allWallets = (options: DirectoryOptions) => {
  loadDirectory()
    .then(({ prepare }) => prepare(options))
    .catch(() => undefined)
  return import('./views/all-wallets-view.js')
}

/**
 * Lists wallets that are not in the page, and where to find them.
 * The list and its views are loaded when they are first needed.
 */
export const directory = (options: DirectoryOptions = {}) =>
  definePlugin({
    id: 'connector/directory',
    ...access,
    views: [
      view(allWalletsView, () => allWallets(options), { title: titles.allWallets }),
      view(getWalletView, () => import('./views/get-wallet-view.js'), { title: titles.getWallet }),
      view(getWalletsView, () => import('./views/get-wallets-view.js'), {
        title: titles.getWallet,
      }),
      view(whatIsAWalletView, () => import('./views/what-is-a-wallet-view.js'), {
        title: titles.help,
      }),
    ],
    setup(context) {
      const { remote } = options
      const load = once(async () => (await loadDirectory()).create(context, options))
      context.provideLazy(walletDirectoryService, ['wallets', 'page', 'find', 'searched'], () =>
        load().then(loaded => ({ create: () => loaded })),
      )
      const images = createImageIds(options)
      context.provide(imageIdsService, images)
      if (remote)
        context.handle(walletPagesEndpoint, async (ask, signal) => {
          const { askRemote } = await import('./list/remote.js')
          return askRemote(context.use(httpService), remote, ask, signal)
        })
      context.contribute(walletFindersSlot, {
        id: 'directory',
        find: async id => (await load()).find(id),
      })
      contributeToConnect(context, options, images)
      context.contribute(languagePacksSlot, {
        id: 'directory',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
