import { definePlugin } from '@portico/kernel'
import { accountSwitched, disconnected, languagePacks, networkSwitched, walletConnected } from '@portico/kernel/contracts'
import type { SwapOptions } from './options.js'
import { access, hasPending, methods, swapService, swapSlice } from './refs.js'

const onDemand = () => import('./on-demand.js')

/** Exchanges tokens on every network for which a route is included. Nothing of it is loaded before somebody wants to, or a swap of theirs is under way. */
export const swap = (options: SwapOptions = {}) =>
  definePlugin({
    id: 'feature/swap',
    ...access,
    setup(context) {
      context.provideLazy(swapService, methods, async () => {
        const { create } = await (await onDemand()).controller()
        return { create: () => create(context, options) }
      })
      context.contribute(languagePacks, { id: 'swap', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
      // What was under way before a reload, as soon as its wallet is there again: before that, nothing leaves the page.
      const follow = async () => (await (await onDemand()).follower()).followAll(context)
      context.on(walletConnected, () => void (hasPending(context) && follow().catch(context.report)))
      const forget = () => context.reset(swapSlice)
      for (const event of [disconnected, networkSwitched, accountSwitched]) context.on(event as typeof disconnected, forget)
    },
  })
