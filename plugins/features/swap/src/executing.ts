/**
 * What happens from the yes until the chain has the swap: step after step, each after a look at what is to be signed now; and what follows it after a reload.
 * Loaded when it comes to that.
 */
import {
  type Account,
  acknowledgeRequests,
  activeNetwork,
  allDigits,
  ChainError,
  connection,
  connectors,
  type Draft,
  describeDrafts,
  failedRequest,
  formatAmount,
  guardingRequests,
  isPlainWord,
  type Message,
  type ModalError,
  message,
  messages,
  openRequest,
  type PendingRequest,
  type PermitStep,
  type SignedPermit,
  type SwapAsk,
  type SwapQuote,
  type SwapStep,
  session,
  shell,
  shellSlice,
  type Token,
  type Turn,
  toasts,
  tracked,
  transactions,
  unloadedMessage,
  walletProblem,
  withValues,
} from '@portico/kernel/contracts'
import type { SentTogether } from './batch.js'
import { SwapError } from './errors.js'
import { followOne, followTogether, leave, record, swapping, type Told, turnOfSender, wait, watchOpen } from './follow.js'
import { changeSent, isOf, leftApprovals, openLog, readLog } from './log.js'
import { askOne, type Route, walletReasonMessage } from './quoting.js'
import { type SwapContext, swapPreviewView, swapSlice, swapView } from './refs.js'
import { impactOf, riskOf, tooMuchLostMessage } from './risk.js'
import { keyOf, placeOf, routesOf, shortage } from './select.js'
import { recordedIn, spoken } from './spoken.js'
import type { LeftApproval, Quoted, SentSwap, SwapRequest, SwapYes } from './swap.js'

const confirmMessage = /* @__PURE__ */ message('swap.status.confirm', 'Confirm transaction in your wallet')

export { followAll } from './follow.js'

// Some tokens demand a reset to zero before the approval (decision 25). Whoever wants more, or one of a kind again, lies (threat S20).
const mostApprovals = 2

/** The quote on screen, with what only the routes and the chain understand. */
export interface Live {
  readonly route: Route
  readonly ask: SwapAsk
  readonly quote: SwapQuote
  readonly source: Token
  readonly target: Token
  /** When what is sent may be looked after. */
  readonly turn?: Turn | undefined
}
/** Why nothing was swapped. `quote`: the deal is another one now, and wants a new yes (threat S23). */
export interface Ending {
  readonly problem: Message
  readonly quote?: SwapQuote
}
type Place = Pick<SwapAsk, 'account' | 'network'>

