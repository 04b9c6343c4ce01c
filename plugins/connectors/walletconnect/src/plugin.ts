import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import { connection, discoveries, languagePacks, message, openingRules, type Translation, walletRoutes } from '@portico/kernel/contracts'
import { openingRule } from './opening-rule.js'
import { isConfigured, type WalletConnectOptions } from './options.js'
import { access, connectingWalletConnectBasicView, connectingWalletConnectView, deepLinks } from './refs.js'
import { walletRoute } from './wallet-route.js'

const discovery = () => import('./discovery.js')

/** Wallets on other devices, paired by WalletConnect. Its library arrives when somebody pairs, or when there is a session to take up again. */
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
      context.provideLazy(deepLinks, ['choose'], async () => ({ create: () => ({ choose: async link => (await parts()).choose(link) }) }))
      if (!isConfigured(options)) return context.onStart(async () => context.report(new (await import('./errors.js')).WalletConnectError('UNCONFIGURED')))
      context.contribute(discoveries, { id: 'walletconnect', load: discovery, start: () => parts().then(({ list }) => list()) })
      context.contribute(languagePacks, { id: 'walletconnect', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.contribute(openingRules, openingRule)
      context.contribute(walletRoutes, walletRoute)
      // The rule has to know where the page runs, which is found out when wallets are looked for.
      context.onStart(() => {
        if (openingRule.decide(context, {})) return context.find(connection)?.discover()
      })
    },
  })
