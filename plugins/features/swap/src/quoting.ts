/** Asking every route, and choosing among what they answer. */
import { withTimeout } from '@portico/kernel'
import { type Message, ModalError, type SwapAsk, type SwapQuote, type SwapQuotes, shortMessageOf } from '@portico/kernel/contracts'
import { SwapError } from './errors.js'
import type { Quoted } from './swap.js'
import { minimumReceived, netOutput, type Priced } from './swap-math.js'

/** A route that never answers blocks nobody. */
const patienceMs = 8_000

export interface Route {
  readonly id: string
  readonly value: SwapQuotes
}
export type Answer = { readonly route: Route; readonly quote: SwapQuote } | { readonly route: Route; readonly error: unknown }

/** Never rejects: what a route threw is its answer. `heard` is told of all answers so far whenever one comes. */
export async function askAll(
  routes: readonly Route[],
  ask: SwapAsk,
  heard: (answers: readonly Answer[]) => void,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  await Promise.all(
    routes.map(async route => {
      const answer = await askOne(route, ask, signal).then(
        quote => ({ route, quote }),
        (error: unknown) => ({ route, error }),
      )
      if (signal.aborted) return
      answers.push(answer)
      heard([...answers])
    }),
  )
  return answers
}

/** Throws what the route threw, and a SwapError for an answer that contradicts itself or the question: our own minimum is the least (threats S21 to S23). */
export async function askOne(route: Route, ask: SwapAsk, signal: AbortSignal): Promise<SwapQuote> {
  const quote = await withTimeout(own => route.value.quote(ask, own), patienceMs, signal)
  const fault = faultOf(quote, ask, route.value.dialect)
  if (fault) throw new SwapError('SWAP_REFUSED', { route: route.value.name, fault })
  return quote
}
function faultOf({ toAmount, minimumReceived: least, steps, expiresAt }: SwapQuote, ask: SwapAsk, dialect: string): string | undefined {
  if (typeof toAmount !== 'bigint' || typeof least !== 'bigint' || toAmount <= 0n) return 'amount'
  if (least > toAmount || least < minimumReceived(toAmount, ask.slippageBasisPoints)) return 'minimum'
  if (steps[steps.length - 1]?.kind !== 'swap' || steps.length > 3 || new Set(steps.map(({ kind }) => kind)).size < steps.length) return 'steps'
  if (steps.some(step => step.kind !== 'permit' && (step.draft.network !== ask.network || step.draft.dialect !== dialect))) return 'network'
  const approved = steps.flatMap(step => ('approval' in step ? [{ kind: step.kind, ...step.approval }] : []))
  for (const { kind, token, amount } of approved) {
    if (token !== ask.from) return 'token'
    if (amount === 'unlimited' ? !ask.unlimited : amount !== (kind === 'reset' ? 0n : ask.amount)) return 'amount'
  }
  return expiresAt > Date.now() ? undefined : 'expiry'
}

export interface Comparison {
  readonly target: Omit<Priced, 'amount'>
  readonly native: Omit<Priced, 'amount'>
}
/** The best first, by what is left once its costs are paid; what gives nothing comes last. */
export function ranked(answers: readonly Answer[], { target, native }: Comparison) {
  const offers = answers.flatMap(answer => {
    if (!('quote' in answer)) return []
    const cost = answer.quote.cost?.kind === 'native' ? answer.quote.cost.amount : 0n
    return [{ ...answer, net: netOutput({ ...target, amount: answer.quote.toAmount }, { ...native, amount: cost }) }]
  })
  const refusals = answers.flatMap(answer => ('error' in answer ? [answer] : []))
  return { offers: [...offers].sort((one, other) => (one.net === other.net ? 0 : one.net > other.net ? -1 : 1)), refusals }
}

/** The sentence for a route that gives nothing. */
export function problemOf(error: unknown): Message {
  if (error instanceof ModalError) return error.userMessage
  const reason = shortMessageOf(error)
  return new SwapError(reason ? 'SWAP_FAILS' : 'SWAP_UNAVAILABLE', { reason }).userMessage
}
/** Of several refusals the one that says most: that nobody exchanges it only where nobody says anything else. */
export function tellingOf(errors: readonly unknown[]): unknown {
  const isPlain = (error: unknown) => error instanceof SwapError && error.code === 'SWAP_NO_ROUTE'
  return errors.find(error => !isPlain(error)) ?? errors[0] ?? new SwapError('SWAP_NO_ROUTE')
}

/** A quote as it is shown. `offers` and `refusals`: all that were compared. */
export function shownOf(
  { route, ask, quote }: { readonly route: Route; readonly ask: SwapAsk; readonly quote: SwapQuote },
  key: string,
  { offers, refusals }: ReturnType<typeof ranked>,
): Quoted {
  const named = ({ id, value }: Route) => ({ id, name: value.name })
  return {
    key,
    route: named(route),
    network: ask.network,
    sold: ask.amount,
    toAmount: quote.toAmount,
    minimumReceived: quote.minimumReceived,
    steps: quote.steps.map(({ kind }) => kind),
    ...(quote.cost && { cost: quote.cost }),
    ...(quote.providerFee !== undefined && { providerFee: quote.providerFee }),
    simulated: quote.simulated ?? false,
    expiresAt: quote.expiresAt,
    routes: [
      ...offers.map(one => ({ ...named(one.route), toAmount: one.quote.toAmount, net: one.net })),
      ...refusals.map(one => ({ ...named(one.route), problem: problemOf(one.error) })),
    ],
  }
}
