import { definePlugin, once, type Plugin } from '@portico/kernel'
import { type AssetId, type Hex, type NetworkId, tokenPrices } from '@portico/kernel/contracts'
import type { EvmNetwork } from './networks.js'

/** A contract that says what something is worth, by the interface of Chainlink's aggregators. */
export interface PriceFeed {
  /** What it is the price of: a token, or the native coin of `network`, on any chain. */
  readonly asset: AssetId | 'native'
  readonly network: NetworkId
  readonly symbol: string
  /** `usd`, `eur`, … in small letters. */
  readonly currency: string
  readonly address: Hex
  /** The EVM network that the contract is on. Default: `network`. */
  readonly on?: NetworkId
  /** Older answers are no price. Seconds. Default 86,400: many feeds speak once a day where nothing moves. */
  readonly maxAge?: number
}
export interface PriceFeedsOptions {
  /** Where the feeds are, with the endpoints that are asked. */
  readonly networks: readonly EvmNetwork[]
  readonly feeds: readonly PriceFeed[]
}

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
