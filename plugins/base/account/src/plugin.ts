import { definePlugin, view } from '@portico/kernel'
import { accountView, headerActions, languagePacks, settingsView } from '@portico/kernel/contracts'
import { serveNativeBalance } from './native-balance.js'
import { access, accountPage, walletsView } from './refs.js'

const settings = { id: 'account.settings', en: 'Settings' }
const onDemand = () => import('./on-demand.js')

/** The account's page with its places for features, the wallets, and the settings. */
export const account = () =>
  definePlugin({
    id: 'base/account',
    ...access,
    views: [
      view(accountView, () => onDemand().then(door => door.accountView()), { title: { id: 'account.title', en: 'Account' } }),
      view(walletsView, () => onDemand().then(door => door.walletsView()), { title: { id: 'account.wallets', en: 'Wallets' } }),
      view(settingsView, () => onDemand().then(door => door.settingsView()), { title: settings }),
    ],
    setup(context) {
      context.provideLazy(accountPage, ['selectTab', 'refresh'], () => onDemand().then(door => door.controller()))
      context.contribute(headerActions, {
        id: 'settings',
        view: accountView.id,
        label: settings,
        icon: 'settings',
        target: settingsView,
      })
      context.contribute(languagePacks, { id: 'account', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
      serveNativeBalance(context, () => onDemand().then(door => door.chainBalance(context)))
    },
  })
