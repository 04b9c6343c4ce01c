import type { Hex } from '@portico/kernel/chain'
import type { UniswapDeployment } from '../uniswap/uniswap-deployments.js'

/** KyberSwap's name of a network, and its MetaAggregationRouterV2 there. */
export interface KyberPlace {
  readonly chain: string
  readonly router: Hex
  /**
   * Against whose markets it is measured what a swap loses. Default: Uniswap's there, where that is
   * known.
   */
  readonly market?: UniswapDeployment
}
/**
 * The same on every chain but zkSync, which is not here. Source:
 * https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/contracts/aggregator-contract-addresses
 */
const router: Hex = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
/**
 * By the chain slugs of its API:
 * https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/aggregator-api-specification/evm-swaps
 */
export const kyberPlaces: Readonly<Record<string, KyberPlace>> = {
  'eip155:1': { chain: 'ethereum', router },
  'eip155:10': { chain: 'optimism', router },
  'eip155:56': { chain: 'bsc', router },
  'eip155:137': { chain: 'polygon', router },
  'eip155:8453': { chain: 'base', router },
  'eip155:42161': { chain: 'arbitrum', router },
  'eip155:43114': { chain: 'avalanche', router },
}
