/** What becomes of a swap: the chain says, and who sent it is told, whatever view is open then. */
import type { Read } from '@portico/kernel'
import {
  type Account,
  type Alert,
  absentMessage,
  accountView,
  allDigits,
  ChainError,
  connectedAccount,
  connection,
  type Difference,
  differsMessage,
  followSent,
  type Message,
  ModalError,
  message,
  type NetworkId,
  nativeBalance,
  ownersMessage,
  type SentTransaction,
  session,
  shellSlice,
  type TransactionOutcome,
  TransferError,
  type Turn,
  toasts,
  tokenBalances,
  transactionDiffers,
  transactionSent,
  transactionSettled,
  transactions,
  transactionUndone,
  turnOf,
  walletProblem,
  watchRequests,
  withValues,
} from '@portico/kernel/contracts'
import { SwapError } from './errors.js'
import { changeSent, isOf, keepSent, nameSent, type OpenSwap, openLog, readLog, swappedToMessage, swappingMessage } from './log.js'
import { type SwapContext, swapLogSlice, swapPreviewView, swapSlice, swapView } from './refs.js'
import { recordedIn, spoken } from './spoken.js'
import type { SentSwap, SwapRequest } from './swap.js'

type Which = Pick<SentSwap, 'hash' | 'network'>
export type Told = Pick<SentTransaction, 'operationType' | 'transfers' | 'tokens'>
// By context: two kernels in one page share nothing.
const following = /* @__PURE__ */ new WeakMap<AbortSignal, Map<string, Promise<TransactionOutcome | undefined>>>()
// No chain takes two hours to be sure of its blocks.
const mayChangeForMs = 2 * 60 * 60_000

/** Follows everything that is under way, or may still be taken back, on a network that is here, once a wallet is connected. Each once. */
export function followAll(context: SwapContext): void {
  const log = openLog(context)
  const { found } = context.state(swapLogSlice)
  // What is too old guards nothing any more.
  if (Array.isArray(found) && found.filter(one => one?.open !== undefined).length > log.read().length) log.write(log.read())
  watchOpen(context)
  if (!Object.keys(context.state(session).connections).length) return
  for (const sent of readLog(context)) {
    const hasEnded = outcomeOf(sent) !== undefined
    // What its wallet has named no transaction for has nothing that a chain could take back.
    if (hasEnded && (sent.together || (sent.until ?? 0) <= Date.now())) continue
    if (sent.together) void followTogether(context, sent, turnOf(context))
    else void followOne(context, sent, turnOf(context))
  }
}

