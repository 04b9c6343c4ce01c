/**
 * What happens from the yes until the chain has the swap: step after step, each after a look at what is to be signed now; and what follows it after a reload.
 * Loaded when it comes to that.
 */
import {
  accountView,
  activeNetwork,
  allDigits,
  ChainError,
  connection,
  connectors,
  type Draft,
  formatAmount,
  type Message,
  type ModalError,
  message,
  messages,
  type PermitStep,
  type SentTransaction,
  type SignedPermit,
  type SwapAsk,
  type SwapQuote,
  type SwapStep,
  shell,
  shortMessageOf,
  type Token,
  type Turn,
  toasts,
  tracked,
  transactionSent,
  transactions,
  walletProblem,
} from '@portico/kernel/contracts'
import { askedNow, forgetEarlier, openRequests } from './asked.js'
import type { SentTogether } from './batch.js'
import { SwapError } from './errors.js'
import { followOne, followTogether, turnOfSender } from './follow.js'
import { changeSent, isOf, keepSent, leftApprovals, readLog } from './log.js'
import { askOne, type Route } from './quoting.js'
import { type SwapContext, swapPreviewView, swapSlice, swapView } from './refs.js'
import { impactOf, riskOf } from './risk.js'
import { keyOf, placeOf, routesOf, shortage } from './select.js'
import { spoken } from './spoken.js'
import type { LeftApproval, Quoted, SentSwap, SwapYes } from './swap.js'

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
type Told = Pick<SentTransaction, 'operationType' | 'transfers' | 'tokens'>

