import { definePlugin, view } from '@portico/kernel'
import {
  accountActions,
  accountParts,
  has,
  languagePacks,
  message,
  modalOpened,
  swapQuotes,
  type Translation,
  transactions,
  walletConnected,
} from '@portico/kernel/contracts'
import type { SwapOptions } from './options.js'
import { access, hasSent, methods, swapPreviewView, swapReceiptView, swapSelectTokenView, swapService, swapView } from './refs.js'
import { isRestricted } from './time-zones.js'

const titleMessage = /* @__PURE__ */ message('swap.title', 'Swap')
const controller = () => import('./swap-controller.js')

/** Exchanges tokens on every network for which a route is included. Nothing of it is loaded before somebody wants to, or a swap of theirs is under way. */
export const swap = (options: SwapOptions = {}) =>
  definePlugin({
    id: 'feature/swap',
    ...access,
    views: [
      view(swapView, () => import('./views/swap-view.js'), { title: titleMessage }),
      view(swapSelectTokenView, () => import('./views/swap-select-token-view.js')),
      view(swapPreviewView, () => import('./views/swap-preview-view.js')),
      view(swapReceiptView, () => import('./views/swap-receipt-view.js')),
    ],
    setup(context) {
      context.provideLazy(swapService, methods, () => controller().then(code => ({ create: () => code.create(context, options) })))
      context.contribute(accountActions, {
        id: 'swaps',
        label: titleMessage,
        icon: 'swap',
        view: swapView,
        when: read => has(read, swapQuotes, transactions) && !isRestricted(options.restrictedTimeZones),
      })
      context.contribute(accountParts, {
        id: 'swap',
        place: 'notice',
        when: read => hasSent(read, 'approve'),
        load: () => import('./views/swap-notice.js'),
      })
      context.contribute(languagePacks, { id: 'swap', translations: import.meta.glob<Translation>('./text/*.ts') })
      // What was under way before a reload, as soon as its wallet is there again: before that, nothing leaves the page. And what nobody knew of, when somebody looks again.
      const follow = () => {
        if (hasSent(context, Date.now()))
          controller()
            .then(code => code.follow(context))
            .catch(context.report)
      }
      context.on(walletConnected, follow)
      context.on(modalOpened, follow)
    },
  })
