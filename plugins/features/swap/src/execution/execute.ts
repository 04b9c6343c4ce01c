import {
  messagesCapability,
  type PermitStep,
  type SignedPermit,
  type SwapAsk,
  type SwapQuote,
  type SwapStep,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { ChainError, type Draft, type Token } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeNetwork, connectionService } from '@portico/kernel/session'
import { shellService, shellSlice, toastsService, trackedEvent } from '@portico/kernel/shell'
import { allDigits, displaySymbol, formatAmount, type Message, message } from '@portico/kernel/text'
import {
  guardingRequests,
  isEntryOf,
  isPlainWord,
  type NewSubmission,
  outboxEntries,
  outboxService,
  type Submitted,
} from '@portico/kernel/transactions'
import { failedRequest } from '@portico/kernel/wallet'
import { SwapError } from '../errors.js'
import { askOne, type Route } from '../quoting/ask-routes.js'
import { formatTokenAmount, recordedIn } from '../quoting/format-amount.js'
import { impactOf, riskOf, tooMuchLostMessage } from '../quoting/risk.js'
import { restoreSwaps, type SwapContext, swapSlice } from '../refs.js'
import { keyOf, placeOf, routesOf, shortage } from '../select.js'
import type { Quoted, SwapConfirmation, SwapRequest, UnusedApproval } from '../swap.js'
import { leave } from './form-after-swap.js'
import { openSwaps, swapKind, unusedApprovals } from './sent-swaps.js'
import { complain, tell } from './swap-failure.js'

export { settle } from './form-after-swap.js'

const confirmMessage = /* @__PURE__ */ message(
  'swap.status.confirm',
  'Confirm transaction in your wallet',
)

// Some tokens demand a reset to zero before the approval (decision 25). A request for more, or for
// the same kind again, is false (threat S20).
const mostApprovals = 2

/** The quote on screen, with what only the routes and the chain understand. */
export interface Live {
  readonly route: Route
  readonly ask: SwapAsk
  readonly quote: SwapQuote
  readonly source: Token
  readonly target: Token
}
/**
 * Why nothing was swapped. `quote`: the deal is another one now, and wants a new yes (threat S23).
 */
export interface Ending {
  readonly problem: Message
  readonly quote?: SwapQuote
}
type Place = Pick<SwapAsk, 'account' | 'network'>
/** What the person confirmed. */
interface Wish {
  /** False once the person has stopped waiting, or the form shows another swap. */
  readonly isWanted: () => boolean
  /** The person was told that an earlier request may have been sent. */
  readonly beside: boolean
}

/**
 * Undefined: it is on its way, or the caller has left. What a wallet signs after `signal` was
 * aborted is recorded and followed all the same.
 */
export async function execute(
  context: SwapContext,
  live: Live,
  shown: Quoted,
  yes: SwapConfirmation,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  await restoreSwaps(context)
  if (signal.aborted) return undefined
  const { route } = live
  const refusal = refusalOf(context, live, shown, yes)
  if (refusal) return { problem: refusal }
  context.emit(trackedEvent, { name: 'INITIATE_SWAP', properties: { network: live.ask.network } })
  let { ask, quote } = live
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
  /** Another account, network or wish: the caller has left. */
  const isWanted = () => {
    const { phase } = context.state(swapSlice)
    return (
      !signal.aborted &&
      phase.name === 'executing' &&
      shown.key === keyOf(context) &&
      activeNetwork(context) === ask.network
    )
  }
  const wish: Wish = { isWanted, beside: yes.beside === true }
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
    .some(one => one.overlaysPage && ask.account.connection.endsWith(`/${one.id}`))
  const done = context.find(shellService)?.wait({ overlaysPage })
  // The caller has left: what the wallet still does is looked for on the chain.
  const { watch } = context.use(outboxService)
  signal.addEventListener('abort', () => void watch(live.ask.account).catch(context.report), {
    once: true,
  })
  try {
    at('wallet')
    if (await wentTogether(context, live, wish, swapped, () => at('wallet', { together: true })))
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
          hashOf(await submit(context, ask, request, step.draft, wish, activityOf(live, quote))),
        )
        swapped()
        return undefined
      }
      context
        .use(toastsService)
        .progress(message('swap.status.approve', 'Approve limit increase in your wallet'))
      if (step.kind === 'permit') ask = { ...ask, permit: await signPermit(context, live, step) }
      else await allow(context, live, step, wish, hash => at('network', { hash }))
      if (!isWanted()) return undefined
      at('quote')
      // What was shown is promised: the route may not go below it, and where it has to, the person
      // is asked again.
      quote = await askOne(route, { ...ask, minimumReceived: shown.minimumReceived }, signal)
      if (!isWanted()) return undefined
      if (quote.minimumReceived < shown.minimumReceived) return { quote, problem: priceFell() }
      step = quote.steps[0]
    }
    throw new SwapError('SWAP_REFUSED', { route: route.value.name, fault: 'steps' })
  } catch (error) {
    return isWanted()
      ? { problem: tell(context, error, step, live.ask, live.source.symbol) }
      : undefined
  } finally {
    done?.()
  }
}