/** Undefined: it is on its way, or whoever asked has gone. What a wallet signs after `signal` was aborted is recorded and followed all the same. */
export async function execute(context: SwapContext, asked: Live, shown: Quoted, yes: SwapYes, signal: AbortSignal): Promise<Ending | undefined> {
  if (signal.aborted) return undefined
  const live: Live = { ...asked, turn: turnOfSender(context) }
  const { route } = live
  const refusal = refusalOf(context, live, shown, yes)
  if (refusal) return { problem: refusal }
  const acknowledge = acknowledgeRequests(context, openLog(context), live.ask.network, live.ask.account.address)
  context.emit(tracked, { name: 'INITIATE_SWAP', properties: { network: live.ask.network } })
  let { ask, quote } = live
  let step: SwapStep = quote.steps[0]
  const at = (waitsFor: 'wallet' | 'network' | 'quote', more: { readonly hash?: string; readonly together?: boolean } = {}) =>
    context.update(swapSlice, state => {
      Object.assign(state, { phase: { name: 'executing', quote: shown, step: step.kind, waitsFor, ...more } })
    })
  /** Another account, network or wish: whoever asked has gone. */
  const isWanted = () => {
    const { phase } = context.state(swapSlice)
    return !signal.aborted && phase.name === 'executing' && shown.key === keyOf(context) && activeNetwork(context) === ask.network
  }
  /** What somebody stopped waiting for, and what was signed all the same, must not stand there to be swapped again. */
  const swapped = () => {
    acknowledge()
    const isSame = shown.key === keyOf(context) && context.state(swapSlice).phase.name !== 'executing'
    if (isWanted() || isSame) leave(context)
  }
  const overlaysPage = context.items(connectors).some(one => one.overlaysPage && ask.account.connection.endsWith(`/${one.id}`))
  const done = context.find(shell)?.wait({ overlaysPage })
  // Nobody waits any more: what the wallet still does is looked for on the chain.
  signal.addEventListener('abort', () => watchOpen(context, live.ask.account), { once: true })
  try {
    at('wallet')
    if (await wentTogether(context, live, isWanted, swapped, () => at('wallet', { together: true }))) return undefined
    const given = new Set<SwapStep['kind']>()
    while (step.kind === 'swap' || (given.size < mostApprovals && !given.has(step.kind))) {
      given.add(step.kind)
      at('wallet')
      if (step.kind === 'swap') {
        context.use(toasts).progress(confirmMessage)
        const { draft } = step
        const { hash, description } = await submit(context, ask, swapOf(context, live, quote), draft, isWanted)
        sent(context, live, quote, { done: Promise.resolve({ hash }), hash }, description)
        swapped()
        return undefined
      }
      context.use(toasts).progress(message('swap.status.approve', 'Approve limit increase in your wallet'))
      if (step.kind === 'permit') ask = { ...ask, permit: await signPermit(context, live, step) }
      else await allow(context, live, step, isWanted, hash => at('network', { hash }))
      if (!isWanted()) return undefined
      at('quote')
      // What was shown is promised: the route may not go below it, and where it has to, the person is asked again.
      quote = await askOne(route, { ...ask, minimumReceived: shown.minimumReceived }, signal)
      if (!isWanted()) return undefined
      if (quote.minimumReceived < shown.minimumReceived) return { quote, problem: priceFell() }
      step = quote.steps[0]
    }
    throw new SwapError('SWAP_REFUSED', { route: route.value.name, fault: 'steps' })
  } catch (error) {
    return isWanted() ? { problem: tell(context, error, step, live) } : undefined
  } finally {
    done?.()
  }
}

/** Why no wallet is asked. */
function refusalOf(context: SwapContext, { ask, quote }: Live, { key, minimumReceived }: Quoted, { sure, beside, seen }: SwapYes): Message | undefined {
  const short = shortage(context)
  if (short) return short
  if (seen && (seen.key !== key || minimumReceived < seen.minimumReceived)) return priceFell()
  if (quote.expiresAt <= Date.now()) return message('swap.error.expired', 'This price is too old. Look at the new one.')
  const state = context.state(swapSlice)
  if (!beside && guardingRequests(openLog(context).read(), ask.network, ask.account.address).length) return unanswered()
  const risk = riskOf(state)
  if (risk === 'refused') return tooMuchLostMessage
  if (risk !== 'severe' || sure) return undefined
  if (impactOf(state) === undefined)
    return message('swap.problem.sureBlind', 'Nobody can tell how much of its worth is lost. Say yes once more if you want that.')
  return message('swap.problem.sure', 'Much of its worth may be lost. Say yes once more if you want that.')
}

const priceFell = (): Message => message('swap.problem.changed', 'The price has moved meanwhile: less would arrive than you were shown. Look again.')

const unanswered = () => message('swap.unanswered', 'Your wallet may have done this already, or may still ask. Check your wallet before you swap again.')

