import { definePlugin, view } from '@portico/kernel'
import {
  connectingExternalView,
  connection as connectionService,
  connectView,
  languagePacks,
  message,
  networksView,
  openingRules,
  selectChainView,
  unsupportedChainView,
} from '@portico/kernel/contracts'
import { createFace } from './connection-face.js'
import { access, type ConnectionOptions, connectTitle } from './refs.js'
import { unsupportedNetwork } from './unsupported-network.js'

/** Connects wallets, restores and ends connections, switches networks. Its controller is loaded by the first call, or when there is something to restore. */
export const connection = (options: ConnectionOptions = {}) =>
  definePlugin({
    id: 'base/connection',
    ...access,
    provides: [connectionService],
    views: [
      view(connectView, () => import('./views/connect-view.js'), { title: connectTitle }),
      view(connectingExternalView, () => import('./views/connecting-external-view.js'), { title: message('connection.title.connecting', 'Connecting') }),
      view(selectChainView, () => import('./views/select-chain-view.js')),
      view(networksView, () => import('./views/networks-view.js'), { title: message('connection.title.networks', 'Choose network') }),
      view(unsupportedChainView, () => import('./views/unsupported-chain-view.js'), {
        title: message('connection.title.unsupported', 'Unsupported network'),
        backCloses: true,
      }),
    ],
    setup(context) {
      context.provide(connectionService, createFace(context, options))
      context.contribute(openingRules, {
        id: 'unsupportedChain',
        rank: 'first',
        decide: read => (unsupportedNetwork(read, options.allowUnsupportedChain) ? { view: unsupportedChainView } : undefined),
      })
      context.contribute(languagePacks, {
        id: 'connection',
        languages: ['de', 'ar'],
        load: async language => (await import('./text/languages.js')).load(language),
      })
    },
  })
