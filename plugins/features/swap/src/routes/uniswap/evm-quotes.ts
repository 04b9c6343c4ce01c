/**
 * Swaps on EVM chains, priced by the network itself. The only entry of this plugin that knows these
 * chains.
 */
import { definePlugin, once, type Plugin } from '@portico/kernel'
import { type SwapQuotes, swapQuotesCapability } from '@portico/kernel/capabilities'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import { type UniswapDeployment, uniswapDeployments } from './uniswap-deployments.js'

export { type UniswapDeployment, uniswapDeployments }

export interface EvmQuotesOptions {
  /**
   * By network (`eip155:1`), beside those that are known, or in their place. Null takes one away.
   * Known are Ethereum, OP Mainnet, BNB Chain, Polygon, Base, Arbitrum One and Avalanche; not
   * ZKsync, Gnosis, Fantom, Kaia and Aurora, for which `apiQuotes` has a route.
   */
  readonly deployments?: Readonly<Record<string, UniswapDeployment | null>>
}

/**
 * Creates the plugin for quotes of Uniswap v3, read from the chain: without a server and without a
 * key. Loads nothing before the first quote.
 */
export const evmQuotes = ({ deployments = {} }: EvmQuotesOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/swap/evm',
    setup(context) {
      const revoke: NonNullable<SwapQuotes['revoke']> = async (network, approval, signal) =>
        (await import('./revocation.js')).revocation(
          networkOf(context, network)?.rpcUrls ?? [],
          network,
          approval,
          signal,
        )
      for (const [id, deployment] of Object.entries({ ...uniswapDeployments, ...deployments })) {
        const network = id as NetworkId
        if (!deployment) continue
        const route = once(async () =>
          (await import('./uniswap.js')).createUniswapRoute(
            networkOf(context, network)?.rpcUrls ?? [],
            network,
            deployment,
          ),
        )
        const quote: SwapQuotes['quote'] = async (quoteRequest, signal) =>
          (await route())(quoteRequest, signal)
        const tokens: NonNullable<SwapQuotes['tokens']> = async () =>
          (await import('../../tokens/token-lists.js')).listedTokens(network)
        context.offer(
          swapQuotesCapability,
          network,
          { name: 'Uniswap', dialect: 'eip155/transaction', quote, tokens, revoke },
          { id: 'uniswap' },
        )
      }
    },
  })