/** Why no wallet is asked. */
function refusalOf(
  context: SwapContext,
  { ask, quote }: Live,
  { key, minimumReceived }: Quoted,
  { sure, beside, seen }: SwapConfirmation,
): Message | undefined {
  const short = shortage(context)
  if (short) return short
  if (seen && (seen.key !== key || minimumReceived < seen.minimumReceived)) return priceFell()
  if (quote.expiresAt <= Date.now())
    return message('swap.error.expired', 'This price is too old. Look at the new one.')
  const state = context.state(swapSlice)
  if (!beside && guardingRequests(openSwaps(context), ask.network, ask.account.address).length)
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

const unanswered = () =>
  message(
    'swap.unanswered',
    'Your wallet may have done this already, or may still ask. Check your wallet before you swap again.',
  )

/**
 * Has the wallet send it. What is signed is bound to the network it was made for (threat S24); the
 * chain asks the wallet itself once more.
 */
async function submit(
  context: SwapContext,
  { account, network }: Place,
  request: SwapRequest,
  draft: Draft | readonly Draft[],
  { isWanted, beside }: Wish,
  activity?: NewSubmission['activity'],
): Promise<Submitted> {
  if ([draft].flat().some(one => one.network !== network)) throw new ChainError('WALLET_NETWORK')
  const isSwap = request.kind === 'swap'
  return context.use(outboxService).submit({
    ...{ kind: swapKind, data: request, account, draft, isWanted },
    ...(!isSwap && { isAllowance: true }),
    ...(activity && { activity }),
    // An approval is no answer to an earlier request: only the swap is, of a person who was told of
    // that request.
    ...{ beside, acknowledges: isSwap && beside },
    // Where the modal is closed a host has asked for it, and waits.
    awaitsOutcome: !context.state(shellSlice).open,
  })
}
/** Throws why it was not sent. */
function hashOf(submitted: Submitted): string {
  if (submitted.status === 'sent') return submitted.hash
  if (submitted.status === 'dropped') throw new ChainError('WALLET_NETWORK')
  if (submitted.status === 'refused' || submitted.status === 'unable') throw submitted.error
  throw new SwapError('SWAP_UNKNOWN', { sentence: unanswered() })
}
/**
 * Whether it is over: in one yes, where approvals are wanted and the wallet can. An approval
 * without a limit stays, so that it is sent by itself and kept in sight.
 */
async function wentTogether(
  context: SwapContext,
  live: Live,
  { isWanted, beside }: Wish,
  swapped: () => void,
  isAsked: () => void,
): Promise<boolean> {
  const { ask, quote } = live
  const drafts = quote.steps.flatMap(step => (step.kind === 'permit' ? [] : step.draft))
  const isFit =
    drafts.length > 1 &&
    drafts.length === quote.steps.length &&
    drafts.every(({ network }) => network === ask.network)
  if (!isFit || ask.unlimited || !context.capability(transactionsCapability, ask.network)?.sendAll)
    return false
  context.use(toastsService).progress(confirmMessage)
  const spender = quote.steps
    .map(step => step.kind !== 'swap' && step.approval.spender)
    .find(Boolean)
  const request: SwapRequest = { ...swapOf(context, live, quote), ...(spender && { spender }) }
  // The wallet took its time to say what it can: the account, the network or the wish may be
  // another meanwhile (threat S24).
  const isAskedFor = () => {
    if (!isWanted()) return false
    isAsked()
    return true
  }
  const submitted = await submit(
    context,
    ask,
    request,
    drafts,
    { isWanted: isAskedFor, beside },
    activityOf(live, quote),
  )
  if (submitted.status === 'unable') return !isWanted()
  sent(context, live, hashOf(submitted))
  swapped()
  return true
}
// Smart accounts sign with the call that creates them (ERC-6492).
const longestSignature = 65_536
/** A signature moves nothing by itself: nothing is left open where the wallet does not give one. */
async function signPermit(
  context: SwapContext,
  { ask, source }: Live,
  step: PermitStep,
): Promise<SignedPermit> {
  const chain = context.capability(messagesCapability, ask.network)
  const via = walletOf(context, ask)
  const data: SwapRequest = {
    kind: 'permit',
    sold: formatTokenAmount(context, ask.amount, source, allDigits),
    bought: '',
  }
  const close = await context
    .use(outboxService)
    .open({ kind: swapKind, data, isAllowance: true, account: ask.account, network: ask.network })
  try {
    const signed = await chain?.signTyped?.(via, ask.account, step.typed, context.signal)
    if (!signed) throw new ChainError('WALLET_UNSUPPORTED')
    if (!isPlainWord(signed.signature, longestSignature)) throw new ChainError('WALLET_ANSWER')
    return { step, signature: signed.signature }
  } catch (error) {
    if (context.signal.aborted || failedRequest(error) === 'refused') throw error
    const sentence = message(
      'swap.error.permit',
      'Your wallet returned no usable signature. Nothing was swapped: a signature alone moves nothing.',
    )
    throw new SwapError('SWAP_WALLET', { sentence, cause: error })
  } finally {
    close()
  }
}
function walletOf(context: SwapContext, { account, network }: Place) {
  const via = context.use(connectionService).require(account)
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
  return via
}

/**
 * Once it is sent the approval stands, whatever becomes of the swap. Throws a SwapError where the
 * network did not carry it out.
 */
async function allow(
  context: SwapContext,
  { ask, route, source }: Live,
  step: Exclude<SwapStep, PermitStep | { kind: 'swap' }>,
  wish: Wish,
  isSent: (hash: string) => void,
) {
  const { token, spender, amount } = step.approval
  const approval: SwapRequest = {
    kind: step.kind,
    sold:
      amount === 'unlimited'
        ? `∞ ${displaySymbol(source.symbol)}`
        : formatTokenAmount(context, amount, source, allDigits),
    bought: '',
    approval: {
      owner: ask.account.address,
      token,
      to: ask.to,
      route: route.id,
      spender,
      units: String(amount),
    },
  }
  await carryOut(context, ask, approval, step.draft, wish, hash => wish.isWanted() && isSent(hash))
}
/** Sends an approval, and waits until the network has it. */
async function carryOut(
  context: SwapContext,
  place: Place,
  approval: SwapRequest,
  draft: Draft,
  wish: Wish,
  isSent: (hash: string) => void,
): Promise<void> {
  const which = {
    hash: hashOf(await submit(context, place, approval, draft, wish)),
    network: place.network,
  }
  isSent(which.hash)
  const outcome = await context.use(outboxService).outcome(which)
  const differs = outboxEntries(context, swapKind).find(one => isEntryOf(one, which))?.differs
  if (outcome?.status !== 'confirmed' || differs) throw new SwapError('SWAP_APPROVAL')
}
/** What the log says of the swap itself. */
function swapOf(
  context: SwapContext,
  { ask: { account, network: _, amount, from: token, to }, route, source, target }: Live,
  quote: SwapQuote,
) {
  const swap = quote.steps.find(step => step.kind === 'swap')
  return {
    kind: 'swap',
    sold: formatTokenAmount(context, amount, source, allDigits),
    bought: formatTokenAmount(context, quote.toAmount, target),
    ...(swap?.deadline && { deadline: swap.deadline }),
    ...(to !== 'native' && { got: { owner: account.address, token: to } }),
    ...(token !== 'native' && {
      approval: { owner: account.address, token, to, route: route.id, units: String(amount) },
    }),
  } as const satisfies SwapRequest
}
/** What plugins that list transactions show of the swap. */
function activityOf(
  { ask, source, target }: Live,
  quote: SwapQuote,
): NonNullable<NewSubmission['activity']> {
  const moved = (
    { name, symbol, imageUrl, decimals }: Token,
    units: bigint,
    direction: 'in' | 'out',
  ) => ({
    direction,
    fungible_info: { name, symbol, ...(imageUrl && { icon: { url: imageUrl } }) },
    quantity: { numeric: formatAmount(units, decimals) },
  })
  return {
    operationType: 'trade',
    transfers: [moved(source, ask.amount, 'out'), moved(target, quote.toAmount, 'in')],
    ...(ask.to !== 'native' && { tokens: [target] }),
  }
}
/** Tracks the outcome of a swap that was sent. */
function sent(
  context: SwapContext,
  { ask: { network }, source, target }: Live,
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

export async function revoke(
  context: SwapContext,
  which: Pick<UnusedApproval, 'network' | 'token' | 'spender'>,
): Promise<void> {
  const place = placeOf(context)
  const { token, spender } = which
  try {
    await restoreSwaps(context)
    const left =
      place &&
      unusedApprovals(context, place.network, place.account.address).find(
        one => one.token === token && one.spender === spender,
      )
    const route = routesOf(context).find(({ id }) => id === left?.route)
    const draft = left && (await route?.value.revoke?.(place.network, left, context.signal))
    if (!draft) throw new SwapError('SWAP_APPROVAL')
    const approval = { owner: left.owner, token, route: left.route, spender, units: '0' }
    await carryOut(
      context,
      place,
      { kind: 'reset', sold: left.amount, bought: '', approval },
      draft,
      { isWanted: () => true, beside: true },
      () => undefined,
    )
    context.use(toastsService).success(
      message('swap.status.revoked', 'Your approval of {amount} is revoked', {
        amount: recordedIn(context)(left.amount),
      }),
    )
  } catch (error) {
    complain(context, error)
  }
}
