import { definePlugin, view } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import { walletConnectedEvent } from '@portico/kernel/session'
import { modalOpenedEvent } from '@portico/kernel/shell'
import { languagePacksSlot, type Translation } from '@portico/kernel/text'
import {
  appKind,
  outboxService,
  pendingView,
  receiptView,
  transactionKindsSlot,
} from '@portico/kernel/transactions'
import { access, hasUnseen, mayChangeSince, methods } from './refs.js'

/**
 * Submits, stores, follows and announces transactions for features and hosts. Its code loads with
 * the first submission, or while a transaction is pending.
 */
export const transactions = () =>
  definePlugin({
    id: 'base/transactions',
    ...access,
    views: [
      view(receiptView, () => import('./views/receipt-view.js')),
      view(pendingView, () => import('./views/pending-view.js')),
    ],
    setup(context) {
      context.provideLazy(outboxService, methods, () => import('./outbox-controller.js'))
      context.contribute(accountPartsSlot, {
        id: 'transactions',
        place: 'notice',
        when: hasUnseen,
        load: () => import('./views/notice.js').then(code => code.open(context)),
      })
      context.contribute(transactionKindsSlot, {
        id: appKind,
        wording: () => import('./app-wording.js').then(({ appWording }) => appWording()),
      })
      context.contribute(languagePacksSlot, {
        id: 'transactions',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      // What was pending before a reload is followed once its wallet is connected: before that,
      // nothing leaves the page. So is what its chain may take back. What has no answer yet is
      // polled again when the modal is opened.
      context.on(
        [walletConnectedEvent, modalOpenedEvent],
        () =>
          void (
            hasUnseen(context, mayChangeSince()) &&
            import('./outbox-controller.js')
              .then(code => code.resume(context))
              .catch(context.report)
          ),
      )
    },
  })