/** Looks for what was asked with an unknown outcome. `sender`: who has just asked, and may have disconnected since. */
export function watchOpen(context: SwapContext, sender?: Account): void {
  const log = openLog(context)
  const accountOf = ({ from, network }: OpenSwap) => (sender?.address === from ? sender : connectedAccount(context, network, from))
  watchRequests(context, log, {
    isHere: request => accountOf(request) !== undefined,
    known: () => readLog(context).map(({ hash }) => hash),
    found(request, hash) {
      const account = accountOf(request)
      const { subject, network, description } = request
      const { kind, ...sent } = subject
      if (!account || kind === 'permit') return
      const operationType = kind === 'swap' ? 'trade' : sent.approval?.units === '0' ? 'revoke' : 'approve'
      // What the wallet did not name may be another transaction than the one shown.
      const recorded = record(context, { account, network }, { ...sent, hash, kind, ...(description && { description }) }, { operationType })
      if (kind === 'swap') {
        context.use(toasts).progress(swapping(context, sent))
        if (isInForm(context, subject)) leave(context)
      }
      refreshForm(context)
      void followOne(context, recorded, turnOf(context))
    },
    impossible(request, by) {
      const account = accountOf(request)
      const { subject, network, description } = request
      const { kind, ...sent } = subject
      if (by && account && kind !== 'permit') {
        // Another transaction of the account took its place. It is compared with what was shown, and announced without what it does.
        const recorded = record(context, { account, network }, { ...sent, hash: by, kind, ...(description && { description }) }, {})
        refreshForm(context)
        return void followOne(context, recorded, turnOf(context))
      }
      context.use(toasts).fail(new SwapError('SWAP_NOT_SENT', { sentence: message('swap.error.notSent', 'Your wallet did not send it. You can swap again.') }))
      refreshForm(context)
    },
  })
}
/** From here on it outlives the form, the modal and the page, and is announced. Once: a late answer may name what was found already. */
export function record(
  context: SwapContext,
  { account, network }: { readonly account: Account; readonly network: NetworkId },
  sent: Omit<SentSwap, 'network' | 'at' | 'status' | 'seen'>,
  told: Told,
): SentSwap {
  const known = readLog(context).find(one => isOf(one, { hash: sent.hash, network }))
  if (known) return known
  const swap: SentSwap = { ...sent, network, at: Date.now(), status: 'pending', seen: false }
  keepSent(context, swap)
  // What has no name yet is told of once its wallet names it.
  if (!sent.together) context.emit(transactionSent, { hash: sent.hash, network, account, ...told })
  return swap
}
/** Whether the form still shows this swap: it must not stand there to be swapped again. */
function isInForm(context: SwapContext, { sold }: SwapRequest): boolean {
  const { phase, source } = context.state(swapSlice)
  return 'quote' in phase && source !== undefined && spoken(context, phase.quote.sold, source, allDigits) === sold
}
/** The form is empty again, and the account is shown (spec section 4, step 5). */
export function leave(context: SwapContext): void {
  const { current } = context.views
  context.reset(swapSlice)
  if ((current?.id === swapView.id || current?.id === swapPreviewView.id) && context.views.has(accountView)) context.views.reset(accountView)
}
/** One open request less: the form does not say any more that it is there. */
function refreshForm(context: SwapContext): void {
  const { phase } = context.state(swapSlice)
  if (phase.name !== 'quoted' || phase.problem?.id !== 'swap.unanswered') return
  context.update(swapSlice, state => void Object.assign(state, { phase: { ...phase, problem: undefined } }))
}

/** Of what is sent now: where the modal is closed a host has sent it, and waits for it. */
export const turnOfSender = (context: SwapContext): Turn | undefined => (context.state(shellSlice).open ? turnOf(context) : undefined)

/**
 * What became of it at last. Never rejects, and asks nobody out of its turn: undefined where the network gives no answer for long; it is asked again when the modal
 * is opened the next time.
 */
export const followOne = (context: SwapContext, which: Which, turn: Turn | undefined): Promise<TransactionOutcome | undefined> =>
  each(context, which, () => ask(context, which, turn))

