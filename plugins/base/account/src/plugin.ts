import { definePlugin, once, view } from '@portico/kernel'
import {
  accountView,
  forgetView,
  type SettingsOptions,
  settingsView,
} from '@portico/kernel/account'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import { serveByNetwork } from '@portico/kernel/chain'
import { headerActionsSlot } from '@portico/kernel/shell'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import {
  access,
  accountPageService,
  forgetMessage,
  settingsMessage,
  walletsMessage,
  walletsView,
} from './refs.js'

export interface AccountOptions {
  /** Parts of Settings that are left out. */
  readonly settings?: SettingsOptions
}

/** The account's page with its places for features, the wallets, and the settings. */
export const account = ({ settings }: AccountOptions = {}) =>
  definePlugin({
    id: 'base/account',
    ...access,
    views: [
      view(accountView, () => import('./views/account-view.js'), {
        title: message('account.title', 'Account'),
      }),
      view(walletsView, () => import('./views/wallets-view.js'), { title: walletsMessage }),
      view(
        settingsView,
        () => import('./views/settings-view.js').then(code => code.open(settings)),
        {
          title: settingsMessage,
        },
      ),
      view(forgetView, () => import('./views/forget-view.js'), { title: forgetMessage }),
    ],
    setup(context) {
      context.provideLazy(
        accountPageService,
        ['selectTab', 'refresh', 'readBalance'],
        () => import('./account-page-controller.js'),
      )
      context.contribute(headerActionsSlot, {
        id: 'settings',
        view: accountView.id,
        label: settingsMessage,
        icon: 'settings',
        target: settingsView,
      })
      context.contribute(languagePacksSlot, {
        id: 'account',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      const chainBalance = once(() =>
        import('./chain-balance.js').then(code => code.createChainBalance(context)),
      )
      serveByNetwork(context, nativeBalanceEndpoint, balancesCapability, async (ask, signal) =>
        (await chainBalance())(ask, signal),
      )
    },
  })
