import { definePlugin, view } from '@portico/kernel'
import { accountActionsSlot, accountPartsSlot } from '@portico/kernel/account'
import { swapQuotesCapability, transactionsCapability } from '@portico/kernel/capabilities'
import { has } from '@portico/kernel/session'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import { transactionKindsSlot } from '@portico/kernel/transactions'
import type { SwapOptions } from './options.js'
import {
  access,
  hasAllowance,
  methods,
  swapPreviewView,
  swapSelectTokenView,
  swapService,
  swapView,
} from './refs.js'
import { isRestricted } from './time-zones.js'

const titleMessage = /* @__PURE__ */ message('swap.title', 'Swap')

/**
 * Exchanges tokens on every network for which a route is included. Its code loads when the person
 * opens it, or with a pending swap.
 */
export const swap = (options: SwapOptions = {}) =>
  definePlugin({
    id: 'feature/swap',
    ...access,
    views: [
      view(swapView, () => import('./views/swap-view.js'), { title: titleMessage }),
      view(swapSelectTokenView, () => import('./views/swap-select-token-view.js')),
      view(swapPreviewView, () => import('./views/swap-preview-view.js')),
    ],
    setup(context) {
      context.provideLazy(swapService, methods, () =>
        import('./swap-controller.js').then(code => ({
          create: () => code.create(context, options),
        })),
      )
      context.contribute(accountActionsSlot, {
        id: 'swaps',
        label: titleMessage,
        icon: 'swap',
        view: swapView,
        openWith: ({ asset }) => context.views.push(swapView, { source: asset }),
        when: read =>
          has(read, swapQuotesCapability, transactionsCapability) &&
          !isRestricted(options.restrictedTimeZones),
      })
      context.contribute(transactionKindsSlot, {
        id: 'swap',
        wording: () => import('./execution/transaction-wording.js').then(({ wording }) => wording),
        parts: () => import('./views/swap-parts.js').then(({ parts }) => parts),
        form: swapView,
      })
      context.contribute(accountPartsSlot, {
        id: 'swap',
        place: 'notice',
        when: hasAllowance,
        load: () => import('./views/unused-approvals-notice.js').then(code => code.open(context)),
      })
      context.contribute(languagePacksSlot, {
        id: 'swap',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
    },
  })
