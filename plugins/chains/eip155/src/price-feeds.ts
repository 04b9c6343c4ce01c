import { definePlugin, once, type Plugin } from '@portico/kernel'
import { tokenPrices } from '@portico/kernel/contracts'
import type { PriceFeedsOptions } from './options.js'

/** Prices from the chain itself, where no backend knows any. A feed that is too old, not positive or out of reach gives no price rather than a wrong one. */
export const priceFeeds = ({ networks, feeds }: PriceFeedsOptions): Plugin =>
  definePlugin({
    id: 'chain/eip155-price-feeds',
    setup(context) {
      const reader = once(() => import('./lazy/price-feeds.js').then(code => code.createFeedReader(networks, feeds)))
      context.handle(tokenPrices, async (ask, signal) => (await reader())(ask, signal), {
        id: 'feeds',
        rank: 'late',
        when: ({ network, currency }) => feeds.some(feed => feed.network === network && feed.currency === currency),
      })
    },
  })
