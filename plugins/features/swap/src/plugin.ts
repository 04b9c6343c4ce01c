import { definePlugin, view } from '@portico/kernel'
import { accountActions, accountParts, has, languagePacks, modalOpened, swapQuotes, transactions, walletConnected } from '@portico/kernel/contracts'
import type { SwapOptions } from './options.js'
import { access, hasSent, methods, swapPreviewView, swapReceiptView, swapSelectTokenView, swapService, swapView } from './refs.js'
import { previewTitle, receiptTitle, selectTitle, swapTitle } from './text/titles.js'
import { isRestricted } from './time-zones.js'

const onDemand = () => import('./on-demand.js')

/** Exchanges tokens on every network for which a route is included. Nothing of it is loaded before somebody wants to, or a swap of theirs is under way. */
export const swap = (options: SwapOptions = {}) =>
  definePlugin({
    id: 'feature/swap',
    ...access,
    views: [
      view(swapView, () => onDemand().then(door => door.form()), { title: swapTitle }),
      view(swapSelectTokenView, () => onDemand().then(door => door.select()), { title: selectTitle }),
      view(swapPreviewView, () => onDemand().then(door => door.preview()), { title: previewTitle }),
      view(swapReceiptView, () => onDemand().then(door => door.receipt()), { title: receiptTitle }),
    ],
    setup(context) {
      context.provideLazy(swapService, methods, () => onDemand().then(door => door.controller(context, options)))
      context.contribute(accountActions, {
        id: 'swaps',
        label: swapTitle,
        icon: 'swap',
        view: swapView,
        when: read => has(read, swapQuotes, transactions) && !isRestricted(options.restrictedTimeZones),
      })
      context.contribute(accountParts, {
        id: 'swap',
        place: 'notice',
        when: read => hasSent(read, 'approve'),
        load: () => onDemand().then(door => door.notice()),
      })
      context.contribute(languagePacks, { id: 'swap', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
      // What was under way before a reload, as soon as its wallet is there again: before that, nothing leaves the page. And what nobody knew of, when somebody looks again.
      const follow = () => {
        if (hasSent(context, Date.now()))
          onDemand()
            .then(door => door.follow(context))
            .catch(context.report)
      }
      context.on(walletConnected, follow)
      context.on(modalOpened, follow)
    },
  })
