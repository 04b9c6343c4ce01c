import {
  type SwapQuote,
  type SwapStep,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeNetwork } from '@portico/kernel/session'
import { shellService, toastsService, trackedEvent } from '@portico/kernel/shell'
import { type Message, message } from '@portico/kernel/text'
import { guardingRequests, outboxService } from '@portico/kernel/transactions'
import { SwapError } from '../errors.js'
import { askOne } from '../quoting/ask-routes.js'
import { impactOf, riskOf, tooMuchLostMessage } from '../quoting/risk.js'
import { restoreSwaps, type SwapContext, swapSlice } from '../refs.js'
import { keyOf, shortage } from '../select.js'
import type { Quoted, SwapConfirmation, SwapRequest } from '../swap.js'
import { allow, signPermit } from './allowances.js'
import { leave } from './form-after-swap.js'
import { openSwaps } from './sent-swaps.js'
import { tell } from './swap-failure.js'
import {
  activityOf,
  hashOf,
  type Live,
  type SubmitOptions,
  submit,
  swapOf,
  unanswered,
} from './swap-requests.js'

export { revoke } from './allowances.js'
export { settle } from './form-after-swap.js'

const confirmMessage = /* @__PURE__ */ message(
  'swap.status.confirm',
  'Confirm transaction in your wallet',
)

// Some tokens need a reset to zero before the approval (decision 25). More approvals, or two of the
// same kind, are an attack (threat S20).
const mostApprovals = 2

/**
 * Why nothing was swapped. `quote`: the quote has changed and needs a new confirmation (threat
 * S23).
 */
export interface Ending {
  readonly problem: Message
  readonly quote?: SwapQuote
}
/**
 * Undefined: it is on its way, or the caller has left. What a wallet signs after `signal` was
 * aborted is recorded and followed all the same.
 */
export async function execute(
  context: SwapContext,
  live: Live,
  shown: Quoted,
  confirmation: SwapConfirmation,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  await restoreSwaps(context)
  if (signal.aborted) return undefined
  const { route } = live
  const refusal = refusalOf(context, live, shown, confirmation)
  if (refusal) return { problem: refusal }
  context.emit(trackedEvent, {
    name: 'INITIATE_SWAP',
    properties: { network: live.quoteRequest.network },
  })
  let { quoteRequest, quote } = live
  let step: SwapStep = quote.steps[0]
  const at = (
    waitsFor: 'wallet' | 'network' | 'quote',
    more: { readonly hash?: string; readonly together?: boolean } = {},
  ) => {
    if (context.state(swapSlice).phase.name !== 'executing') return
    context.update(swapSlice, state => {
      Object.assign(state, {
        phase: { name: 'executing', quote: shown, step: step.kind, waitsFor, ...more },
      })
    })
  }
  /** False once the account, the network or the form has changed: the caller no longer waits. */
  const isWanted = () => {
    const { phase } = context.state(swapSlice)
    return (
      !signal.aborted &&
      phase.name === 'executing' &&
      shown.key === keyOf(context) &&
      activeNetwork(context) === quoteRequest.network
    )
  }
  const options: SubmitOptions = { isWanted, beside: confirmation.beside === true }
  /**
   * A swap that was cancelled but signed all the same must not stay in the form, where it could be
   * swapped again.
   */
  const swapped = () => {
    const isSame =
      shown.key === keyOf(context) && context.state(swapSlice).phase.name !== 'executing'
    if (isWanted() || isSame) leave(context)
  }
  const overlaysPage = context
    .items(connectorsSlot)
    .some(one => one.overlaysPage && quoteRequest.account.connection.endsWith(`/${one.id}`))
  const done = context.find(shellService)?.wait({ overlaysPage })
  // The caller no longer waits: the outbox searches the chain for what the wallet still sends.
  const { watch } = context.use(outboxService)
  signal.addEventListener(
    'abort',
    () => void watch(live.quoteRequest.account).catch(context.report),
    {
      once: true,
    },
  )
  try {
    at('wallet')
    if (
      await swapInOneBatch(context, live, options, swapped, () => at('wallet', { together: true }))
    )
      return undefined
    const given = new Set<SwapStep['kind']>()
    while (step.kind === 'swap' || (given.size < mostApprovals && !given.has(step.kind))) {
      given.add(step.kind)
      at('wallet')
      if (step.kind === 'swap') {
        context.use(toastsService).progress(confirmMessage)
        const request = swapOf(context, live, quote)
        sent(
          context,
          live,
          hashOf(
            await submit(
              context,
              quoteRequest,
              request,
              step.draft,
              options,
              activityOf(live, quote),
            ),
          ),
        )
        swapped()
        return undefined
      }
      context
        .use(toastsService)
        .progress(message('swap.status.approve', 'Approve limit increase in your wallet'))
      if (step.kind === 'permit')
        quoteRequest = { ...quoteRequest, permit: await signPermit(context, live, step) }
      else await allow(context, live, step, options, hash => at('network', { hash }))
      if (!isWanted()) return undefined
      at('quote')
      // The route must give at least the minimum that was shown. When it cannot, the person has to
      // confirm the new quote.
      quote = await askOne(
        route,
        { ...quoteRequest, minimumReceived: shown.minimumReceived },
        signal,
      )
      if (!isWanted()) return undefined
      if (quote.minimumReceived < shown.minimumReceived) return { quote, problem: priceFell() }
      step = quote.steps[0]
    }
    throw new SwapError('SWAP_REFUSED', { route: route.value.name, fault: 'steps' })
  } catch (error) {
    return isWanted()
      ? { problem: tell(context, error, step, live.quoteRequest, live.source.symbol) }
      : undefined
  } finally {
    done?.()
  }
}

