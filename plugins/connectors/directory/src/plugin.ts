import { definePlugin, once, view } from '@portico/kernel'
import { allWalletsView, connectEntries, connectParts, connectView, headerActions, http, languagePacks, walletFinders } from '@portico/kernel/contracts'
import { howMany } from './how-many.js'
import type { DirectoryOptions } from './options.js'
import { access, getWalletsView, getWalletView, walletDirectory, walletPages, whatIsAWalletView } from './refs.js'
import { allWalletsTitle, getWalletTitle, whatIsAWalletTitle } from './text/titles.js'

const onDemand = () => import('./on-demand.js')

/** Lists wallets that are not in the page, and says where they are. Neither the list nor its views are loaded before somebody asks for them. */
export const directory = (options: DirectoryOptions = {}) =>
  definePlugin({
    id: 'connector/directory',
    ...access,
    views: [
      view(allWalletsView, () => onDemand().then(door => door.allWalletsView(options)), { title: allWalletsTitle }),
      view(getWalletView, () => onDemand().then(door => door.getWalletView()), { title: getWalletTitle }),
      view(getWalletsView, () => onDemand().then(door => door.getWalletsView()), { title: getWalletTitle }),
      view(whatIsAWalletView, () => onDemand().then(door => door.whatIsAWalletView()), { title: whatIsAWalletTitle }),
    ],
    setup(context) {
      const { remote } = options
      const load = once(async () => (await (await onDemand()).directory()).create(context, options))
      context.provideLazy(walletDirectory, ['wallets', 'page', 'find', 'searched'], async () => {
        const loaded = await load()
        return { create: () => loaded }
      })
      if (remote)
        context.handle(walletPages, async (ask, signal) => {
          const { askRemote } = await (await onDemand()).remote()
          return askRemote(context.use(http), remote, ask, signal)
        })
      context.contribute(connectEntries, {
        id: 'allWallets',
        rank: 'last',
        label: allWalletsTitle,
        icon: 'grid',
        view: allWalletsView,
        tag: read => howMany(read, options)?.toString(),
      })
      context.contribute(walletFinders, { id: 'directory', find: async id => (await load()).find(id) })
      context.contribute(headerActions, { id: 'help', view: connectView.id, label: whatIsAWalletTitle, icon: 'help', target: whatIsAWalletView })
      context.contribute(connectParts, { id: 'noWallet', load: () => import('./views/no-wallet.js') })
      context.contribute(languagePacks, { id: 'directory', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
    },
  })
