import { definePlugin, view } from '@portico/kernel'
import { accountView, headerActions, languagePacks, message, settingsView, type Translation } from '@portico/kernel/contracts'
import { serveNativeBalance } from './native-balance.js'
import { access, accountPage, settingsMessage, walletsMessage, walletsView } from './refs.js'

/** The account's page with its places for features, the wallets, and the settings. */
export const account = () =>
  definePlugin({
    id: 'base/account',
    ...access,
    views: [
      view(accountView, () => import('./views/account-view.js'), { title: message('account.title', 'Account') }),
      view(walletsView, () => import('./views/wallets-view.js'), { title: walletsMessage }),
      view(settingsView, () => import('./views/settings-view.js'), { title: settingsMessage }),
    ],
    setup(context) {
      context.provideLazy(accountPage, ['selectTab', 'refresh'], () => import('./account-page-controller.js'))
      context.contribute(headerActions, {
        id: 'settings',
        view: accountView.id,
        label: settingsMessage,
        icon: 'settings',
        target: settingsView,
      })
      context.contribute(languagePacks, { id: 'account', translations: import.meta.glob<Translation>('./text/*.ts') })
      serveNativeBalance(context, () => import('./chain-balance.js').then(code => code.createChainBalance(context)))
    },
  })
