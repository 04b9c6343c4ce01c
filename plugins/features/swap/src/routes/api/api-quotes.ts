/**
 * Swaps on EVM networks by a backend with the convert API: your own (`@portico/backend`), or a
 * hosted one. Each of its transactions is checked before it is signed.
 */
import { definePlugin, once, type Plugin } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { type SwapQuotes, swapQuotesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import type { ConvertService } from './convert-client.js'
import { type ConvertRouters, convertRouters } from './convert-routers.js'

export { type ConvertRouters, convertRouters }

export interface ApiQuotesOptions extends ConvertService {
  /**
   * By network (`eip155:1`), beside those that are known, or in their place. Null takes one away.
   */
  readonly routers?: Readonly<Record<string, ConvertRouters | null>>
}

/**
 * Creates the plugin for quotes of a backend. Loads and requests nothing before the first quote.
 */
export const apiQuotes = ({ routers = {}, ...service }: ApiQuotesOptions): Plugin =>
  definePlugin({
    id: 'feature/swap/api',
    needs: [httpService],
    setup(context) {
      const load = once(() =>
        import('./convert-client.js').then(code => code.createConvertClient(context, service)),
      )
      const revoke: NonNullable<SwapQuotes['revoke']> = async (network, approval, signal) =>
        (await import('../uniswap/revocation.js')).revocation(
          networkOf(context, network)?.rpcUrls ?? [],
          network,
          approval,
          signal,
        )
      for (const [id, trusted] of Object.entries({ ...convertRouters, ...routers })) {
        const network = id as NetworkId
        if (!trusted) continue
        const route = once(async () => {
          const [client, { createApiRoute }] = await Promise.all([load(), import('./api.js')])
          return createApiRoute(
            client,
            trusted,
            networkOf(context, network)?.rpcUrls ?? [],
            network,
          )
        })
        const quote: SwapQuotes['quote'] = async (quoteRequest, signal) =>
          (await route())(quoteRequest, signal)
        const tokens: NonNullable<SwapQuotes['tokens']> = async (_, signal) =>
          (await load()).tokens(network, signal)
        context.offer(
          swapQuotesCapability,
          network,
          { name: 'Convert API', dialect: 'eip155/transaction', quote, tokens, revoke },
          { id: 'api' },
        )
      }
    },
  })
