/**
 * The route of a backend: its answer counts only after it was read, compared with the request, and
 * simulated (threats S20 to S22).
 */
import { HttpError } from '@portico/kernel/backend'
import type { SwapQuoteRequest, SwapQuotes, SwapStep } from '@portico/kernel/capabilities'
import {
  type Eip155Transaction,
  type Hex,
  type NetworkId,
  parseAccountId,
} from '@portico/kernel/chain'
import { SwapError } from '../../errors.js'
import { providerFee } from '../../quoting/swap-math.js'
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
import { faultOfCall, readOneInch } from '../shared/router-readings.js'
import { chainIdOf, isSame, sidesOf } from '../uniswap/assets.js'
import { type Fault, faultOfApproval, faultOfSwap, type Shown } from '../uniswap/check.js'
import { createDecimalsCheck } from '../uniswap/decimals.js'
import { createNode } from '../uniswap/node.js'
import type { Spender } from '../uniswap/route-steps.js'
import { readOrder } from '../uniswap/router-calls.js'
import { exchangedBy, numberOf } from '../uniswap/simulation.js'
import { uniswapDeployments } from '../uniswap/uniswap-deployments.js'
import { addressIn } from './answers.js'
import type { ConvertClient, ConvertRequest } from './convert-client.js'
import type { ConvertRouters } from './convert-routers.js'

const name = 'Convert API'

/** Reads the calldata of one of the trusted routers. */
interface Reader {
  readonly router: Hex
  /** The minimum that the calldata enforces; undefined when it is unreadable. */
  leastOf(data: Hex, quoteRequest: SwapQuoteRequest): bigint | undefined
  faultOf(transaction: Eip155Transaction, shown: Shown): Fault | undefined
  exchangedBy(answer: Hex | undefined): bigint
  /** Milliseconds since the epoch, when the calldata has a deadline. */
  deadlineOf(data: Hex): number | undefined
  /** The provider's fee, when it is not in the calldata. */
  feeOf(amount: bigint): bigint | undefined
}

/**
 * Creates the route. `quote` throws a SwapError when the swap is impossible or the answer differs
 * from the request, and an HttpError or a ChainError without an answer.
 */