/** Undefined: it is on its way, or whoever asked has gone. What a wallet signs after `signal` was aborted is recorded and followed all the same. */
export async function execute(context: SwapContext, asked: Live, shown: Quoted, yes: SwapYes, signal: AbortSignal): Promise<Ending | undefined> {
  if (signal.aborted) return undefined
  const live: Live = { ...asked, turn: turnOfSender(context) }
  const { route } = live
  const refusal = refusalOf(context, live, shown, yes)
  if (refusal) return { problem: refusal }
  if (yes.beside) forgetEarlier(context)
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
    const isSame = shown.key === keyOf(context) && context.state(swapSlice).phase.name !== 'executing'
    if (isWanted() || isSame) leave(context)
  }
  const overlaysPage = context.items(connectors).some(one => one.overlaysPage && ask.account.connection.endsWith(`/${one.id}`))
  const done = context.find(shell)?.wait({ overlaysPage })
  try {
    at('wallet')
    if (await wentTogether(context, live, isWanted, swapped, () => at('wallet', { together: true }))) return undefined
    const given = new Set<SwapStep['kind']>()
    while (step.kind === 'swap' || (given.size < mostApprovals && !given.has(step.kind))) {
      given.add(step.kind)
      at('wallet')
      if (step.kind === 'swap') {
        context.use(toasts).progress(message('swap.status.confirm', 'Confirm transaction in your wallet'))
        const { draft } = step
        const hash = await answerOf(context, () => send(context, ask, draft))
        sent(context, live, quote, { done: Promise.resolve({ hash }), hash })
        swapped()
        return undefined
      }
      context.use(toasts).progress(message('swap.status.approve', 'Approve limit increase in your wallet'))
      if (step.kind === 'permit') ask = { ...ask, permit: await signPermit(context, ask, step) }
      else
        await allow(context, live, step, hash => {
          if (isWanted()) at('network', { hash })
        })
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
function refusalOf(context: SwapContext, { quote }: Live, { key, minimumReceived }: Quoted, { sure, beside, seen }: SwapYes): Message | undefined {
  const short = shortage(context)
  if (short) return short
  if (seen && (seen.key !== key || minimumReceived < seen.minimumReceived)) return priceFell()
  if (quote.expiresAt <= Date.now()) return message('swap.error.expired', 'This price is too old. Look at the new one.')
  const state = context.state(swapSlice)
  if (!beside && openRequests(context)) return message('swap.unanswered', 'Your wallet may still ask. Decline it there before you swap again.')
  const risk = riskOf(state)
  if (risk === 'refused') return message('swap.problem.refused', 'More than half would be lost: this swap is not offered for signing.')
  if (risk !== 'severe' || sure) return undefined
  if (impactOf(state) === undefined)
    return message('swap.problem.sureBlind', 'Nobody can tell how much of its worth is lost. Say yes once more if you want that.')
  return message('swap.problem.sure', 'Much of its worth may be lost. Say yes once more if you want that.')
}

const priceFell = (): Message => message('swap.problem.changed', 'The price has moved meanwhile: less would arrive than you were shown. Look again.')

/** Asks the wallet of the account. What is signed is bound to the network it was made for (threat S24); the chain asks the wallet itself once more. */
async function send(context: SwapContext, { account, network }: Place, draft: Draft): Promise<string> {
  const via = walletOf(context, { account, network })
  const chain = context.capability(transactions, network)
  if (draft.network !== network) throw new ChainError('WALLET_NETWORK')
  if (!chain?.dialects.includes(draft.dialect)) throw new ChainError('WALLET_UNSUPPORTED')
  return (await chain.send(via, account, draft, context.signal)).hash
}
/** What a wallet answers; until then its request is open, whoever waits for it. */
async function answerOf<Answer>(context: SwapContext, ask: () => Promise<Answer>): Promise<Answer> {
  const answered = askedNow(context)
  try {
    return await ask()
  } finally {
    answered()
  }
}
/** Whether it is over: in one yes, where approvals are wanted and the wallet can (see `batch`). An approval without a limit stays, so that it is sent by itself and kept in sight. */
async function wentTogether(context: SwapContext, live: Live, isWanted: () => boolean, swapped: () => void, isAsked: () => void): Promise<boolean> {
  const { ask, quote, turn } = live
  const { sendAll, dialects = [] } = context.capability(transactions, ask.network) ?? {}
  if (!sendAll || quote.steps.length < 2 || ask.unlimited) return false
  context.use(toasts).progress(message('swap.status.confirm', 'Confirm transaction in your wallet'))
  const { sendTogether } = await import('./batch.js')
  let answered: (() => void) | undefined
  const asking = () => {
    // The wallet took its time to say what it can: the account, the network or the wish may be another meanwhile (threat S24).
    if (!isWanted()) throw new ChainError('WALLET_NETWORK')
    answered = askedNow(context)
    isAsked()
  }
  try {
    const went = await sendTogether({ sendAll, dialects }, walletOf(context, ask), ask, quote, context.signal, { asking, turn })
    if (!went) return !isWanted()
    sent(context, live, quote, went.id === undefined ? { ...went, ...(await went.done) } : went)
  } finally {
    answered?.()
  }
  swapped()
  return true
}
async function signPermit(context: SwapContext, place: Place, step: PermitStep): Promise<SignedPermit> {
  const chain = context.capability(messages, place.network)
  const signed = await answerOf(context, async () => chain?.signTyped?.(walletOf(context, place), place.account, step.typed, context.signal))
  if (!signed) throw new ChainError('WALLET_UNSUPPORTED')
  return { step, signature: signed.signature }
}
function walletOf(context: SwapContext, { account, network }: Place) {
  const via = context.use(connection).require(account)
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
  return via
}

/** From here on it outlives the form, the modal and the page, and everybody may hear of it. */
function record(context: SwapContext, { account, network }: Place, sent: Omit<SentSwap, 'network' | 'at' | 'status' | 'seen'>, told: Told): SentSwap {
  const swap: SentSwap = { ...sent, network, at: Date.now(), status: 'pending', seen: false }
  keepSent(context, swap)
  // What has no name yet is told of once its wallet names it.
  if (!sent.together) context.emit(transactionSent, { hash: sent.hash, network, account, ...told })
  return swap
}
/** Once it is sent the approval stands, whatever becomes of the swap. Throws a SwapError where the network did not carry it out. */
async function allow(
  context: SwapContext,
  { ask, route, source, turn }: Live,
  step: Exclude<SwapStep, PermitStep | { kind: 'swap' }>,
  isSent: (hash: string) => void,
) {
  const { token, spender, amount } = step.approval
  const hash = await answerOf(context, () => send(context, ask, step.draft))
  record(
    context,
    ask,
    {
      hash,
      kind: step.kind,
      sold: amount === 'unlimited' ? `∞ ${source.symbol}` : spoken(context, amount, source, allDigits),
      bought: '',
      approval: { owner: ask.account.address, token, to: ask.to, route: route.id, spender, units: String(amount) },
    },
    { operationType: 'approve' },
  )
  isSent(hash)
  const outcome = await followOne(context, { hash, network: ask.network }, turn)
  if (outcome?.status !== 'confirmed') throw new SwapError('SWAP_APPROVAL')
}
/** `hash`: its transaction; absent: `id` is all that its wallet has said, and `done` says the rest. */
function sent(
  context: SwapContext,
  { ask, route, source, target, turn }: Live,
  quote: SwapQuote,
  { id, hash, done }: SentTogether & { readonly hash?: string },
): void {
  const { account, network, amount, from: token, to } = ask
  const [sold, bought] = [spoken(context, amount, source, allDigits), spoken(context, quote.toAmount, target)]
  const moved = ({ name, symbol, imageUrl, decimals }: Token, units: bigint, direction: 'in' | 'out') => ({
    direction,
    fungible_info: { name, symbol, ...(imageUrl && { icon: { url: imageUrl } }) },
    quantity: { numeric: formatAmount(units, decimals) },
  })
  const told: Told = {
    operationType: 'trade',
    transfers: [moved(source, amount, 'out'), moved(target, quote.toAmount, 'in')],
    ...(to !== 'native' && { tokens: [target] }),
  }
  const swap = quote.steps.find(step => step.kind === 'swap')
  const spender = quote.steps.map(step => step.kind !== 'swap' && step.approval.spender).find(Boolean)
  const recorded = record(
    context,
    ask,
    {
      hash: hash ?? id ?? '',
      kind: 'swap',
      sold,
      bought,
      ...(swap?.deadline && { deadline: swap.deadline }),
      ...(hash === undefined && spender && { together: { spender } }),
      ...(to !== 'native' && { got: { owner: account.address, token: to } }),
      ...(token !== 'native' && { approval: { owner: account.address, token, to, route: route.id, units: String(amount) } }),
    },
    told,
  )
  context.use(toasts).progress(message('swap.status.swapping', 'Swapping {from} to {to}', { from: sold, to: bought }))
  const following = recorded.together ? followTogether(context, recorded, turn, { done, told }) : followOne(context, recorded, turn)
  void following.then(outcome => {
    if (!outcome) return
    const name = outcome.status === 'confirmed' ? 'SWAP_SUCCESS' : 'SWAP_ERROR'
    context.emit(tracked, { name, properties: { network, from: source.symbol, to: target.symbol } })
  })
}

/** The form is empty again, and the account is shown (spec section 4, step 5). */
function leave(context: SwapContext): void {
  const { current } = context.views
  context.reset(swapSlice)
  if ((current?.id === swapView.id || current?.id === swapPreviewView.id) && context.views.has(accountView)) context.views.reset(accountView)
}

/**
 * Quiet where the person declined; the wallet's short words, else ours (spec section 8). Answers what the person reads where they were: that it did not happen, and
 * what of it stays.
 */
function tell(context: SwapContext, error: unknown, step: SwapStep, { ask, source: { symbol } }: Live): Message {
  const isDeclined = walletProblem(error).kind === 'declined'
  if (!isDeclined) context.emit(tracked, { name: step.kind === 'swap' ? 'SWAP_ERROR' : 'SWAP_APPROVAL_ERROR', properties: { token: symbol } })
  context.use(toasts).dismiss()
  const told = complain(context, error)
  const [left] = leftApprovals(context, ask.network, ask.account.address).filter(({ token }) => token === ask.from)
  if (left)
    return message('swap.problem.left', 'Nothing was swapped. Your approval of {amount} stays until you use it or take it back.', { amount: left.amount })
  return isDeclined ? message('swap.problem.declined', 'You declined. Nothing was swapped, you still have your {symbol}.', { symbol }) : told.userMessage
}
function complain(context: SwapContext, error: unknown): ModalError {
  const told = error instanceof SwapError || error instanceof ChainError ? error : ofWallet(error)
  context.use(toasts).fail(told)
  return told
}
function ofWallet(cause: unknown): SwapError {
  const reason = shortMessageOf(cause)
  const sentence = reason ? message('swap.error.walletReason', '{reason}', { reason }) : message('swap.error.wallet', 'Transaction error')
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
    const hash = await send(context, place, draft)
    const approval = { owner: left.owner, token, route: left.route, spender, units: '0' }
    record(context, place, { hash, kind: 'reset', sold: left.amount, bought: '', approval }, { operationType: 'revoke' })
    const outcome = await followOne(context, { hash, network: place.network }, turnOfSender(context))
    if (outcome?.status === 'confirmed')
      context.use(toasts).success(message('swap.status.revoked', 'Your approval of {amount} is taken back', { amount: left.amount }))
  } catch (error) {
    complain(context, error)
  }
}
