import type { Hex } from '@portico/kernel/chain'
import { type UniswapDeployment, uniswapDeployments } from '../uniswap/uniswap-deployments.js'

/** The only contracts of a network that a backend's transactions may pay. */
export interface ConvertRouters {
  /** For a backend that swaps on Uniswap v3 itself, as `@portico/backend` does. */
  readonly uniswap?: Pick<UniswapDeployment, 'router' | 'wrapped'>
  /** For a backend that uses 1inch: AggregationRouterV6. */
  readonly oneInch?: Hex
  /**
   * Against whose markets it is measured what a swap loses. Default: Uniswap's there, where that is
   * known.
   */
  readonly market?: UniswapDeployment
}
/**
 * One address on all chains but zkSync. Source: `src/constants.ts` of `@1inch/limit-order-sdk`,
 * whose protocol is part of the same contract.
 */
const oneInch: Hex = '0x111111125421cA6dc452d289314280a0f8842A65'
/** The networks with quotes. */
const chainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
export const convertRouters: Readonly<Record<string, ConvertRouters>> =
  /* @__PURE__ */ Object.fromEntries(
    chainIds.map(chainId => {
      const uniswap = uniswapDeployments[`eip155:${chainId}`]
      return [
        `eip155:${chainId}`,
        {
          oneInch: chainId === 324 ? '0x6fd4383cB451173D5f9304F041C7BCBf27d561fF' : oneInch,
          ...(uniswap && { uniswap }),
        },
      ]
    }),
  )
