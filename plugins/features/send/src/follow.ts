/** What becomes of a transfer: the chain says, and who sent it is told, whatever view is open then. */
import type { Read } from '@portico/kernel'
import {
  type Account,
  type Alert,
  activeNetwork,
  allDigits,
  connectedAccount,
  type Difference,
  differsMessage,
  displayAmountIn,
  displayText,
  followSent,
  formatAmount,
  type Message,
  ModalError,
  message,
  nativeBalance,
  networkOf,
  ownersMessage,
  preferencesSlice,
  session,
  type Token,
  type TransactionOutcome,
  textSlice,
  toasts,
  tokenBalances,
  transactionDiffers,
  transactionSent,
  transactionSettled,
  transactionUndone,
  turnOf,
  withValues,
} from '@portico/kernel/contracts'
import { SendError } from './errors.js'
import { mayChangeSince, type SendContext } from './refs.js'
import type { SentTransfer } from './send.js'
import { change, isOf, sentAmountMessage, sentTransfers } from './sent-log.js'

/** Tells plugins that list transactions what this transfer does. */
export function announce(
  context: SendContext,
  account: Account,
  { hash, network, to, amount, decimals, symbol }: SentTransfer,
  token: TokenFace = { name: symbol },
): void {
  context.emit(transactionSent, {
    hash,
    network,
    account,
    operationType: 'send',
    to,
    transfers: [
      {
        direction: to === account.address ? 'self' : 'out',
        fungible_info: { name: token.name, symbol, ...(token.imageUrl && { icon: { url: token.imageUrl } }) },
        quantity: { numeric: formatAmount(amount, decimals) },
      },
    ],
  })
}
export type TokenFace = Pick<Token, 'name' | 'imageUrl'>

// By context: two kernels in one page share nothing.
const following = /* @__PURE__ */ new WeakMap<AbortSignal, Set<string>>()

/** Follows every transfer whose end is not known, or may still change, on a network that is here, once a wallet is connected. Each once. */
export function followAll(context: SendContext): void {
  if (!Object.keys(context.state(session).connections).length) return
  for (const transfer of sentTransfers(context)) if (!outcomeOf(transfer) || (transfer.endedAt ?? 0) > mayChangeSince()) void follow(context, transfer)
}

/**
 * Never rejects. The network is not asked while the modal is closed; one that gives no answer for long is asked again when the modal is opened the next time. How it
 * ended is told only of a transaction that was compared with what was shown.
 */
export async function follow(context: SendContext, transfer: SentTransfer): Promise<void> {
  const { network } = transfer
  let { hash } = transfer
  const own = following.get(context.signal) ?? new Set()
  following.set(context.signal, own)
  let key = `${network} ${hash}`
  if (own.has(key)) return
  own.add(key)
  const learn = (outcome: TransactionOutcome | undefined) => {
    // It may never have an end now: whoever opens the modal asks again.
    if (!outcome) own.delete(key)
    become(context, { hash, network }, outcome)
  }
  const find = () => sentTransfers(context).find(one => isOf(one, { hash, network }))
  const absent = () => {
    if (!find()?.isAbsent) context.use(toasts).fail(new SendError('SEND_ABSENT'))
    change(context, { hash, network }, { isAbsent: true, isWaiting: undefined, seen: false })
  }
  const waiting = () => {
    if (!find()?.isWaiting) context.use(toasts).progress(ownersMessage)
    change(context, { hash, network }, { isWaiting: true, isAbsent: undefined, seen: false })
  }
  const unread = () => change(context, { hash, network }, { isAbsent: undefined, isWaiting: undefined, isUnread: true })
  const compared = (differs: Difference | undefined) => {
    change(context, { hash, network }, { isAbsent: undefined, isWaiting: undefined, ...(differs && { description: undefined, differs, seen: false }) })
    if (!differs) return
    context.emit(transactionDiffers, { hash, network, difference: differs })
    const { fail, dismiss, alert } = context.use(toasts)
    if (differs.isCancel) return fail(new SendError('SEND_CANCELLED'))
    // A toast that says that the payment has started would deny the alert below it.
    dismiss()
    alert(differenceOf(context, { ...transfer, differs }))
  }
  const isOther = (by: string) => sentTransfers(context).some(one => isOf(one, { hash: by, network }) && !isOf(one, { hash, network }))
  const renamed = (by: string) => {
    const was = hash
    change(
      context,
      { hash, network },
      { hash: by, was, status: 'pending', by: undefined, endedAt: undefined, isAbsent: undefined, isWaiting: undefined, seen: false },
    )
    own.delete(key)
    hash = by
    key = `${network} ${hash}`
    own.add(key)
    context.emit(transactionSettled, { hash: was, network, outcome: { status: 'replaced', by } })
    const account = connectedAccount(context, network, transfer.from)
    if (account) announce(context, account, { ...transfer, hash })
  }
  try {
    // Its chain goes on to tell, for as long as the end may change.
    learn(
      await followSent(
        context,
        transfer,
        { absent, waiting, unread, compared, isOther, renamed, changed: learn },
        { turn: turnOf(context), said: outcomeOf(transfer) },
      ),
    )
  } catch (error) {
    own.delete(key)
    if (context.signal.aborted) return
    if (!outcomeOf(transfer)) change(context, { hash, network }, { status: 'unknown' })
    if (!(error instanceof ModalError)) context.report(error)
  }
}

