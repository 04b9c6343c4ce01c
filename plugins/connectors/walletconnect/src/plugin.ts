import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { connectionService, forgottenEvent } from '@portico/kernel/session'
import { openingRulesSlot } from '@portico/kernel/shell'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { walletRoutesSlot } from '@portico/kernel/wallet'
import { openingRule } from './opening-rule.js'
import { isConfigured, type WalletConnectOptions } from './options.js'
import { access, connectingWalletConnectBasicView, connectingWalletConnectView, deepLinksService, memorySlice } from './refs.js'
import { walletRoute } from './wallet-route.js'

const discovery = /* @__PURE__ */ once(() => import('./discovery.js'))

/**
 * Adds wallets on other devices, paired by WalletConnect.
 * Its library is loaded for a pairing, or to restore a session.
 */
export const walletconnect = (options: WalletConnectOptions = {}): Plugin =>
  definePlugin({
    id: 'connector/walletconnect',
    ...access,
    views: isConfigured(options)
      ? [
          view(connectingWalletConnectBasicView, () => import('./views/connecting-walletconnect-basic-view.js'), {
            title: message('walletconnect.title', 'WalletConnect'),
          }),
          view(connectingWalletConnectView, () => import('./views/connecting-walletconnect-view.js')),
        ]
      : [],
    setup(context) {
      const parts = once(() => discovery().then(code => code.open(context, options)))
      context.provideLazy(deepLinksService, ['choose'], async () => ({ create: () => ({ choose: async link => (await parts()).choose(link) }) }))
      context.on(forgottenEvent, ({ waitUntil }) => {
        // Where the controller is loaded, it closes the library first.
        if (context.state(memorySlice).phase === 'unread') waitUntil(import('./relay/library-storage.js').then(code => code.deleteLibraryStorage()))
      })
      if (!isConfigured(options)) return context.onStart(async () => context.report(new (await import('./errors.js')).WalletConnectError('UNCONFIGURED')))
      context.contribute(discoveriesSlot, { id: 'walletconnect', load: discovery, start: () => parts().then(({ list }) => list()) })
      context.contribute(languagePacksSlot, { id: 'walletconnect', translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']) })
      context.contribute(openingRulesSlot, openingRule)
      context.contribute(walletRoutesSlot, walletRoute)
      // The rule needs the environment, which is detected during wallet discovery.
      context.onStart(() => {
        if (openingRule.decide(context, {})) return context.find(connectionService)?.discover()
      })
    },
  })