export function createApiRoute(
  client: ConvertClient,
  trusted: ConvertRouters,
  urls: readonly string[],
  network: NetworkId,
): SwapQuotes['quote'] {
  const node = createNode(urls, chainIdOf(network))
  const checkDecimals = createDecimalsCheck(node, network)
  const market = createMarket(node, trusted.market ?? uniswapDeployments[network])

  return async (quoteRequest, signal) => {
    const sides = sidesOf(quoteRequest, network)
    const request: ConvertRequest = {
      account: quoteRequest.account,
      network,
      amount: quoteRequest.amount,
      from: sides[0],
      to: sides[1],
    }
    await client.enter(network, signal)
    const [gasPrice, lossOf] = await Promise.all([
      node.gasPrice(signal),
      market(sides, quoteRequest.amount, signal),
      checkDecimals(quoteRequest, signal),
    ])
    const quoted = await client.quote(request, gasPrice, signal).catch(orNoRoute)
    if (!quoted) throw new SwapError('SWAP_REFUSED', { route: name, fault: 'amount' })
    const allowed =
      request.from === 'native'
        ? undefined
        : await client.allowance(request, request.from, signal).catch(failing('SWAP_ALLOWANCE'))
    // Slippage is rounded down to the API's integer, so that it is never above the person's choice.
    const order = await client
      .order(request, Math.floor(quoteRequest.slippageBasisPoints / 100), signal)
      .catch(failing('SWAP_TRANSACTION'))

    const to = addressIn(order.to, network)
    const reader = to && readerOf(to, trusted, sides)
    if (!reader) throw new SwapError('SWAP_REFUSED', { route: name, fault: 'router' })
    const transaction: Eip155Transaction = {
      to,
      data: order.data,
      value: request.from === 'native' ? quoteRequest.amount : 0n,
    }
    const bought = order.amount && order.amount < quoted ? order.amount : quoted
    const shown = shownOf(quoteRequest, sides, bought, reader.leastOf(order.data, quoteRequest))
    refuse(name, reader.faultOf({ ...transaction, gas: order.eip155.gas }, shown))

    const place: Spender = { name, network, router: reader.router }
    const means =
      request.from === 'native'
        ? undefined
        : await readMeans(node, request.from, shown.account, place, signal)
    const approvals =
      means && request.from !== 'native' && (allowed ?? 0n) < quoteRequest.amount
        ? await approve(quoteRequest, request, request.from, means.allowed, place, signal)
        : []
    const fee = reader.feeOf(quoteRequest.amount)
    return quoteExchange(
      node,
      {
        name,
        shown,
        approvals,
        swap: swapBy(transaction, order.eip155.gas, place, reader.deadlineOf(order.data)),
        owned: means?.owned,
        gasPrice,
        impact: lossOf(shown.toAmount),
        exchangedBy: reader.exchangedBy,
        ...(fee !== undefined && { providerFee: fee }),
      },
      signal,
    )
  }

  /**
   * Requests an approval, as clients of the API do, and throws when it differs from the approval
   * that this code would write.
   */
  async function approve(
    quoteRequest: SwapQuoteRequest,
    request: ConvertRequest,
    token: Hex,
    allowed: bigint,
    place: Spender,
    signal: AbortSignal,
  ): Promise<readonly SwapStep[]> {
    const ours = await approvalsFor(node, quoteRequest, token, allowed, place, signal)
    const said = await client
      .approval(request, quoteRequest.unlimited ? undefined : quoteRequest.amount, signal)
      .catch(failing('SWAP_APPROVAL'))
    const amount = quoteRequest.unlimited ? (1n << 256n) - 1n : quoteRequest.amount
    // The answer of build-approve names the token in `from`.
    const named = parseAccountId(said.from)
    refuse(name, named?.network !== network || !isSame(named.address, token) ? 'token' : undefined)
    refuse(
      name,
      faultOfApproval(
        { to: token, data: said.data, value: said.value ?? 0n },
        { token, amount },
        place,
      ),
    )
    return ours
  }
}

function readerOf(
  to: Hex,
  { uniswap, oneInch }: ConvertRouters,
  [from, target]: ReturnType<typeof sidesOf>,
): Reader | undefined {
  const [sold, bought] = [from, target].map(asset =>
    asset === 'native' ? (uniswap?.wrapped ?? '') : asset,
  ) as [string, string]
  const isWrap = isSame(sold, bought)
  if (uniswap && isSame(to, isWrap ? uniswap.wrapped : uniswap.router)) {
    return {
      router: uniswap.router,
      leastOf(data, { amount }) {
        const order = readOrder(data)
        return isWrap ? amount : (order?.unwrap?.minimum ?? order?.swap.amountOutMinimum)
      },
      faultOf: (transaction, shown) =>
        faultOfSwap(transaction, shown, uniswap, Math.floor(Date.now() / 1000)),
      exchangedBy: isWrap ? () => 0n : exchangedBy,
      deadlineOf(data) {
        const deadline = readOrder(data)?.deadline
        return deadline === undefined ? undefined : Number(deadline) * 1000
      },
      feeOf: () => undefined,
    }
  }
  if (!oneInch || !isSame(to, oneInch)) return undefined
  return {
    router: oneInch,
    leastOf: (data, { account }) => readOneInch(data, account.address as Hex)?.minimum,
    faultOf: (transaction, shown) => faultOfCall(transaction, shown, readOneInch),
    exchangedBy: numberOf,
    deadlineOf: () => undefined,
    feeOf: providerFee,
  }
}

/** The service reports a missing route as the first of the `reasons` in its error body. */
function orNoRoute(error: unknown): never {
  const said = error instanceof HttpError ? JSON.stringify(error.response ?? '') : ''
  throw /insufficient liquidity/i.test(said)
    ? new SwapError('SWAP_NO_ROUTE', { cause: error })
    : error
}
