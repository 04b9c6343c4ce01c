import { definePlugin, view } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import {
  addressesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { selectTokenMessage } from '@portico/kernel/chain'
import { has } from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { transactionKindsSlot } from '@portico/kernel/transactions'
import type { SendOptions } from './options.js'
import {
  access,
  methods,
  sendPreviewView,
  sendSelectTokenView,
  sendService,
  sendView,
} from './refs.js'

const titleMessage = /* @__PURE__ */ message('send.title', 'Send')

/**
 * Lets people send tokens on every chain that can prepare and send a transfer. Its code loads when
 * the person opens it, or with a pending transfer.
 */
export const send = (options: SendOptions = {}) =>
  definePlugin({
    id: 'feature/send',
    ...access,
    views: [
      view(sendView, () => import('./views/send-view.js'), { title: titleMessage }),
      view(sendSelectTokenView, () => import('./views/send-select-token-view.js'), {
        title: selectTokenMessage,
      }),
      view(sendPreviewView, () => import('./views/send-preview-view.js')),
    ],
    setup(context) {
      context.provideLazy(sendService, methods, () =>
        import('./send-controller.js').then(code => ({
          create: () => code.create(context, options),
        })),
      )
      context.contribute(accountActionsSlot, {
        id: 'send',
        label: titleMessage,
        icon: 'up',
        view: sendView,
        openWith: token => context.views.push(sendView, { token }),
        when: read => has(read, addressesCapability, transfersCapability, transactionsCapability),
      })
      context.contribute(transactionKindsSlot, {
        id: 'send',
        wording: () => import('./wording.js').then(({ wording }) => wording),
        parts: () => import('./views/transfer-parts.js').then(({ parts }) => parts),
        form: sendView,
      })
      context.contribute(languagePacksSlot, {
        id: 'send',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