/** The same of an approval and a swap that were sent as one: its wallet says first which transaction it is. `sent`: what it answers to whoever has just asked it. */
export function followTogether(
  context: SwapContext,
  swap: SentSwap,
  turn: Turn | undefined,
  sent?: { readonly done: Promise<{ readonly hash: string }>; readonly told: Omit<SentTransaction, 'hash' | 'network' | 'account'> },
): Promise<TransactionOutcome | undefined> {
  const { network } = swap
  return each(context, swap, async () => {
    const account = ownerOf(context, swap)
    // Its wallet is not there now: when it comes back.
    if (!account) return undefined
    try {
      const { hash } = await (sent?.done ?? askWallet(context, account, swap, turn))
      nameSent(context, swap, hash)
      context.emit(transactionSent, { hash, network, account, ...(sent?.told ?? { operationType: 'trade' }) })
      return await followOne(context, { hash, network }, turn)
    } catch (error) {
      return cameToNothing(context, swap, error)
    }
  })
}
function askWallet(context: SwapContext, account: Account, { hash: id, network }: SentSwap, turn: Turn | undefined): Promise<{ readonly hash: string }> {
  const via = context.use(connection).require(account)
  const chain = context.capability(transactions, network)
  if (!chain?.sendAll) throw new ChainError('WALLET_UNSUPPORTED')
  return chain.sendAll(via, account, [], context.signal, { id, turn, waiting: () => wait(context, { hash: id, network }) })
}
/** Whoever sent it, while their wallet is there. */
const ownerOf = (read: Read, { approval, network }: SentSwap): Account | undefined => connectedAccount(read, network, approval?.owner)
/** A wallet that did a part of what it had promised as a whole has left an approval behind (threat S20). */
function cameToNothing(context: SwapContext, swap: SentSwap, error: unknown): TransactionOutcome | undefined {
  if (context.signal.aborted) return undefined
  const { hash, approval, together, sold } = swap
  if (error instanceof TransferError) {
    end(context, swap, { status: 'failed' })
    if (error.code !== 'TRANSFER_PART' || !approval || !together) {
      tell(context, { ...swap, status: 'failed' })
      return { status: 'failed' }
    }
    const { spender } = together
    keepSent(context, {
      ...swap,
      hash: `${hash}/approval`.slice(-200),
      kind: 'approve',
      sold,
      bought: '',
      status: 'confirmed',
      seen: true,
      approval: { ...approval, spender },
    })
    context.use(toasts).fail(error)
    return { status: 'failed' }
  }
  // EIP-5792: there is no bundle with this id. What became of it nobody can tell any more.
  if (walletProblem(error).code === 5730) changeSent(context, swap, { status: 'unknown' })
  // A wallet that does not want to tell now is asked again the next time.
  else if (!(error instanceof ModalError) && walletProblem(error).code === undefined) context.report(error)
  return undefined
}

