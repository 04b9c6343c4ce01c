import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import { noWalletPartsSlot } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { openingRulesSlot } from '@portico/kernel/shell'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { walletRoutesSlot } from '@portico/kernel/wallet'
import { forgetStoredSessions } from './forgetting.js'
import { openingRule } from './opening-rule.js'
import { isConfigured, type WalletConnectOptions } from './options.js'
import {
  access,
  connectingWalletConnectBasicView,
  connectingWalletConnectView,
  pairingsService,
} from './refs.js'
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
          view(
            connectingWalletConnectBasicView,
            () => import('./views/connecting-walletconnect-basic-view.js'),
            {
              title: message('walletconnect.title', 'WalletConnect'),
            },
          ),
          view(
            connectingWalletConnectView,
            () => import('./views/connecting-walletconnect-view.js'),
          ),
        ]
      : [],
    setup(context) {
      const parts = once(() => discovery().then(code => code.open(context, options)))
      context.provideLazy(pairingsService, ['choose', 'offer'], () =>
        parts().then(loaded => ({ create: () => loaded })),
      )
      forgetStoredSessions(context, options, () => parts().then(({ forget }) => forget()))
      if (!isConfigured(options))
        return context.onStart(async () =>
          context.report(new (await import('./errors.js')).WalletConnectError('UNCONFIGURED')),
        )
      context.contribute(discoveriesSlot, {
        id: 'walletconnect',
        load: discovery,
        start: () => parts().then(({ list }) => list()),
      })
      context.contribute(languagePacksSlot, {
        id: 'walletconnect',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      if (options.pairOnOpen !== false)
        context.contribute(noWalletPartsSlot, {
          id: 'pairing',
          place: 'frame',
          load: () => import('./views/pairing-frame.js'),
        })
      context.contribute(openingRulesSlot, openingRule)
      context.contribute(walletRoutesSlot, walletRoute)
      // The rule needs the environment, which is detected during wallet discovery.
      context.onStart(() => {
        if (openingRule.decide(context, {})) return context.find(connectionService)?.discover()
      })
    },
  })