/** Marks a request as open until its outcome is known. Whatever the wallet answers, the same is asked again only after a proven refusal or an explicit choice. */
function open(context: SwapContext, { account, network }: Place, subject: SwapRequest, description?: string): PendingRequest {
  const wallet = context.state(session).connections[account.connection]?.wallet.name ?? ''
  return openRequest(context, openLog(context), { network, from: account.address, wallet, subject, description })
}
/** Leaves the request open where the wallet may have carried it out; answers the error to tell. */
function failed(context: SwapContext, account: Account, request: PendingRequest | undefined, error: unknown): unknown {
  if (request?.fail(error) !== 'unknown') return error
  watchOpen(context, account)
  return new SwapError('SWAP_UNKNOWN', { sentence: unanswered() })
}
/** Has the wallet send it. What is signed is bound to the network it was made for (threat S24); the chain asks the wallet itself once more. */
async function submit(
  context: SwapContext,
  { account, network }: Place,
  subject: SwapRequest,
  draft: Draft,
  isWanted: () => boolean,
): Promise<{ readonly hash: string; readonly description?: string }> {
  const chain = context.capability(transactions, network)
  if (draft.network !== network) throw new ChainError('WALLET_NETWORK')
  if (!chain?.dialects.includes(draft.dialect)) throw new ChainError('WALLET_UNSUPPORTED')
  const description = await describeDrafts(context, account, [draft])
  const via = walletOf(context, { account, network })
  if (!isWanted()) throw new ChainError('WALLET_NETWORK')
  const request = open(context, { account, network }, subject, description)
  try {
    const { hash } = await chain.send(via, account, draft, context.signal)
    if (!isPlainWord(hash)) throw new ChainError('WALLET_OUTCOME')
    request.close()
    return { hash, ...(description !== undefined && { description }) }
  } catch (error) {
    throw failed(context, account, request, error)
  }
}
/** Whether it is over: in one yes, where approvals are wanted and the wallet can (see `batch`). An approval without a limit stays, so that it is sent by itself and kept in sight. */
async function wentTogether(context: SwapContext, live: Live, isWanted: () => boolean, swapped: () => void, isAsked: () => void): Promise<boolean> {
  const { ask, quote, turn } = live
  const { sendAll, dialects = [] } = context.capability(transactions, ask.network) ?? {}
  if (!sendAll || quote.steps.length < 2 || ask.unlimited) return false
  context.use(toasts).progress(confirmMessage)
  const { sendTogether } = await import('./batch.js')
  let request: PendingRequest | undefined
  const asking = (description: string | undefined) => {
    // The wallet took its time to say what it can: the account, the network or the wish may be another meanwhile (threat S24).
    if (!isWanted()) throw new ChainError('WALLET_NETWORK')
    request = open(context, ask, swapOf(context, live, quote), description)
    isAsked()
  }
  const waiting = (hash: string) => wait(context, { hash, network: ask.network })
  try {
    const went = await sendTogether(context, { sendAll, dialects }, walletOf(context, ask), ask, quote, { asking, turn, waiting })
    const named = went && (went.id === undefined ? { ...went, ...(await went.done) } : went)
    request?.close()
    if (!named) return !isWanted()
    sent(context, live, quote, named, named.description)
  } catch (error) {
    throw failed(context, ask.account, request, error)
  }
  swapped()
  return true
}
// Smart accounts sign with the call that creates them (ERC-6492).
const longestSignature = 65_536
/** A signature moves nothing by itself: nothing is left open where the wallet does not give one. */
async function signPermit(context: SwapContext, { ask, source }: Live, step: PermitStep): Promise<SignedPermit> {
  const chain = context.capability(messages, ask.network)
  const via = walletOf(context, ask)
  const request = open(context, ask, { kind: 'permit', sold: spoken(context, ask.amount, source, allDigits), bought: '' })
  try {
    const signed = await chain?.signTyped?.(via, ask.account, step.typed, context.signal)
    if (!signed) throw new ChainError('WALLET_UNSUPPORTED')
    if (!isPlainWord(signed.signature, longestSignature)) throw new ChainError('WALLET_ANSWER')
    return { step, signature: signed.signature }
  } catch (error) {
    if (context.signal.aborted || failedRequest(error) === 'refused') throw error
    const sentence = message('swap.error.permit', 'Your wallet gave no usable signature. Nothing was swapped: a signature by itself moves nothing.')
    throw new SwapError('SWAP_WALLET', { sentence, cause: error })
  } finally {
    request.close()
  }
}
function walletOf(context: SwapContext, { account, network }: Place) {
  const via = context.use(connection).require(account)
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
  return via
}

