import { definePlugin, view } from '@portico/kernel'
import { accountView, headerActions, languagePacks, settingsView } from '@portico/kernel/contracts'
import { serveNativeBalance } from './native-balance.js'
import { access, accountPage, walletsView } from './refs.js'

const settings = { id: 'account.settings', en: 'Settings' }

/** The account's page with its places for features, the wallets, and the settings. */
export const account = () =>
  definePlugin({
    id: 'base/account',
    ...access,
    views: [
      view(accountView, () => import('./views/account-view.js'), { title: { id: 'account.title', en: 'Account' } }),
      view(walletsView, () => import('./views/wallets-view.js'), { title: { id: 'account.wallets', en: 'Wallets' } }),
      view(settingsView, () => import('./views/settings-view.js'), { title: settings }),
    ],
    setup(context) {
      context.provideLazy(accountPage, ['selectTab', 'refresh'], () => import('./account-page-controller.js'))
      context.contribute(headerActions, {
        id: 'settings',
        view: accountView.id,
        label: settings,
        icon: 'settings',
        target: settingsView,
      })
      context.contribute(languagePacks, {
        id: 'account',
        languages: ['de', 'ar'],
        load: async language => (await import('./text/languages.js')).load(language),
      })
      serveNativeBalance(context, () => import('./chain-balance.js').then(code => code.createChainBalance(context)))
    },
  })
