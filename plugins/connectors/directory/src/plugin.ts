import { definePlugin, once, view } from '@portico/kernel'
import {
  allWalletsView,
  connectEntries,
  connectParts,
  connectView,
  headerActions,
  http,
  languagePacks,
  type Translation,
  walletFinders,
} from '@portico/kernel/contracts'
import { howMany } from './how-many.js'
import type { DirectoryOptions } from './options.js'
import { access, getWalletsView, getWalletView, titles, walletDirectory, walletPages, whatIsAWalletView } from './refs.js'

const loadDirectory = () => import('./lazy/directory.js')
/** The view together with the list that it shows; a failure of the list shows in the view. */
const allWallets = (options: DirectoryOptions) => {
  loadDirectory()
    .then(({ prepare }) => prepare(options))
    .catch(() => undefined)
  return import('./views/all-wallets-view.js')
}

/** Lists wallets that are not in the page, and says where they are. Neither the list nor its views are loaded before somebody asks for them. */
export const directory = (options: DirectoryOptions = {}) =>
  definePlugin({
    id: 'connector/directory',
    ...access,
    views: [
      view(allWalletsView, () => allWallets(options), { title: titles.allWallets }),
      view(getWalletView, () => import('./views/get-wallet-view.js'), { title: titles.getWallet }),
      view(getWalletsView, () => import('./views/get-wallets-view.js'), { title: titles.getWallet }),
      view(whatIsAWalletView, () => import('./views/what-is-a-wallet-view.js'), { title: titles.help }),
    ],
    setup(context) {
      const { remote } = options
      const load = once(async () => (await loadDirectory()).create(context, options))
      context.provideLazy(walletDirectory, ['wallets', 'page', 'find', 'searched'], () => load().then(loaded => ({ create: () => loaded })))
      if (remote)
        context.handle(walletPages, async (ask, signal) => {
          const { askRemote } = await import('./lazy/remote.js')
          return askRemote(context.use(http), remote, ask, signal)
        })
      context.contribute(connectEntries, {
        id: 'allWallets',
        rank: 'last',
        label: titles.allWallets,
        icon: 'grid',
        view: allWalletsView,
        tag: read => howMany(read, options)?.toString(),
      })
      context.contribute(walletFinders, { id: 'directory', find: async id => (await load()).find(id) })
      context.contribute(headerActions, { id: 'help', view: connectView.id, label: titles.help, icon: 'help', target: whatIsAWalletView })
      context.contribute(connectParts, { id: 'noWallet', load: () => import('./views/no-wallet.js') })
      context.contribute(languagePacks, { id: 'directory', translations: import.meta.glob<Translation>('./text/*.ts') })
    },
  })
