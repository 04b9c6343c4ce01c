/** What happens from the yes until the chain has the swap: step after step, each after a look at what is to be signed now. */
import {
  accountView,
  activeNetwork,
  ChainError,
  connection,
  connectors,
  formatAmount,
  message,
  messages,
  type PermitStep,
  type SwapApproval,
  type SwapAsk,
  type SwapQuote,
  type SwapStep,
  shell,
  shortMessageOf,
  type Token,
  toasts,
  tracked,
  transactionSent,
  transactions,
  walletProblem,
} from '@portico/kernel/contracts'
import { SwapError } from './errors.js'
import { followOne } from './follow.js'
import { forgetLeft, keepLeft, keepSent } from './log.js'
import { askOne, type Route } from './quoting.js'
import { type SwapContext, swapPreviewView, swapSlice, swapView } from './refs.js'
import { keyOf, spoken } from './select.js'
import type { Quoted, SwapPhase } from './swap.js'

// Some tokens demand a reset to zero before the approval (decision 25). Whoever wants more, or one of a kind again, lies (threat S20).
const mostApprovals = 2

/** The quote on screen, with what only the routes and the chain understand. */
export interface Live {
  readonly route: Route
  readonly ask: SwapAsk
  readonly quote: SwapQuote
  readonly source: Token
  readonly target: Token
}
/** How it ended: `changed`: the deal is another one now, and wants a new yes (threat S23). */
export type Ending =
  | { readonly name: 'sent' | 'left' }
  | { readonly name: 'changed'; readonly quote: SwapQuote }
  | { readonly name: 'failed'; readonly error: unknown }

export async function execute(context: SwapContext, live: Live, shown: Quoted, signal: AbortSignal): Promise<Ending> {
  const { route, source } = live
  let { ask, quote } = live
  let step: SwapStep = quote.steps[0]
  const enter = (phase: SwapPhase) => context.update(swapSlice, state => void Object.assign(state, { phase }))
  const at = (waitsFor: 'wallet' | 'network' | 'quote', hash?: string) =>
    enter({ name: 'executing', quote: shown, step: step.kind, waitsFor, ...(hash && { hash }) })
  /** Another account, network or wish: whoever asked has gone. */
  const isWanted = () => {
    const { phase } = context.state(swapSlice)
    return !signal.aborted && phase.name === 'executing' && shown.key === keyOf(context) && activeNetwork(context) === ask.network
  }
  const overlaysPage = context.items(connectors).some(one => one.overlaysPage && ask.account.connection.endsWith(`/${one.id}`))
  const done = context.find(shell)?.wait({ overlaysPage })
  try {
    const given = new Set<SwapStep['kind']>()
    while (step.kind === 'swap' || (given.size < mostApprovals && !given.has(step.kind))) {
      given.add(step.kind)
      at('wallet')
      if (step.kind === 'swap') {
        say(context, 'swap.status.confirm', 'Confirm transaction in your wallet')
        const hash = await send(context, ask, step)
        sent(context, live, quote, hash)
        return { name: isWanted() ? 'sent' : 'left' }
      }
      say(context, 'swap.status.approve', 'Approve limit increase in your wallet')
      ask = await allow(context, { ...live, ask }, step, hash => isWanted() && at('network', hash))
      if (!isWanted()) return { name: 'left' }
      at('quote')
      // What was shown is promised: the route may not go below it, and where it has to, the person is asked again.
      const next = await askOne(route, { ...ask, minimumReceived: shown.minimumReceived }, signal)
      if (!isWanted()) return { name: 'left' }
      if (next.minimumReceived < shown.minimumReceived) return { name: 'changed', quote: next }
      quote = next
      step = next.steps[0]
    }
    throw new SwapError('SWAP_REFUSED', { route: route.value.name, fault: 'steps' })
  } catch (error) {
    if (!isWanted()) return { name: 'left' }
    tell(context, error, step, source)
    return { name: 'failed', error }
  } finally {
    done?.()
  }
}

/** An approval, or a permit to be sent along. Throws what the wallet threw, and a SwapError where the network did not carry it out. */
async function allow(context: SwapContext, live: Live, step: Exclude<SwapStep, { kind: 'swap' }>, isSent: (hash: string) => void): Promise<SwapAsk> {
  const { ask } = live
  if (step.kind === 'permit') return { ...ask, permit: { step, signature: await signPermit(context, ask, step) } }
  const hash = await send(context, ask, step)
  allowed(context, live, step, hash)
  isSent(hash)
  const outcome = await followOne(context, { hash, network: ask.network })
  if (outcome?.status !== 'confirmed') throw new SwapError('SWAP_APPROVAL')
  return ask
}

