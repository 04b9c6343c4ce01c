/** Uniswap v3 for servers: the requests and transactions of `/evm`, without a page or a wallet. */
import { once } from '@portico/kernel'
import type { NetworkId } from '@portico/kernel/chain'
import type { UniswapDesk } from './exchange-for-servers.js'
import type { UniswapDeployment } from './uniswap-deployments.js'

export { SwapError } from '../../errors.js'
export type { Exchange, Order, OrderAsk, UniswapDesk } from './exchange-for-servers.js'
export { type UniswapDeployment, uniswapDeployments } from './uniswap-deployments.js'

/**
 * Requests nothing before the first call. `urls`: JSON-RPC endpoints of the network (`eip155:1`).
 */
export function openUniswap(
  urls: readonly string[],
  network: NetworkId,
  deployment: UniswapDeployment,
): UniswapDesk {
  const desk = once(async () =>
    (await import('./exchange-for-servers.js')).createDesk(urls, network, deployment),
  )
  return {
    quote: async (exchange, signal) => (await desk()).quote(exchange, signal),
    allowance: async (token, owner, signal) => (await desk()).allowance(token, owner, signal),
    approval: async (token, amount) => (await desk()).approval(token, amount),
    order: async (ask, signal) => (await desk()).order(ask, signal),
  }
}
