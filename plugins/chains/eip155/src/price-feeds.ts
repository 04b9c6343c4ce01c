import { definePlugin, once, type Plugin } from '@portico/kernel'
import { tokenPricesEndpoint } from '@portico/kernel/backend'
import type { PriceFeedsOptions } from './options.js'

/**
 * Prices from on-chain feeds, for hosts without a price backend. A feed that is too old, not
 * positive or unreachable gives no price instead of a wrong one.
 */
export const priceFeeds = ({ networks, feeds }: PriceFeedsOptions): Plugin =>
  definePlugin({
    id: 'chain/eip155-price-feeds',
    setup(context) {
      const reader = once(() =>
        import('./assets/price-feeds.js').then(code => code.createFeedReader(networks, feeds)),
      )
      context.handle(
        tokenPricesEndpoint,
        async (query, signal) => (await reader())(query, signal),
        {
          id: 'feeds',
          rank: 'late',
          when: ({ network, currency }) =>
            feeds.some(feed => feed.network === network && feed.currency === currency),
        },
      )
    },
  })
