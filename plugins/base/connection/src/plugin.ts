import { definePlugin, view } from '@portico/kernel'
import {
  connectingExternalView,
  connection as connectionService,
  connectView,
  languagePacks,
  message,
  networksView,
  selectChainView,
  type Translation,
  unsupportedChainView,
} from '@portico/kernel/contracts'
import { createConnectionService } from './connection-service.js'
import type { ConnectionOptions } from './options.js'
import { access, connectTitle } from './refs.js'

/** Connects wallets, restores and ends connections, switches networks. The controller loads with the first call, or when a saved connection exists. */
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
      context.provide(connectionService, createConnectionService(context, options))
      context.contribute(languagePacks, { id: 'connection', translations: import.meta.glob<Translation>('./text/*.ts') })
    },
  })
