/**
 * The route over KyberSwap: two requests to its service, whose answers are compared with the
 * request.
 */
import { type Http, HttpError } from '@portico/kernel/backend'
import type { SwapQuotes } from '@portico/kernel/capabilities'
import type { Hex, NetworkId } from '@portico/kernel/chain'
import { SwapError } from '../../errors.js'
import {
  approvalsFor,
  failing,
  quoteExchange,
  readMeans,
  refuse,
  shownOf,
  swapBy,
} from '../shared/exchange.js'
import { createMarket } from '../shared/market-loss.js'
import { coin, faultOfCall, readKyber } from '../shared/router-readings.js'
import { chainIdOf, isSame, sidesOf } from '../uniswap/assets.js'
import { createDecimalsCheck } from '../uniswap/decimals.js'
import { createNode } from '../uniswap/node.js'
import type { Spender } from '../uniswap/route-steps.js'
import { numberOf } from '../uniswap/simulation.js'
import { uniswapDeployments } from '../uniswap/uniswap-deployments.js'
import { readBuilt, readRoute } from './answers.js'
import type { KyberPlace } from './kyber-places.js'

const name = 'KyberSwap'
// Seconds until the transaction expires. The service itself keeps a route for half a minute.
const deadlineSeconds = 20 * 60

export interface KyberService extends KyberPlace {
  readonly url: string
  readonly clientId: string
}
/**
 * Creates the route. `quote` throws a SwapError when the swap is impossible or the answer differs
 * from the request, and an HttpError or a ChainError without an answer.
 */
export function createKyberRoute(
  http: Http,
  { url, clientId, chain, router, market: trusted }: KyberService,
  urls: readonly string[],
  network: NetworkId,
): SwapQuotes['quote'] {
  const node = createNode(urls, chainIdOf(network))
  const checkDecimals = createDecimalsCheck(node, network)
  const market = createMarket(node, trusted ?? uniswapDeployments[network])
  const base = `${url.replace(/\/+$/, '')}/${chain}/api/v1`
  const headers = { 'x-client-id': clientId }
  const place: Spender = { name, network, router }

  return async (quoteRequest, signal) => {
    const sides = sidesOf(quoteRequest, network)
    const [from] = sides
    const [tokenIn, tokenOut] = sides.map(asset => (asset === 'native' ? coin : asset))
    const account = quoteRequest.account.address as Hex
    const query = { tokenIn, tokenOut, amountIn: String(quoteRequest.amount) }
    const [way, gasPrice, lossOf] = await Promise.all([
      http.get(`${base}/routes`, { query, headers, read: readRoute, signal }).catch(orNoRoute),
      node.gasPrice(signal),
      market(sides, quoteRequest.amount, signal),
      checkDecimals(quoteRequest, signal),
    ])
    const deadline = Math.floor(Date.now() / 1000) + deadlineSeconds
    const body = {
      routeSummary: way.summary,
      sender: account,
      recipient: account,
      slippageTolerance: quoteRequest.slippageBasisPoints,
      deadline,
      source: clientId,
    }
    const built = await http
      .post(`${base}/route/build`, { body, headers, read: readBuilt, signal })
      .catch(failing('SWAP_TRANSACTION'))

    const least = readKyber(built.data, account)?.minimum
    const shown = shownOf(
      quoteRequest,
      sides,
      built.amountOut < way.toAmount ? built.amountOut : way.toAmount,
      least,
    )
    const gas = built.gas > way.gas ? built.gas : way.gas
    const value = from === 'native' ? quoteRequest.amount : 0n
    if (!isSame(built.routerAddress, router)) refuse(name, 'router')
    if (built.transactionValue !== undefined && built.transactionValue !== value)
      refuse(name, 'value')
    const transaction = { to: router, data: built.data, value }
    refuse(name, faultOfCall({ ...transaction, gas }, shown, readKyber))

    const means =
      from === 'native' ? undefined : await readMeans(node, from, account, place, signal)
    const approvals =
      means && from !== 'native'
        ? await approvalsFor(node, quoteRequest, from, means.allowed, place, signal)
        : []
    return quoteExchange(
      node,
      {
        name,
        shown,
        approvals,
        swap: swapBy(transaction, gas, place, deadline * 1000),
        owned: means?.owned,
        gasPrice,
        impact: lossOf(shown.toAmount),
        exchangedBy: numberOf,
      },
      signal,
    )
  }
}

/** The service answers 4xx with its own error code without a route, and for an unknown token. */
function orNoRoute(error: unknown): never {
  throw error instanceof HttpError && error.status !== undefined && error.status < 429
    ? new SwapError('SWAP_NO_ROUTE', { cause: error })
    : error
}
