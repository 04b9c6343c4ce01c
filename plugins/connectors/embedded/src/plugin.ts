import { definePlugin, once, type Plugin } from '@portico/kernel'
import { settingsRowsSlot } from '@portico/kernel/account'
import { connectMethodsSlot } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { languagePacksSlot, type Translation } from '@portico/kernel/text'
import { accountMessage } from './account-messages.js'
import { walletAccountCalls, walletAccountService, walletAccountView } from './account-refs.js'
import { views } from './lazy-views.js'
import { checkedUrl, type EmbeddedOptions } from './options.js'
import {
  access,
  emailLoginCalls,
  emailLoginService,
  passkeyLoginService,
  walletUserSlice,
} from './refs.js'

/**
 * Adds a wallet that belongs to a login by e-mail. Its keys are in a frame on an origin of its own,
 * which loads when a person logs in, or did so before.
 */
export const embedded = (options: EmbeddedOptions = {}): Plugin =>
  definePlugin({
    id: 'connector/embedded',
    ...access,
    views: options.url ? views : [],
    setup(context) {
      const { url, namespaces } = options
      const page = globalThis.window
      const frame = url && checkedUrl(url, page?.location.origin ?? '')
      const parts = once(async () => {
        const { createEmbeddedWallet } = await import('./login/embedded-wallet.js')
        return createEmbeddedWallet(context, { page, frame, namespaces })
      })
      context.provideLazy(emailLoginService, emailLoginCalls, async () => ({
        create: async () => (await parts()).login,
      }))
      context.provideLazy(passkeyLoginService, ['logIn', 'cancel'], async () => ({
        create: async () => (await parts()).passkey,
      }))
      context.provideLazy(walletAccountService, walletAccountCalls, async () => ({
        create: async () => (await parts()).account,
      }))
      if (!frame)
        return context.onStart(async () =>
          context.report(new (await import('./errors.js')).EmbeddedError('UNCONFIGURED')),
        )
      context.contribute(discoveriesSlot, {
        id: 'embedded',
        start: async () => {
          if (context.state(walletUserSlice).wasUsed) (await parts()).listConnectors()
        },
      })
      context.contribute(connectMethodsSlot, {
        id: 'email',
        load: () => import('./views/email-entry.js'),
      })
      context.contribute(settingsRowsSlot, {
        id: 'embedded',
        label: accountMessage,
        icon: 'mail',
        view: walletAccountView,
        when: read => Object.keys(read.state(walletUserSlice).users).length > 0,
      })
      context.contribute(languagePacksSlot, {
        id: 'embedded',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