/** Returns why the swap must not start, checked before the wallet gets a request. */
function refusalOf(
  context: SwapContext,
  { quoteRequest, quote }: Live,
  { key, minimumReceived }: Quoted,
  { sure, beside, seen }: SwapConfirmation,
): Message | undefined {
  const short = shortage(context)
  if (short) return short
  if (seen && (seen.key !== key || minimumReceived < seen.minimumReceived)) return priceFell()
  if (quote.expiresAt <= Date.now())
    return message('swap.error.expired', 'This price is too old. Look at the new one.')
  const state = context.state(swapSlice)
  if (
    !beside &&
    guardingRequests(openSwaps(context), quoteRequest.network, quoteRequest.account.address).length
  )
    return unanswered()
  const risk = riskOf(state)
  if (risk === 'refused') return tooMuchLostMessage
  if (risk !== 'severe' || sure) return undefined
  if (impactOf(state) === undefined)
    return message(
      'swap.problem.sureBlind',
      'How much of the value you lose is unknown. Press once more if you want that.',
    )
  return message(
    'swap.problem.sure',
    'You may lose much of the value. Press once more if you want that.',
  )
}

const priceFell = (): Message =>
  message(
    'swap.problem.changed',
    'The price has moved: you would get less than you were shown. Review it again.',
  )

/**
 * Sends approval and swap as one batch, where the swap needs approvals and the wallet supports
 * batches; returns whether the swap is done. An unlimited approval is sent by itself, so that it
 * stays in the list of approvals.
 */
async function swapInOneBatch(
  context: SwapContext,
  live: Live,
  { isWanted, beside }: SubmitOptions,
  swapped: () => void,
  onRequest: () => void,
): Promise<boolean> {
  const { quoteRequest, quote } = live
  const drafts = quote.steps.flatMap(step => (step.kind === 'permit' ? [] : step.draft))
  const isFit =
    drafts.length > 1 &&
    drafts.length === quote.steps.length &&
    drafts.every(({ network }) => network === quoteRequest.network)
  if (
    !isFit ||
    quoteRequest.unlimited ||
    !context.capability(transactionsCapability, quoteRequest.network)?.sendAll
  )
    return false
  context.use(toastsService).progress(confirmMessage)
  const spender = quote.steps
    .map(step => step.kind !== 'swap' && step.approval.spender)
    .find(Boolean)
  const request: SwapRequest = { ...swapOf(context, live, quote), ...(spender && { spender }) }
  // The wallet reports its capabilities asynchronously: the account, the network or the form may
  // have changed by now (threat S24).
  const isStillWanted = () => {
    if (!isWanted()) return false
    onRequest()
    return true
  }
  const submitted = await submit(
    context,
    quoteRequest,
    request,
    drafts,
    { isWanted: isStillWanted, beside },
    activityOf(live, quote),
  )
  if (submitted.status === 'unable') return !isWanted()
  sent(context, live, hashOf(submitted))
  swapped()
  return true
}
/** Tracks the outcome of a swap that was sent. */
function sent(
  context: SwapContext,
  { quoteRequest: { network }, source, target }: Live,
  hash: string,
): void {
  const outcome = context.use(outboxService).outcome({ hash, network })
  const track = (ended: TransactionOutcome | undefined) => {
    if (!ended) return
    const name = ended.status === 'confirmed' ? 'SWAP_SUCCESS' : 'SWAP_ERROR'
    context.emit(trackedEvent, {
      name,
      properties: { network, from: source.symbol, to: target.symbol },
    })
  }
  outcome.then(track, error => {
    if (!context.signal.aborted) context.report(error)
  })
}