/** Once it is sent the approval stands, whatever becomes of the swap. Throws a SwapError where the network did not carry it out. */
async function allow(
  context: SwapContext,
  { ask, route, source, turn }: Live,
  step: Exclude<SwapStep, PermitStep | { kind: 'swap' }>,
  isWanted: () => boolean,
  isSent: (hash: string) => void,
) {
  const { token, spender, amount } = step.approval
  const approval: SwapRequest = {
    kind: step.kind,
    sold: amount === 'unlimited' ? `∞ ${source.symbol}` : spoken(context, amount, source, allDigits),
    bought: '',
    approval: { owner: ask.account.address, token, to: ask.to, route: route.id, spender, units: String(amount) },
  }
  await carryOut(context, ask, approval, step.draft, turn, isWanted, hash => isWanted() && isSent(hash))
}
/** Sends an approval, and waits until the network has it. */
async function carryOut(
  context: SwapContext,
  place: Place,
  { kind, ...approval }: SwapRequest,
  draft: Draft,
  turn: Turn | undefined,
  isWanted: () => boolean,
  isSent: (hash: string) => void,
): Promise<void> {
  const step = kind === 'reset' ? 'reset' : 'approve'
  const sent = await submit(context, place, { kind, ...approval }, draft, isWanted)
  record(context, place, { ...approval, ...sent, kind: step }, { operationType: approval.approval?.units === '0' ? 'revoke' : 'approve' })
  isSent(sent.hash)
  const which = { hash: sent.hash, network: place.network }
  const outcome = await followOne(context, which, turn)
  // A wallet that named it by an order of its own has given it another hash since.
  const differs = readLog(context).find(one => isOf(one, which) || (one.id === sent.hash && one.network === place.network))?.differs
  if (outcome?.status !== 'confirmed' || differs) throw new SwapError('SWAP_APPROVAL')
}
/** What the log says of the swap itself. */
function swapOf(context: SwapContext, { ask: { account, network: _, amount, from: token, to }, route, source, target }: Live, quote: SwapQuote) {
  const swap = quote.steps.find(step => step.kind === 'swap')
  return {
    kind: 'swap',
    sold: spoken(context, amount, source, allDigits),
    bought: spoken(context, quote.toAmount, target),
    ...(swap?.deadline && { deadline: swap.deadline }),
    ...(to !== 'native' && { got: { owner: account.address, token: to } }),
    ...(token !== 'native' && { approval: { owner: account.address, token, to, route: route.id, units: String(amount) } }),
  } as const satisfies SwapRequest
}
/** `hash`: its transaction; absent: `id` is all that its wallet has said, and `done` says the rest. */
function sent(context: SwapContext, live: Live, quote: SwapQuote, { id, hash, done }: SentTogether & { readonly hash?: string }, description?: string): void {
  const { ask, source, target, turn } = live
  const moved = ({ name, symbol, imageUrl, decimals }: Token, units: bigint, direction: 'in' | 'out') => ({
    direction,
    fungible_info: { name, symbol, ...(imageUrl && { icon: { url: imageUrl } }) },
    quantity: { numeric: formatAmount(units, decimals) },
  })
  const told: Told = {
    operationType: 'trade',
    transfers: [moved(source, ask.amount, 'out'), moved(target, quote.toAmount, 'in')],
    ...(ask.to !== 'native' && { tokens: [target] }),
  }
  const spender = quote.steps.map(step => step.kind !== 'swap' && step.approval.spender).find(Boolean)
  const swap = swapOf(context, live, quote)
  const recorded = record(
    context,
    ask,
    {
      ...swap,
      hash: hash ?? id ?? '',
      ...(hash === undefined && spender && { together: { spender } }),
      ...(description !== undefined && { description }),
    },
    told,
  )
  context.use(toasts).progress(swapping(context, swap))
  const following = recorded.together ? followTogether(context, recorded, turn, { done, told }) : followOne(context, recorded, turn)
  void following.then(outcome => {
    if (!outcome) return
    const name = outcome.status === 'confirmed' ? 'SWAP_SUCCESS' : 'SWAP_ERROR'
    context.emit(tracked, { name, properties: { network: ask.network, from: source.symbol, to: target.symbol } })
  })
}

