/**
 * Turns the answer of a service into a quote: compares it with the request, simulates it, and adds
 * its costs.
 */
import { HttpAnswerError, HttpError } from '@portico/kernel/backend'
import type { SwapQuote, SwapQuoteRequest, SwapStep } from '@portico/kernel/capabilities'
import { type Eip155Transaction, eip155Transaction, type Hex } from '@portico/kernel/chain'
import { wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import type { Fault, Shown } from '../uniswap/check.js'
import { multicall3, type Node, type Trial } from '../uniswap/node.js'
import { approvalSteps, bodyOf, type Spender } from '../uniswap/route-steps.js'
import {
  allowanceOf,
  balanceOf,
  coinsOf,
  keepsPart,
  numberOf,
  takesOver,
} from '../uniswap/simulation.js'
import { promisedOf } from './promised-amount.js'

// The gas of an approval, when the network cannot estimate it (spec section 9).
const approvalGas = 150_000n
const goodForMs = 30_000

/**
 * Of two that they say, the lesser counts. `least`: what their calldata makes the chain enforce,
 * undefined where it cannot be read.
 */
export function shownOf(
  quoteRequest: SwapQuoteRequest,
  [from, to]: readonly [Hex | 'native', Hex | 'native'],
  said: bigint,
  least: bigint | undefined,
): Shown {
  return {
    account: quoteRequest.account.address as Hex,
    from,
    to,
    amount: quoteRequest.amount,
    ...promisedOf(said, least, quoteRequest.slippageBasisPoints),
  }
}
/** Wraps a failed request of a service in the error of that request. */
export const failing =
  (code: 'SWAP_ALLOWANCE' | 'SWAP_APPROVAL' | 'SWAP_TRANSACTION') =>
  (error: unknown): never => {
    throw error instanceof HttpError || error instanceof HttpAnswerError
      ? new SwapError(code, { cause: error })
      : error
  }
/** Throws a SwapError SWAP_REFUSED for a fault. */
export function refuse(route: string, fault: Fault | undefined): void {
  if (fault) throw new SwapError('SWAP_REFUSED', { route, fault })
}
/** Builds the swap step. `deadline`: milliseconds since the epoch, when the calldata has one. */
export const swapBy = (
  transaction: Eip155Transaction,
  gas: bigint,
  { network }: Spender,
  deadline?: number,
): SwapStep => ({
  kind: 'swap',
  draft: eip155Transaction.draft(network, transaction),
  gas,
  ...(deadline !== undefined && { deadline }),
})

/**
 * What the account lets the router take of a token, and what it has. Throws a SwapError for what is
 * no token.
 */
export async function readMeans(
  node: Node,
  token: Hex,
  account: Hex,
  { router }: Spender,
  signal: AbortSignal,
) {
  const questions = [
    { to: token, data: allowanceOf(account, router) },
    { to: token, data: balanceOf(account) },
  ]
  const [allowed, owned] = (await node.readAll(questions, signal)).map(answer =>
    wordAt(answer ?? '', 0),
  )
  if (allowed === undefined || owned === undefined) throw new SwapError('SWAP_ALLOWANCE')
  return { allowed, owned }
}
/**
 * What has to be allowed before the router can take what is sold: exactly that, after a reset only
 * where the token demands it.
 */
export async function approvalsFor(
  node: Node,
  quoteRequest: SwapQuoteRequest,
  token: Hex,
  allowed: bigint,
  place: Spender,
  signal: AbortSignal,
): Promise<readonly SwapStep[]> {
  if (allowed >= quoteRequest.amount) return []
  const steps = approvalSteps(quoteRequest, token, allowed, place)
  const [reset, approve] = steps
  const needed =
    reset &&
    approve &&
    (await takesOver(node, quoteRequest.account.address as Hex, approve, signal))
      ? [approve]
      : steps
  return Promise.all(
    needed.map(async step => ({
      ...step,
      gas:
        (await node.estimate(
          { from: quoteRequest.account.address as Hex, ...bodyOf(step) },
          signal,
        )) ?? approvalGas,
    })),
  )
}

export interface Exchange {
  /** The name of the route. */
  readonly name: string
  readonly shown: Shown
  readonly approvals: readonly SwapStep[]
  readonly swap: SwapStep
  /** The balance of the sold token; undefined: not requested. */
  readonly owned: bigint | undefined
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  readonly providerFee?: bigint
  /** As `SwapQuote.impact`. */
  readonly impact: bigint | undefined
  /** The output in the router's answer, before the token deducts a transfer fee. */
  exchangedBy(answer: Hex | undefined): bigint
}
/**
 * Tries it where the account has what it takes, and gives the quote. Throws a SwapError for what
 * fails, takes more, or gives less.
 */
export async function quoteExchange(
  node: Node,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<SwapQuote> {
  const { shown, approvals, swap, owned, gasPrice, providerFee, impact } = exchange
  const simulated =
    (owned === undefined || owned >= shown.amount) && (await isTried(node, exchange, signal))
  const steps = [...approvals, swap]
  const gas = steps.reduce((sum, step) => sum + (('gas' in step && step.gas) || 0n), 0n)
  return {
    toAmount: shown.toAmount,
    minimumReceived: shown.minimum,
    steps: steps as [SwapStep, ...SwapStep[]],
    cost: { kind: 'native', amount: gas * gasPrice },
    ...(providerFee !== undefined && { providerFee }),
    impact,
    // When Uniswap's markets give the loss, they are a second source of the price.
    priceSources: impact === undefined ? 1 : 2,
    simulated,
    expiresAt: Date.now() + goodForMs,
  }
}

/** False when the node cannot simulate. */
async function isTried(
  node: Node,
  { name, shown, approvals, swap, exchangedBy }: Exchange,
  signal: AbortSignal,
): Promise<boolean> {
  const { account, from, to, amount, minimum } = shown
  const looks = [lookAt(from, account), lookAt(to, account)]
  const acts = [...approvals, swap].map((step): Trial => ({ from: account, ...bodyOf(step) }))
  const tried = await node.tryAll([...looks, ...acts, ...looks], signal)
  if (!tried) return false
  const failed = tried.find(one => one.failure !== undefined)
  if (failed) throw new SwapError('SWAP_FAILS', { reason: failed.failure })
  const seen = (at: number) => numberOf(tried.at(at)?.answer)
  const [gone, come] = [seen(0) - seen(-2), seen(-1) - seen(1)]
  if (gone > amount) throw new SwapError('SWAP_REFUSED', { route: name, fault: 'amount' })
  if (come <= 0n) throw new SwapError('SWAP_REFUSED', { route: name, fault: 'recipient' })
  if (come < exchangedBy(tried.at(-3)?.answer)) throw keepsPart()
  if (come < minimum) throw new SwapError('SWAP_REFUSED', { route: name, fault: 'minimum' })
  return true
}
const lookAt = (asset: Hex | 'native', account: Hex): Trial =>
  asset === 'native'
    ? { from: account, to: multicall3, data: coinsOf(account) }
    : { from: account, to: asset, data: balanceOf(account) }
