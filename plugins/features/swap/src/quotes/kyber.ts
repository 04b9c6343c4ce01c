/** Swaps on Ethereum and its kin by KyberSwap, which looks for the best way over many exchanges and wants no key. Its answers are read before they are signed. */
import { definePlugin, once, type Plugin } from '@portico/kernel'
import { type Hex, http, type NetworkId, networkOf, type SwapQuotes, swapQuotes } from '@portico/kernel/contracts'
import type { UniswapDeployment } from './evm.js'

/** How KyberSwap calls a network, and its MetaAggregationRouterV2 there. */
export interface KyberPlace {
  readonly chain: string
  readonly router: Hex
  /** Against whose markets it is measured what a swap loses. Default: Uniswap's there, where that is known. */
  readonly market?: UniswapDeployment
}
export interface KyberQuotesOptions {
  /** Where its API is. Default `https://aggregator-api.kyberswap.com`. */
  readonly url?: string
  /** What the service is told of who asks (`x-client-id`). Default `portico`. */
  readonly clientId?: string
  /** By network (`eip155:1`), beside those that are known, or in their place. Null takes one away. */
  readonly places?: Readonly<Record<string, KyberPlace | null>>
}

/** The same on every chain but zkSync, which is not here. Source: https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/contracts/aggregator-contract-addresses */
const router: Hex = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
/** By the chain slugs of its API: https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/aggregator-api-specification/evm-swaps */
export const kyberPlaces: Readonly<Record<string, KyberPlace>> = {
  'eip155:1': { chain: 'ethereum', router },
  'eip155:10': { chain: 'optimism', router },
  'eip155:56': { chain: 'bsc', router },
  'eip155:137': { chain: 'polygon', router },
  'eip155:8453': { chain: 'base', router },
  'eip155:42161': { chain: 'arbitrum', router },
  'eip155:43114': { chain: 'avalanche', router },
}

/** Quotes of KyberSwap. Loads nothing, and asks nothing, before the first quote. */
export const kyberQuotes = ({ url = 'https://aggregator-api.kyberswap.com', clientId = 'portico', places = {} }: KyberQuotesOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/swap/kyber',
    needs: [http],
    setup(context) {
      const revoke: NonNullable<SwapQuotes['revoke']> = async (network, approval, signal) =>
        (await import('../lazy/evm/revocation.js')).revocation(networkOf(context, network)?.rpcUrls ?? [], network, approval, signal)
      for (const [id, place] of Object.entries({ ...kyberPlaces, ...places })) {
        const network = id as NetworkId
        if (!place) continue
        const route = once(async () => {
          const { createKyberRoute } = await import('../lazy/kyber/kyber.js')
          return createKyberRoute(context.use(http), { url, clientId, ...place }, networkOf(context, network)?.rpcUrls ?? [], network)
        })
        const quote: SwapQuotes['quote'] = async (ask, signal) => (await route())(ask, signal)
        const tokens: NonNullable<SwapQuotes['tokens']> = async () => (await import('../lazy/token-lists.js')).listedTokens(network)
        context.offer(swapQuotes, network, { name: 'KyberSwap', dialect: 'eip155/transaction', quote, tokens, revoke }, { id: 'kyber' })
      }
    },
  })