/**
 * Quiet where the person declined; the wallet's short words, else ours (spec section 8). Answers what the person reads where they were: that it did not happen, and
 * what of it stays.
 */
function tell(context: SwapContext, error: unknown, step: SwapStep, { ask, source: { symbol } }: Live): Message {
  // An error of ours does not say it, whatever the words of the wallet inside it are.
  const isDeclined = !(error instanceof SwapError) && walletProblem(error).kind === 'declined'
  if (!isDeclined) context.emit(tracked, { name: step.kind === 'swap' ? 'SWAP_ERROR' : 'SWAP_APPROVAL_ERROR', properties: { token: symbol } })
  context.use(toasts).dismiss()
  if (error instanceof SwapError && error.code === 'SWAP_UNKNOWN' && isFormSeen(context)) return error.userMessage
  const told = complain(context, error)
  if (told.code === 'SWAP_UNKNOWN') return told.userMessage
  // The alert has named an approval that the person did not confirm.
  const [left] = leftApprovals(context, ask.network, ask.account.address).filter(({ token, isOther }) => token === ask.from && !isOther)
  if (left)
    return message('swap.problem.left', 'Nothing was swapped. Your approval of {amount} stays until you use it or take it back.', {
      amount: recordedIn(context)(left.amount),
    })
  return isDeclined ? message('swap.problem.declined', 'You declined. Nothing was swapped, you still have your {symbol}.', { symbol }) : told.userMessage
}
/** Whether a note on screen says already that the outcome is unknown: a toast would cover the amount. */
const isFormSeen = ({ state, views }: SwapContext): boolean =>
  state(shellSlice).open && (views.current?.id === swapView.id || views.current?.id === swapPreviewView.id)
function complain(context: SwapContext, error: unknown): ModalError {
  const told = error instanceof SwapError || error instanceof ChainError ? error : ofWallet(error)
  context.use(toasts).fail(told)
  return told
}
function ofWallet(cause: unknown): SwapError {
  const { kind, message: reason } = walletProblem(cause)
  // What a browser says of a file that did not arrive is no sentence for people.
  if (kind === 'unloaded') return new SwapError('SWAP_WALLET', { sentence: unloadedMessage, cause })
  const sentence = reason ? withValues(walletReasonMessage, { reason }) : message('swap.error.wallet', 'Transaction error')
  return new SwapError('SWAP_WALLET', { sentence, cause })
}

/** What is under way is not over for having been looked at. */
export async function acknowledge(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>): Promise<void> {
  if (readLog(context).some(one => isOf(one, which) && one.status !== 'pending' && one.status !== 'unknown')) changeSent(context, which, { seen: true })
}

/** Takes an approval back; it stays in sight until the network has that. */
export async function revoke(context: SwapContext, which: Pick<LeftApproval, 'network' | 'token' | 'spender'>): Promise<void> {
  const place = placeOf(context)
  const { token, spender } = which
  try {
    const left = place && leftApprovals(context, place.network, place.account.address).find(one => one.token === token && one.spender === spender)
    const route = routesOf(context).find(({ id }) => id === left?.route)
    const draft = left && (await route?.value.revoke?.(place.network, left, context.signal))
    if (!draft) throw new SwapError('SWAP_APPROVAL')
    const approval = { owner: left.owner, token, route: left.route, spender, units: '0' }
    await carryOut(
      context,
      place,
      { kind: 'reset', sold: left.amount, bought: '', approval },
      draft,
      turnOfSender(context),
      () => true,
      () => undefined,
    )
    context.use(toasts).success(message('swap.status.revoked', 'Your approval of {amount} is taken back', { amount: recordedIn(context)(left.amount) }))
  } catch (error) {
    complain(context, error)
  }
}