const say = (context: SwapContext, id: string, en: string) => context.use(toasts).progress(message(id, en))

async function send(context: SwapContext, { account, network }: SwapAsk, step: Exclude<SwapStep, PermitStep>): Promise<string> {
  const via = context.use(connection).require(account)
  const chain = context.capability(transactions, network)
  // What is signed is bound to the network it was made for (threat S24); the chain asks the wallet itself once more.
  if (step.draft.network !== network || via.network !== network) throw new ChainError('WALLET_NETWORK')
  if (!chain?.dialects.includes(step.draft.dialect)) throw new ChainError('WALLET_UNSUPPORTED')
  return (await chain.send(via, account, step.draft, context.signal)).hash
}
async function signPermit(context: SwapContext, { account, network }: SwapAsk, { typed }: PermitStep): Promise<string> {
  const via = context.use(connection).require(account)
  if (via.network !== network) throw new ChainError('WALLET_NETWORK')
  const signed = await context.capability(messages, network)?.signTyped?.(via, account, typed, context.signal)
  if (!signed) throw new ChainError('WALLET_UNSUPPORTED')
  return signed.signature
}

const allowanceText = ({ amount }: SwapApproval, source: Token): string => (amount === 'unlimited' ? `∞ ${source.symbol}` : spoken(amount, source))

/** From here on the approval stands, whatever becomes of the swap: it is kept in sight until it is used. */
function allowed(context: SwapContext, { ask, route, source }: Live, step: Exclude<SwapStep, PermitStep | { kind: 'swap' }>, hash: string): void {
  const { network, account } = ask
  const { kind, approval } = step
  const { token, spender } = approval
  const owner = account.address
  const amount = allowanceText(approval, source)
  const own = { owner, token, route: route.id }
  keepSent(context, { hash, network, kind, sold: amount, bought: '', at: Date.now(), status: 'pending', ...(kind === 'approve' && { approval: own }) })
  context.emit(transactionSent, { hash, network, account, operationType: 'approve' })
  if (kind === 'reset') forgetLeft(context, { network, owner, token, spender })
  else keepLeft(context, { network, spender, amount, ...own })
}

/** From here on it outlives the form, the modal and the page, and everybody may hear of it. */
function sent(context: SwapContext, { ask, route, source, target }: Live, quote: SwapQuote, hash: string): void {
  const { account, network, amount, from: token } = ask
  const [sold, bought] = [spoken(amount, source), spoken(quote.toAmount, target)]
  keepSent(context, {
    hash,
    network,
    kind: 'swap',
    sold,
    bought,
    at: Date.now(),
    status: 'pending',
    ...(token !== 'native' && { approval: { owner: account.address, token, route: route.id } }),
  })
  const moved = (token: Token, units: bigint, direction: 'in' | 'out') => ({
    direction,
    fungible_info: { name: token.name, symbol: token.symbol, ...(token.imageUrl && { icon: { url: token.imageUrl } }) },
    quantity: { numeric: formatAmount(units, token.decimals) },
  })
  context.emit(transactionSent, {
    hash,
    network,
    account,
    operationType: 'trade',
    transfers: [moved(source, amount, 'out'), moved(target, quote.toAmount, 'in')],
  })
  context.use(toasts).progress(message('swap.status.swapping', 'Swapping {from} to {to}', { from: sold, to: bought }))
  void followOne(context, { hash, network }).then(outcome => {
    if (outcome?.status !== 'confirmed') return
    context.emit(tracked, { name: 'SWAP_SUCCESS', properties: { network, from: source.symbol, to: target.symbol } })
  })
}

/** The form is empty again, and the account is shown (spec section 4, step 5). */
export function leave(context: SwapContext): void {
  const { current } = context.views
  context.reset(swapSlice)
  if ((current?.id === swapView.id || current?.id === swapPreviewView.id) && context.views.has(accountView)) context.views.replace(accountView)
}

/** Quiet where the person declined; the wallet's short words, else ours (spec section 8). */
function tell(context: SwapContext, error: unknown, step: SwapStep, { symbol }: Token): void {
  const isDeclined = walletProblem(error).kind === 'declined'
  context.use(toasts).dismiss()
  if (!isDeclined) context.emit(tracked, { name: step.kind === 'swap' ? 'SWAP_ERROR' : 'SWAP_APPROVAL_ERROR', properties: { token: symbol } })
  context
    .use(toasts)
    .fail(error instanceof SwapError || error instanceof ChainError ? error : new SwapError('SWAP_WALLET', { reason: shortMessageOf(error), cause: error }))
}
