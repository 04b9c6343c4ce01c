/**
 * The route over Uniswap v3, from the chain alone: the output, the approvals it needs first, and
 * the transactions to sign.
 */
import type {
  PermitStep,
  SwapQuote,
  SwapQuoteRequest,
  SwapQuotes,
  SwapStep,
} from '@portico/kernel/capabilities'
import type { Hex, NetworkId } from '@portico/kernel/chain'
import { wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import { minimumReceived } from '../../quoting/slippage.js'
import { chainIdOf, isSame, sidesOf } from './assets.js'
import type { Shown } from './check.js'
import { createDecimalsCheck } from './decimals.js'
import { createNode } from './node.js'
import { permitCall, permitQuestions, readPermitFacts } from './permit.js'
import { createWitnesses, lossBeside } from './price-witnesses.js'
import { aroundSwapGas, createPricing, lossOf, wrapGas } from './pricing.js'
import {
  approvalSteps,
  bodyOf,
  permitStep,
  type RoutePlace,
  routerStep,
  wrapStep,
} from './route-steps.js'
import type { Path } from './router-calls.js'
import { allowanceOf, balanceOf, takesOver, tryIt } from './simulation.js'
import type { UniswapDeployment } from './uniswap-deployments.js'

// The gas of an approval, when the network cannot estimate it (spec section 9).
const approvalGas = 150_000n
const goodForMs = 30_000

/** A request together with its output. */
interface Deal {
  readonly quoteRequest: SwapQuoteRequest
  readonly shown: Shown
  readonly path: Path
  /** The gas of the exchange alone. */
  readonly gas: bigint
  readonly gasPrice: bigint
  /** As `SwapQuote.impact`. */
  readonly impact: bigint | undefined
}

/**
 * Throws a SwapError from `quote` for what cannot be swapped, a ChainError when the network does
 * not answer.
 */
export function createUniswapRoute(
  urls: readonly string[],
  network: NetworkId,
  deployment: UniswapDeployment,
): SwapQuotes['quote'] {
  const chainId = chainIdOf(network)
  const node = createNode(urls, chainId)
  const priceOf = createPricing(node, deployment)
  const checkDecimals = createDecimalsCheck(node, network)
  const askWitnesses = createWitnesses(urls, chainId, deployment)
  const place: RoutePlace = {
    name: 'Uniswap',
    network,
    router: deployment.router,
    wrapped: deployment.wrapped,
  }

  const fromCoin = async (
    { shown, path, gas, gasPrice, impact }: Deal,
    signal: AbortSignal,
  ): Promise<SwapQuote> => {
    const swap = { ...routerStep(shown, path, place), gas }
    return quoteOf(shown, [swap], gasPrice, await tryIt(node, shown, [], swap, signal), impact)
  }

  const fromToken = async (deal: Deal, token: Hex, signal: AbortSignal): Promise<SwapQuote> => {
    const { quoteRequest, shown, path, gas, gasPrice, impact } = deal
    const { account } = shown
    const questions = [
      { to: token, data: allowanceOf(account, place.router) },
      { to: token, data: balanceOf(account) },
    ]
    const [allowance, balance, ...permits] = await node.readAll(
      [...questions, ...permitQuestions(token, account)],
      signal,
    )
    const [allowed, owned] = [allowance, balance].map(answer => wordAt(answer ?? '', 0))
    if (allowed === undefined || owned === undefined) throw new SwapError('SWAP_ALLOWANCE')

    const signed =
      quoteRequest.permit &&
      allowed < quoteRequest.amount &&
      isGood(quoteRequest.permit.step, quoteRequest)
        ? permitCall(quoteRequest.permit, token)
        : undefined
    const swap = { ...routerStep(shown, path, place, signed), gas }
    const approvals =
      signed || allowed >= quoteRequest.amount
        ? []
        : await neededApprovals(deal, token, allowed, signal)
    // Without the sold tokens nothing can be simulated; the form shows the missing balance.
    const simulated =
      owned >= quoteRequest.amount && (await tryIt(node, shown, approvals, swap, signal))
    if (!approvals.length) return quoteOf(shown, [swap], gasPrice, simulated, impact)

    const facts =
      quoteRequest.permits && !quoteRequest.unlimited
        ? readPermitFacts(permits, token, chainId)
        : undefined
    if (facts)
      return quoteOf(
        shown,
        [permitStep(quoteRequest, token, facts, chainId, place), swap],
        gasPrice,
        simulated,
        impact,
      )

    const known = approvals.map(async step => ({
      ...step,
      gas: (await node.estimate({ from: account, ...bodyOf(step) }, signal)) ?? approvalGas,
    }))
    return quoteOf(shown, [...(await Promise.all(known)), swap], gasPrice, simulated, impact)
  }
  const neededApprovals = async (
    { quoteRequest, shown }: Deal,
    token: Hex,
    allowed: bigint,
    signal: AbortSignal,
  ) => {
    const steps = approvalSteps(quoteRequest, token, allowed, place)
    const [reset, approve] = steps
    return reset && approve && (await takesOver(node, shown.account, approve, signal))
      ? [approve]
      : steps
  }

  return async (quoteRequest, signal) => {
    const { account, amount, slippageBasisPoints } = quoteRequest
    const [from, to] = sidesOf(quoteRequest, network)
    const [sold, bought] = [from, to].map(asset =>
      asset === 'native' ? deployment.wrapped : asset,
    ) as [Hex, Hex]
    const shownFor = (toAmount: bigint, minimum: bigint): Shown => ({
      account: account.address as Hex,
      from,
      to,
      amount,
      toAmount,
      minimum,
    })
    if (isSame(sold, bought)) {
      const shown = shownFor(amount, amount)
      const [gasPrice] = await Promise.all([
        node.gasPrice(signal),
        checkDecimals(quoteRequest, signal),
      ])
      // The coin and its wrapped token have the same value, which needs no second source.
      return {
        ...quoteOf(shown, [{ ...wrapStep(shown, place), gas: wrapGas }], gasPrice, false, 0n),
        priceSources: 2,
      }
    }
    const own = async (): Promise<SwapQuote> => {
      const [{ path, toAmount, gas, part }, gasPrice] = await Promise.all([
        priceOf(sold, bought, amount, signal),
        node.gasPrice(signal),
        checkDecimals(quoteRequest, signal),
      ])
      const least = minimumReceived(toAmount, slippageBasisPoints)
      const { minimumReceived: promised = 0n } = quoteRequest
      const shown = shownFor(toAmount, promised > least && promised <= toAmount ? promised : least)
      const deal: Deal = {
        quoteRequest,
        shown,
        path,
        gas: gas + aroundSwapGas,
        gasPrice,
        impact: lossOf({ amount, toAmount }, part),
      }
      return from === 'native' ? fromCoin(deal, signal) : fromToken(deal, from, signal)
    }
    const [quote, witnesses] = await Promise.all([
      own(),
      askWitnesses(sold, bought, amount, signal),
    ])
    if (!witnesses) return quote
    return {
      ...quote,
      impact: lossBeside(witnesses, { amount, toAmount: quote.toAmount }, quote.impact),
      priceSources: 2,
    }
  }
}

function quoteOf(
  { toAmount, minimum }: Shown,
  steps: readonly SwapStep[],
  gasPrice: bigint,
  simulated: boolean,
  impact: bigint | undefined,
): SwapQuote {
  const gas = steps.reduce((sum, step) => sum + (('gas' in step && step.gas) || 0n), 0n)
  return {
    toAmount,
    minimumReceived: minimum,
    steps: steps as SwapQuote['steps'],
    cost: { kind: 'native', amount: gas * gasPrice },
    impact,
    simulated,
    expiresAt: Date.now() + goodForMs,
  }
}
/** True while a signed permit is still valid for this request. */
const isGood = ({ deadline, approval }: PermitStep, quoteRequest: SwapQuoteRequest): boolean =>
  deadline > Date.now() &&
  approval.amount === quoteRequest.amount &&
  approval.token === quoteRequest.from
