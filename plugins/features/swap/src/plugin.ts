import { definePlugin, view } from '@portico/kernel'
import {
  accountActions,
  accountParts,
  accountSwitched,
  disconnected,
  has,
  languagePacks,
  networkSwitched,
  swapQuotes,
  transactions,
  walletConnected,
} from '@portico/kernel/contracts'
import type { SwapOptions } from './options.js'
import { access, hasNews, hasPending, methods, swapPreviewView, swapSelectTokenView, swapService, swapSlice, swapView } from './refs.js'
import { previewTitle, selectTitle, swapTitle } from './text/titles.js'
import { isRestricted } from './time-zones.js'

const onDemand = () => import('./on-demand.js')
const views = () => import('./views/door.js')

/** Exchanges tokens on every network for which a route is included. Nothing of it is loaded before somebody wants to, or a swap of theirs is under way. */
export const swap = (options: SwapOptions = {}) =>
  definePlugin({
    id: 'feature/swap',
    ...access,
    views: [
      view(swapView, () => views().then(door => door.swapView()), { title: swapTitle }),
      view(swapSelectTokenView, () => views().then(door => door.selectTokenView()), { title: selectTitle }),
      view(swapPreviewView, () => views().then(door => door.previewView()), { title: previewTitle }),
    ],
    setup(context) {
      context.provideLazy(swapService, methods, async () => {
        const { create } = await (await onDemand()).controller()
        return { create: () => create(context, options) }
      })
      context.contribute(accountActions, {
        id: 'swaps',
        label: swapTitle,
        icon: 'swap',
        view: swapView,
        when: read => has(read, swapQuotes, transactions) && !isRestricted(options.restrictedTimeZones),
      })
      context.contribute(accountParts, { id: 'swap', place: 'notice', when: hasNews, load: () => views().then(door => door.notice()) })
      context.contribute(languagePacks, { id: 'swap', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
      // What was under way before a reload, as soon as its wallet is there again: before that, nothing leaves the page.
      const follow = async () => (await (await onDemand()).follower()).followAll(context)
      context.on(walletConnected, () => void (hasPending(context) && follow().catch(context.report)))
      const forget = () => context.reset(swapSlice)
      for (const event of [disconnected, networkSwitched, accountSwitched]) context.on(event as typeof disconnected, forget)
    },
  })
