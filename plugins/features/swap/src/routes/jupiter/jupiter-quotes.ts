/**
 * Swaps on Solana by Jupiter, which compares all its exchanges and needs no key. Each transaction
 * is parsed and simulated before it is signed.
 */
import { definePlugin, once, type Plugin } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { type SwapQuotes, swapQuotesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf } from '@portico/kernel/chain'

export interface JupiterQuotesOptions {
  /**
   * Where its API is. Default `https://api.jup.ag`, which answers half a question a second without
   * a key.
   */
  readonly url?: string
  /** Default: the main network, the only one with this service. */
  readonly network?: NetworkId
}

/** Creates the plugin for quotes of Jupiter. Loads and requests nothing before the first quote. */
export const jupiterQuotes = ({
  url = 'https://api.jup.ag',
  network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}: JupiterQuotesOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/swap/jupiter',
    needs: [httpService],
    setup(context) {
      const route = once(async () => {
        const { createJupiterRoute } = await import('./jupiter.js')
        return createJupiterRoute(
          context.use(httpService),
          url,
          networkOf(context, network)?.rpcUrls ?? [],
          network,
        )
      })
      const quote: SwapQuotes['quote'] = async (quoteRequest, signal) =>
        (await route())(quoteRequest, signal)
      context.offer(
        swapQuotesCapability,
        network,
        { name: 'Jupiter', dialect: 'solana/transaction', quote },
        { id: 'jupiter' },
      )
    },
  })
