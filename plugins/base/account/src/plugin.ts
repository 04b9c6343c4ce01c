import { definePlugin, view } from '@portico/kernel'
import { accountView, headerActions, languagePacks, settingsView } from '@portico/kernel/contracts'
import { serveNativeBalance } from './native-balance.js'
import { access, accountPage, walletsView } from './refs.js'

const onDemand = () => import('./views/on-demand.js')

/** The account's page with its places for features, the wallets, and the settings. */
export const account = () =>
  definePlugin({
    id: 'base/account',
    ...access,
    views: [
      view(accountView, () => import('./views/account-view.js'), { title: { id: 'account.title', en: 'Account' } }),
      view(walletsView, () => onDemand().then(views => views.wallets()), { title: { id: 'account.wallets', en: 'Wallets' } }),
      view(settingsView, () => onDemand().then(views => views.settings()), { title: { id: 'account.settings', en: 'Settings' } }),
    ],
    setup(context) {
      context.provideLazy(accountPage, ['selectTab', 'refresh'], () => import('./account-page-controller.js'))
      context.contribute(headerActions, {
        id: 'settings',
        view: accountView.id,
        label: { id: 'account.settings', en: 'Settings' },
        icon: 'settings',
        target: settingsView,
      })
      context.contribute(languagePacks, {
        id: 'account',
        languages: ['de', 'ar'],
        load: language => import('./text/languages.js').then(module => module.load(language)),
      })
      serveNativeBalance(context)
    },
  })