const followedBy = ({ signal }: SwapContext) => {
  const own = following.get(signal) ?? new Map<string, Promise<TransactionOutcome | undefined>>()
  following.set(signal, own)
  return own
}
const keyOf = ({ network, hash }: Which): string => `${network} ${hash}`
/** Each is followed once; whose end was told, its chain watches on. */
function each(context: SwapContext, which: Which, follow: () => Promise<TransactionOutcome | undefined>): Promise<TransactionOutcome | undefined> {
  const own = followedBy(context)
  const key = keyOf(which)
  const forgetUnknown = (outcome: TransactionOutcome | undefined) => {
    if (!outcome) own.delete(key)
    return outcome
  }
  const asked = own.get(key) ?? follow().then(forgetUnknown)
  own.set(key, asked)
  return asked
}
/** Other owners have to sign it first: said once, and shown until it is sent. */
export function wait(context: SwapContext, which: Which): void {
  const sentence = ownersMessage
  if (!readLog(context).find(one => isOf(one, which))?.isWaiting) context.use(toasts).progress(sentence)
  changeSent(context, which, { isWaiting: true, isAbsent: undefined, seen: false })
}
/** What was told of it. */
function outcomeOf({ status, by = '' }: SentSwap): TransactionOutcome | undefined {
  if (status === 'pending' || status === 'unknown') return undefined
  return status === 'replaced' ? { status, by } : { status }
}
async function ask(context: SwapContext, asked: Which, turn: Turn | undefined): Promise<TransactionOutcome | undefined> {
  let which = asked
  const learn = (outcome: TransactionOutcome | undefined) => {
    // It may never have an end now: whoever opens the modal asks again.
    if (!outcome) followedBy(context).delete(keyOf(which))
    become(context, which, outcome)
  }
  const find = () => readLog(context).find(one => isOf(one, which))
  const { use } = context
  const absent = () => {
    const sentence = absentMessage
    if (!find()?.isAbsent) use(toasts).fail(new SwapError('SWAP_ABSENT', { sentence }))
    changeSent(context, which, { isAbsent: true, isWaiting: undefined, seen: false })
  }
  const waiting = () => wait(context, which)
  const unread = () => changeSent(context, which, { isAbsent: undefined, isWaiting: undefined, isUnread: true })
  const compared = (difference: Difference | undefined) => {
    const { from, to, spender, isCancel } = difference ?? {}
    const differs = difference && {
      ...(isCancel && { isCancel }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(spender !== undefined && { spender }),
    }
    changeSent(context, which, { isAbsent: undefined, isWaiting: undefined, ...(differs && { description: undefined, differs, seen: false }) })
    const sent = find()
    if (difference) context.emit(transactionDiffers, { ...which, difference })
    if (isCancel)
      use(toasts).fail(new SwapError('SWAP_CANCELLED', { sentence: message('swap.error.cancelled', 'Your wallet cancelled this. Nothing was sent.') }))
    else if (sent?.differs) {
      // A toast that says that the swap is under way would deny the alert below it.
      use(toasts).dismiss()
      use(toasts).alert(differenceOf(context, sent))
    }
  }
  const isOther = (hash: string) => readLog(context).some(one => one.network === which.network && one.hash === hash && !isOf(one, which))
  const renamed = (hash: string) => {
    const { network, hash: was } = which
    nameSent(context, which, hash)
    const own = followedBy(context)
    const followed = own.get(keyOf(which))
    own.delete(keyOf(which))
    which = { hash, network }
    if (followed) own.set(keyOf(which), followed)
    changeSent(context, which, { status: 'pending', by: undefined, until: undefined, isAbsent: undefined, isWaiting: undefined, seen: false })
    context.emit(transactionSettled, { hash: was, network, outcome: { status: 'replaced', by: hash } })
    const sent = find()
    const account = sent && ownerOf(context, sent)
    if (account) context.emit(transactionSent, { hash, network, account, operationType: sent.kind === 'swap' ? 'trade' : 'approve' })
  }
  try {
    const sent = find()
    const said = sent && outcomeOf(sent)
    const outcome = await followSent(context, sent ?? which, { absent, waiting, unread, compared, isOther, renamed, changed: learn }, { turn, said })
    if (outcome) learn(outcome)
    return outcome
  } catch (error) {
    followedBy(context).delete(keyOf(which))
    if (!context.signal.aborted && !(error instanceof ModalError)) context.report(error)
    return undefined
  }
}

/** Undefined: no block has it any more (situation R19): what was told is taken back. */
function become(context: SwapContext, which: Which, outcome: TransactionOutcome | undefined): void {
  const sent = readLog(context).find(one => isOf(one, which))
  // Forgotten, or another tab has told already.
  if (!sent || sent.status === (outcome?.status ?? 'pending')) return
  const { hash, network } = which
  const ended = end(context, sent, outcome)
  if (outcome) context.emit(transactionSettled, { hash, network, outcome })
  else context.emit(transactionUndone, { hash, network })
  // What was sent instead is told already, and stays.
  if (!ended.differs) tell(context, ended)
}
type Ended = Omit<SentSwap, 'differs'> & { readonly differs?: SentSwap['differs'] | undefined }
// Of Uniswap's TransferHelper, with which others move tokens, too; and of OpenZeppelin's Pausable.
const saysHeld = /\b(STF|TF|ST)\b|paused/i
function end(context: SwapContext, sent: SentSwap, outcome: TransactionOutcome | undefined): Ended {
  const { status } = outcome ?? { status: 'pending' }
  const isLate = outcome?.status === 'failed' && outcome.at !== undefined && sent.deadline !== undefined && outcome.at > sent.deadline
  const isHeld = outcome?.status === 'failed' && saysHeld.test(outcome.reason ?? '')
  const changed = {
    status,
    // What the account says of an approval it says for as long as it stands.
    seen: sent.kind !== 'swap' && status !== 'pending' && (!sent.differs || sent.differs.isCancel === true),
    ...(outcome && { until: Date.now() + mayChangeForMs }),
    ...(outcome?.status === 'replaced' && { by: outcome.by }),
    ...(isLate && { isLate }),
    ...(isHeld && { isHeld }),
    // A reorganisation took the cancel back: what was cancelled may be mined after all.
    ...(!outcome && sent.status === 'replaced' && sent.differs?.isCancel && { differs: undefined }),
  }
  changeSent(context, sent, { ...changed, isAbsent: undefined, isWaiting: undefined, ...(outcome && { description: undefined }) })
  context.invalidate(nativeBalance)
  context.invalidate(tokenBalances)
  return { ...sent, ...changed }
}

function figuresOf(read: Read, { sold, bought }: Pick<SentSwap, 'sold' | 'bought'>) {
  const recorded = recordedIn(read)
  return { from: recorded(sold), to: recorded(bought) }
}
/** The progress message of a swap, which may appear over any page. Hides amounts for a person who hides them. */
export const swapping = (read: Read, swap: Pick<SentSwap, 'sold' | 'bought'>): Message => withValues(swappingMessage, figuresOf(read, swap))
function tell(context: SwapContext, swap: Ended): void {
  const { kind, status, isLate, isHeld, isUnread } = swap
  const { success, progress, fail } = context.use(toasts)
  if (kind !== 'swap') return
  if (status === 'pending') progress(swapping(context, swap))
  else if (status === 'confirmed' && isUnread)
    success(message('swap.status.unread', 'Your swap is confirmed, but could not be compared with what you saw. Look at it in the explorer.'))
  else if (status === 'confirmed') success(withValues(swappedToMessage, figuresOf(context, swap)))
  else if (status === 'failed') {
    const sentence = isLate
      ? message('swap.error.late', 'Your swap came too late into a block, so the network did not carry it out. You still have your tokens.')
      : isHeld
        ? message(
            'swap.error.held',
            'The network did not carry out your swap: one of its tokens could not be moved, it may be paused. You still have your tokens.',
          )
        : message('swap.error.reverted', 'The network did not carry out your swap: the price moved too far. You still have your tokens.')
    fail(new SwapError('SWAP_REVERTED', { sentence }))
  } else if (status === 'expired')
    fail(new SwapError('SWAP_DROPPED', { sentence: message('swap.error.dropped', 'The network did not take your swap in time. You still have your tokens.') }))
  else fail(new SwapError('SWAP_REPLACED', { sentence: message('swap.error.replaced', 'Another transaction took the place of your swap.') }))
}

/** What the network has instead of what was shown. Stays until it is closed. */
function differenceOf(context: SwapContext, swap: SentSwap): Alert {
  const { kind, differs = {} } = swap
  const { from: sold, to: bought } = figuresOf(context, swap)
  const title = differsMessage
  const values = { sold: bought ? `${sold} → ${bought}` : sold, from: differs.from ?? '', to: differs.to ?? '', spender: differs.spender ?? '' }
  const alert = (detail: Alert['detail']): Alert => ({ kind: 'failure', title, ...(detail && { detail }) })
  if (differs.from !== undefined)
    return alert(
      message('swap.differs.sender', 'You confirmed {sold}. Your wallet sent a transaction from {from} instead. Look at it in the explorer.', values),
    )
  if (differs.spender !== undefined && (kind === 'swap' || differs.to !== undefined))
    return alert(
      message('swap.differs.approval', 'You confirmed {sold}. Your wallet sent an approval instead: {spender} may take your tokens. Revoke it.', values),
    )
  if (differs.spender !== undefined)
    return alert(
      message(
        'swap.differs.spender',
        'You confirmed an approval of {sold}. Your wallet sent another one: {spender} may take your tokens. Take that back in Swap.',
        values,
      ),
    )
  if (differs.to !== undefined)
    return alert(message('swap.differs.recipient', 'You confirmed {sold}. Your wallet sent a transaction to {to} instead. Look at it in the explorer.', values))
  return alert(message('swap.differs.unknown', 'You confirmed {sold}. Your wallet sent something else. Look at it in the explorer.', values))
}
