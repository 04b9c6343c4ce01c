import { definePlugin, once, type Plugin, view } from '@portico/kernel'
import { connectMethodsSlot } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { checkedUrl, type EmbeddedOptions } from './options.js'
import { access, emailCodeView, emailLoginService, walletUserSlice } from './refs.js'

/**
 * Adds a wallet that belongs to a login by e-mail. Its keys are in a frame on an origin of its own,
 * which loads when a person logs in, or did so before.
 */
export const embedded = (options: EmbeddedOptions = {}): Plugin =>
  definePlugin({
    id: 'connector/embedded',
    ...access,
    views: options.url
      ? [
          view(emailCodeView, () => import('./views/email-code-view.js'), {
            title: message('embedded.code.title', 'Confirm your e-mail'),
          }),
        ]
      : [],
    setup(context) {
      const { url, namespaces } = options
      const page = globalThis.window
      const frame = url && checkedUrl(url, page?.location.origin ?? '')
      const parts = once(async () => {
        const { createEmbeddedWallet } = await import('./login/embedded-wallet.js')
        return createEmbeddedWallet(context, { page, frame, namespaces })
      })
      context.provideLazy(
        emailLoginService,
        ['sendCode', 'resend', 'submitCode', 'cancel'],
        async () => ({ create: async () => (await parts()).login }),
      )
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
      context.contribute(languagePacksSlot, {
        id: 'embedded',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
