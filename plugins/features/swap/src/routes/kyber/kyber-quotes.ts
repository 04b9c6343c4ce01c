/**
 * Swaps on EVM networks by KyberSwap, which compares many exchanges and needs no key. Each
 * transaction is checked before it is signed.
 */
import { definePlugin, once, type Plugin } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { type SwapQuotes, swapQuotesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { type KyberPlace, kyberPlaces } from './kyber-places.js'

export { type KyberPlace, kyberPlaces }

export interface KyberQuotesOptions {
  /** The address of the API. Default `https://aggregator-api.kyberswap.com`. */
  readonly url?: string
  /** Identifies the client to the service (`x-client-id`). Default `portico`. */
  readonly clientId?: string
  /**
   * By network (`eip155:1`), beside those that are known, or in their place. Null takes one away.
   */
  readonly places?: Readonly<Record<string, KyberPlace | null>>
}

/**
 * Creates the plugin for quotes of KyberSwap. Loads and requests nothing before the first quote.
 */
export const kyberQuotes = ({
  url = 'https://aggregator-api.kyberswap.com',
  clientId = 'portico',
  places = {},
}: KyberQuotesOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/swap/kyber',
    needs: [httpService],
    setup(context) {
      const revoke: NonNullable<SwapQuotes['revoke']> = async (network, approval, signal) =>
        (await import('../uniswap/revocation.js')).revocation(
          networkOf(context, network)?.rpcUrls ?? [],
          network,
          approval,
          signal,
        )
      for (const [id, place] of Object.entries({ ...kyberPlaces, ...places })) {
        const network = id as NetworkId
        if (!place) continue
        const route = once(async () => {
          const { createKyberRoute } = await import('./kyber.js')
          return createKyberRoute(
            context.use(httpService),
            { url, clientId, ...place },
            networkOf(context, network)?.rpcUrls ?? [],
            network,
          )
        })
        const quote: SwapQuotes['quote'] = async (quoteRequest, signal) =>
          (await route())(quoteRequest, signal)
        const tokens: NonNullable<SwapQuotes['tokens']> = async () =>
          (await import('../../tokens/token-lists.js')).listedTokens(network)
        context.offer(
          swapQuotesCapability,
          network,
          { name: 'KyberSwap', dialect: 'eip155/transaction', quote, tokens, revoke },
          { id: 'kyber' },
        )
      }
    },
  })
