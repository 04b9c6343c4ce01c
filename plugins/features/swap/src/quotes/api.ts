/** Swaps on Ethereum and its kin by a backend that speaks the convert API: one's own (`@portico/backend`), or a hosted one. Whatever it answers is read before it is signed. */
import { definePlugin, once, type Plugin } from '@portico/kernel'
import { type Hex, http, type NetworkId, networkOf, type SwapQuotes, swapQuotes } from '@portico/kernel/contracts'
import { type UniswapDeployment, uniswapDeployments } from './evm.js'

/** Whom a backend may have paid on a network: nobody else is, whatever it says. */
export interface ConvertRouters {
  /** Where a backend exchanges on Uniswap v3 itself, as `@portico/backend` does. */
  readonly uniswap?: Pick<UniswapDeployment, 'router' | 'wrapped'>
  /** Where it asks 1inch: AggregationRouterV6. */
  readonly oneInch?: Hex
  /** Against whose markets it is measured what a swap loses. Default: Uniswap's there, where that is known. */
  readonly market?: UniswapDeployment
}
export interface ApiQuotesOptions {
  /** Origin, and path if there is one: that of `backend({ url })`. */
  readonly url: string
  readonly projectId?: string
  /** Sent as `sv` with what is read. Default `html-universal`. */
  readonly sdkVersion?: string
  /** By network (`eip155:1`), beside those that are known, or in their place. Null takes one away. */
  readonly routers?: Readonly<Record<string, ConvertRouters | null>>
}

/** One address on all chains but zkSync. Source: `src/constants.ts` of `@1inch/limit-order-sdk`, whose protocol is part of the same contract. */
const oneInch: Hex = '0x111111125421cA6dc452d289314280a0f8842A65'
/** The networks that it quotes for. */
const chainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
export const convertRouters: Readonly<Record<string, ConvertRouters>> = /* @__PURE__ */ Object.fromEntries(
  chainIds.map(chainId => {
    const uniswap = uniswapDeployments[`eip155:${chainId}`]
    return [`eip155:${chainId}`, { oneInch: chainId === 324 ? '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF' : oneInch, ...(uniswap && { uniswap }) }]
  }),
)

/** Quotes of a backend. Loads nothing, and asks nothing, before the first quote. */
export const apiQuotes = ({ routers = {}, ...service }: ApiQuotesOptions): Plugin =>
  definePlugin({
    id: 'feature/swap/api',
    needs: [http],
    setup(context) {
      const load = once(() => import('../lazy/api/convert-client.js').then(code => code.createConvertClient(context, service)))
      const revoke: NonNullable<SwapQuotes['revoke']> = async (network, approval, signal) =>
        (await import('../lazy/evm/revocation.js')).revocation(networkOf(context, network)?.rpcUrls ?? [], network, approval, signal)
      for (const [id, trusted] of Object.entries({ ...convertRouters, ...routers })) {
        const network = id as NetworkId
        if (!trusted) continue
        const route = once(async () => {
          const [client, { createApiRoute }] = await Promise.all([load(), import('../lazy/api/api.js')])
          return createApiRoute(client, trusted, networkOf(context, network)?.rpcUrls ?? [], network)
        })
        const quote: SwapQuotes['quote'] = async (ask, signal) => (await route())(ask, signal)
        const tokens: NonNullable<SwapQuotes['tokens']> = async (_, signal) => (await load()).tokens(network, signal)
        context.offer(swapQuotes, network, { name: 'Convert API', dialect: 'eip155/transaction', quote, tokens, revoke }, { id: 'api' })
      }
    },
  })
