import { definePlugin, view } from '@portico/kernel'
import {
  connectingExternalView,
  connectView,
  networksView,
  selectChainView,
  unsupportedChainView,
  unsupportedNetworkMessage,
} from '@portico/kernel/connect-page'
import { connectionService } from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { createConnectionService, loadConnectView } from './connection-service.js'
import type { ConnectionOptions } from './options.js'
import { access, connectTitle } from './refs.js'

/**
 * Connects wallets, restores and ends connections, switches networks. The controller loads with the
 * first call, or when a saved connection exists.
 */
export const connection = (options: ConnectionOptions = {}) =>
  definePlugin({
    id: 'base/connection',
    ...access,
    provides: [connectionService],
    views: [
      view(connectView, loadConnectView, { title: connectTitle }),
      view(connectingExternalView, () => import('./views/connecting-external-view.js'), {
        title: message('connection.title.connecting', 'Connecting'),
      }),
      view(selectChainView, () => import('./views/select-chain-view.js')),
      view(networksView, () => import('./views/networks-view.js'), {
        title: message('connection.title.networks', 'Choose network'),
      }),
      view(unsupportedChainView, () => import('./views/unsupported-chain-view.js'), {
        title: unsupportedNetworkMessage,
        backCloses: true,
      }),
    ],
    setup(context) {
      context.provide(connectionService, createConnectionService(context, options))
      context.contribute(languagePacksSlot, {
        id: 'connection',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