/** What was told of it. */
function outcomeOf({ status, by = '' }: SentTransfer): TransactionOutcome | undefined {
  if (status === 'pending' || status === 'unknown') return undefined
  return status === 'replaced' ? { status, by } : { status }
}

/** Undefined: no block has it any more. */
function become(context: SendContext, which: Pick<SentTransfer, 'hash' | 'network'>, outcome: TransactionOutcome | undefined): void {
  const transfer = sentTransfers(context).find(one => isOf(one, which))
  const { status } = outcome ?? { status: 'pending' }
  // Forgotten, or another tab has told already.
  if (!transfer || transfer.status === status) return
  const { hash, network, differs } = transfer
  // A reorganisation took the cancel back: what was cancelled may be mined after all.
  const isUncancelled = !outcome && transfer.status === 'replaced' && differs?.isCancel
  change(context, transfer, {
    status,
    seen: false,
    isAbsent: undefined,
    isWaiting: undefined,
    ...(isUncancelled && { differs: undefined }),
    ...(outcome && { description: undefined }),
    ...(outcome && { endedAt: Date.now() }),
    ...(outcome?.status === 'replaced' && { by: outcome.by }),
  })
  context.invalidate(nativeBalance)
  context.invalidate(tokenBalances)
  if (outcome) context.emit(transactionSettled, { hash, network, outcome })
  else context.emit(transactionUndone, { hash, network })
  // What was sent instead is told already, and stays.
  if (!differs || isUncancelled) tell(context, { ...transfer, status })
}

function tell(context: SendContext, transfer: SentTransfer): void {
  const { success, fail } = context.use(toasts)
  const { status } = transfer
  if (status === 'confirmed') success(arrivalOf(context, transfer))
  else fail(new SendError(status === 'replaced' ? 'SEND_REPLACED' : status === 'pending' ? 'SEND_UNDONE' : 'SEND_REVERTED'))
}

/** What is said of a transfer that arrived. It may come long after, over any page: whoever hides amounts hides this one too. */
export function arrivalOf(read: Read, { amount, decimals, symbol, network, isUnread }: SentTransfer): Message {
  if (isUnread) return message('send.toast.unread', 'Your payment is confirmed, but could not be compared with what you saw. Look at it in the explorer.')
  const figure = displayAmountIn(read.state(textSlice).language)(amount, decimals)
  const values = { amount: read.state(preferencesSlice).hidesAmounts ? '••••' : figure, symbol }
  const where = network === activeNetwork(read) ? undefined : displayText(networkOf(read, network)?.name)
  return where ? message('send.toast.sentOn', 'Sent {amount} {symbol} on {network}', { ...values, network: where }) : withValues(sentAmountMessage, values)
}

/** Describes a transaction that differs from what was shown. Shows every figure, also to a person who hides amounts: money is gone. */
function differenceOf(read: Read, { amount, decimals, symbol, to, differs = {} }: SentTransfer): Alert {
  const figure = (units: bigint) => displayAmountIn(read.state(textSlice).language, allDigits)(units, decimals)
  const values = { amount: figure(amount), symbol, to, realTo: differs.to ?? to }
  const alert = (detail: Message): Alert => ({ kind: 'failure', title: differsMessage, detail })
  if (differs.from !== undefined)
    return alert(
      message('send.differs.sender', 'You confirmed {amount} {symbol} to {to}. Your wallet paid from {realFrom} to {realTo} instead.', {
        ...values,
        realFrom: differs.from,
      }),
    )
  if (differs.spender !== undefined)
    return alert(
      message(
        'send.differs.spender',
        'You confirmed {amount} {symbol} to {to}. Your wallet sent an approval instead: {spender} may take your tokens. Revoke it.',
        {
          ...values,
          spender: differs.spender,
        },
      ),
    )
  if (differs.amount !== undefined)
    return alert(
      message('send.differs.detail', 'You confirmed {amount} {symbol} to {to}. Your wallet sent {realAmount} {symbol} to {realTo} instead.', {
        ...values,
        realAmount: figure(differs.amount),
      }),
    )
  // The amount may be one of another token.
  if (differs.to !== undefined)
    return alert(message('send.differs.recipient', 'You confirmed {amount} {symbol} to {to}. Your wallet sent to {realTo} instead.', values))
  return alert(message('send.differs.unknown', 'You confirmed {amount} {symbol} to {to}. Your wallet sent something else. Look at it in the explorer.', values))
}
