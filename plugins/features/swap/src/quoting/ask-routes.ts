/** Queries every route, and ranks the answers. */
import { withTimeout } from '@portico/kernel'
import type {
  SwapQuote,
  SwapQuoteRequest,
  SwapQuotes,
  SwapStep,
} from '@portico/kernel/capabilities'
import {
  type Message,
  ModalError,
  message,
  unloadedMessage,
  withValues,
} from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'
import { SwapError } from '../errors.js'
import type { Quoted } from '../swap.js'
import { minimumReceived } from './slippage.js'
import { netOutput, type Priced } from './swap-math.js'

export const walletReasonMessage = /* @__PURE__ */ message('swap.error.walletReason', '{reason}')

/** A route that never answers does not block the others. */
const timeoutMs = 8_000

export interface Route {
  readonly id: string
  readonly value: SwapQuotes
}
export type Answer =
  | { readonly route: Route; readonly quote: SwapQuote }
  | { readonly route: Route; readonly error: unknown }

/**
 * Never rejects: what a route threw is its answer. Calls `onAnswers` with all answers so far
 * whenever one arrives, and at once where there is no route.
 */
export async function askAll(
  routes: readonly Route[],
  quoteRequest: SwapQuoteRequest,
  onAnswers: (answers: readonly Answer[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const answers: Answer[] = []
  if (!routes.length) await onAnswers(answers)
  await Promise.all(
    routes.map(async route => {
      answers.push(
        await askOne(route, quoteRequest, signal).then(
          quote => ({ route, quote }),
          (error: unknown) => ({ route, error }),
        ),
      )
      await onAnswers(answers)
    }),
  )
}

/**
 * Throws what the route threw, and a SwapError for an answer that contradicts itself or the
 * question: our own minimum is the least (threats S21 to S23).
 */
export async function askOne(
  route: Route,
  quoteRequest: SwapQuoteRequest,
  signal: AbortSignal,
): Promise<SwapQuote> {
  const quote = await withTimeout(own => route.value.quote(quoteRequest, own), timeoutMs, signal)
  const fault = faultOf(quote, quoteRequest, route.value.dialect)
  if (fault) throw new SwapError('SWAP_REFUSED', { route: route.value.name, fault })
  return quote
}
function faultOf(
  { toAmount, minimumReceived: least, steps, expiresAt }: SwapQuote,
  quoteRequest: SwapQuoteRequest,
  dialect: string,
): string | undefined {
  if (typeof toAmount !== 'bigint' || typeof least !== 'bigint' || toAmount <= 0n) return 'amount'
  if (least > toAmount || least < minimumReceived(toAmount, quoteRequest.slippageBasisPoints))
    return 'minimum'
  if (
    steps[steps.length - 1]?.kind !== 'swap' ||
    steps.length > 3 ||
    new Set(steps.map(({ kind }) => kind)).size < steps.length
  )
    return 'steps'
  return (
    steps.map(step => faultOfStep(step, quoteRequest, dialect)).find(Boolean) ??
    (expiresAt > Date.now() ? undefined : 'expiry')
  )
}
function faultOfStep(
  step: SwapStep,
  quoteRequest: SwapQuoteRequest,
  dialect: string,
): string | undefined {
  if (
    step.kind !== 'permit' &&
    (step.draft.network !== quoteRequest.network || step.draft.dialect !== dialect)
  )
    return 'network'
  if (step.kind === 'swap') return undefined
  const { token, amount } = step.approval
  if (token !== quoteRequest.from) return 'token'
  const isRequested =
    amount === 'unlimited'
      ? quoteRequest.unlimited
      : amount === (step.kind === 'reset' ? 0n : quoteRequest.amount)
  return isRequested ? undefined : 'amount'
}

export interface Comparison {
  readonly target: Omit<Priced, 'amount'>
  readonly native: Omit<Priced, 'amount'>
}
/** Ranks quotes by their output after costs, and collects the refusals of the other routes. */
export function ranked(answers: readonly Answer[], { target, native }: Comparison) {
  const offers = answers.flatMap(answer => {
    if (!('quote' in answer)) return []
    const { toAmount, cost } = answer.quote
    return [
      {
        ...answer,
        net: netOutput(
          { ...target, amount: toAmount },
          { ...native, amount: cost?.kind === 'native' ? cost.amount : 0n },
        ),
      },
    ]
  })
  return {
    offers: offers.sort((one, other) => (one.net === other.net ? 0 : one.net > other.net ? -1 : 1)),
    refusals: answers.flatMap(answer => ('error' in answer ? [answer] : [])),
  }
}

/** Returns the message of a route without a quote: its own, or that of the thrown error. */
export function problemOf(error: unknown): Message {
  if (error instanceof ModalError) return error.userMessage
  const { kind, message: reason } = walletProblem(error)
  if (kind === 'unloaded') return unloadedMessage
  return reason
    ? withValues(walletReasonMessage, { reason })
    : new SwapError('SWAP_UNAVAILABLE').userMessage
}
/** Converts a quote for the screen. `offers` and `refusals`: all that were compared. */
export function shownOf(
  {
    route,
    quoteRequest,
    quote,
  }: { readonly route: Route; readonly quoteRequest: SwapQuoteRequest; readonly quote: SwapQuote },
  key: string,
  { offers, refusals }: ReturnType<typeof ranked>,
): Quoted {
  const named = ({ id, value }: Route) => ({ id, name: value.name })
  const { simulated = false, steps, ...said } = quote
  return {
    ...said,
    simulated,
    key,
    route: named(route),
    network: quoteRequest.network,
    sold: quoteRequest.amount,
    steps: steps.map(({ kind }) => kind),
    transactions: steps.filter(step => step.kind !== 'permit'),
    routes: [
      ...offers.map(one => ({ ...named(one.route), toAmount: one.quote.toAmount, net: one.net })),
      ...refusals.map(one => ({ ...named(one.route), problem: problemOf(one.error) })),
    ],
  }
}
