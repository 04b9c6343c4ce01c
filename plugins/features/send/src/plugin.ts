import { definePlugin, view } from '@portico/kernel'
import {
  accountActions,
  accountParts,
  addresses,
  has,
  languagePacks,
  message,
  modalOpened,
  selectTokenMessage,
  type Translation,
  transactions,
  transfers,
  walletConnected,
} from '@portico/kernel/contracts'
import type { SendOptions } from './options.js'
import { access, hasUnseen, mayChangeSince, methods, sendPreviewView, sendReceiptView, sendSelectTokenView, sendService, sendView } from './refs.js'

const titleMessage = /* @__PURE__ */ message('send.title', 'Send')

/** Lets people send tokens on every chain that can prepare and send a transfer. Nothing of it is loaded before somebody wants to, or a transfer of theirs is under way. */
export const send = (options: SendOptions = {}) =>
  definePlugin({
    id: 'feature/send',
    ...access,
    views: [
      view(sendView, () => import('./views/send-view.js'), { title: titleMessage }),
      view(sendSelectTokenView, () => import('./views/send-select-token-view.js'), { title: selectTokenMessage }),
      view(sendPreviewView, () => import('./views/send-preview-view.js'), { title: message('send.preview', 'Review') }),
      view(sendReceiptView, () => import('./views/send-receipt-view.js'), { title: message('send.receipt', 'Transfer') }),
    ],
    setup(context) {
      context.provideLazy(sendService, methods, () => import('./send-controller.js').then(code => ({ create: () => code.create(context, options) })))
      context.contribute(accountActions, {
        id: 'send',
        label: titleMessage,
        icon: 'up',
        view: sendView,
        when: read => has(read, addresses, transfers, transactions),
      })
      context.contribute(accountParts, { id: 'send', place: 'notice', when: read => hasUnseen(read), load: () => import('./views/sent-notice.js') })
      context.contribute(languagePacks, { id: 'send', translations: import.meta.glob<Translation>('./text/*.ts') })
      const follow = () => import('./outbox.js').then(code => code.resume(context))
      // What was under way before a reload, as soon as its wallet is there again: before that, nothing leaves the page. What its chain may take back, too. And
      // what nobody knew of, when somebody looks again.
      for (const event of [walletConnected, modalOpened])
        context.on(event as typeof modalOpened, () => void (hasUnseen(context, mayChangeSince()) && follow().catch(context.report)))
    },
  })
