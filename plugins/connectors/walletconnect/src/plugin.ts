import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import { connection, discoveries, languagePacks, openingRules, walletRoutes } from '@portico/kernel/contracts'
import { openingRule } from './opening-rule.js'
import { isConfigured, type WalletConnectOptions } from './options.js'
import { access, connectingWalletConnectBasicView, connectingWalletConnectView, deepLinks } from './refs.js'
import { walletRoute } from './wallet-route.js'

const onDemand = () => import('./on-demand.js')

/** Wallets on other devices, paired by WalletConnect. Its library arrives when somebody pairs, or when there is a session to take up again. */
export const walletconnect = (options: WalletConnectOptions = {}): Plugin =>
  definePlugin({
    id: 'connector/walletconnect',
    ...access,
    views: isConfigured(options)
      ? [
          view(connectingWalletConnectBasicView, () => onDemand().then(door => door.basicView()), {
            title: { id: 'walletconnect.title', en: 'WalletConnect' },
          }),
          view(connectingWalletConnectView, () => onDemand().then(door => door.walletView())),
        ]
      : [],
    setup(context) {
      const parts = once(() => onDemand().then(door => door.open(context, options)))
      context.provideLazy(deepLinks, ['choose'], async () => ({ create: () => ({ choose: async link => (await parts()).choose(link) }) }))
      if (!isConfigured(options)) return context.onStart(() => onDemand().then(door => context.report(door.unconfigured())))
      context.contribute(discoveries, { id: 'walletconnect', load: onDemand, start: () => parts().then(({ list }) => list()) })
      context.contribute(languagePacks, { id: 'walletconnect', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
      context.contribute(openingRules, openingRule)
      context.contribute(walletRoutes, walletRoute)
      // The rule has to know where the page runs, which is found out when wallets are looked for.
      context.onStart(() => {
        if (openingRule.decide(context, {})) return context.find(connection)?.discover()
      })
    },
  })
