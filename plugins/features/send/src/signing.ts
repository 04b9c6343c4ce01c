/** What happens from the last click until the chain has the transaction. Loaded with the first review. */
import {
  acknowledgeRequests,
  ChainError,
  connection,
  connectors,
  declinedInWalletMessage,
  describeDrafts,
  isPlainWord,
  type Message,
  ModalError,
  openRequest,
  type PendingRequest,
  session,
  shell,
  shellSlice,
  toasts,
  tracked,
  transactions,
  walletProblem,
  withValues,
} from '@portico/kernel/contracts'
import { SendError, unknownOutcome } from './errors.js'
import type { Payment } from './open.js'
import { connectForm, type Form, leave, openLog, openProblem, record, startedMessage, watchOpen } from './outbox.js'
import type { PreparedReview } from './prepare.js'
import { problemOf } from './problem.js'
import { type SendContext, sendPreviewView, sendSlice, sendView } from './refs.js'
import { placeOf } from './select.js'
import type { Review, SendState, SendYes } from './send.js'

export type Signing = ReturnType<typeof createSigning>
export function createSigning(context: SendContext, form: Form) {
  const { enter } = form
  /** The request whose answer the form waits for. */
  let awaited: object | undefined
  connectForm(context, form)

  return {
    /** What to say while an earlier payment of this account may have been sent: it and the next one together pay twice (threat S23). */
    openProblem(): Message | undefined {
      const place = placeOf(context)
      return place && openProblem(context, place.network, place.account.address)
    },
    /** The form stops waiting. The wallet may still send it: the account is watched, and a late answer is recorded and followed like any other. */
    giveUp(review: Review) {
      awaited = undefined
      watchOpen(context, review.from)
    },
    async sign({ review, draft }: PreparedReview, { beside }: SendYes): Promise<void> {
      const { from, network } = review
      const open = openProblem(context, network, from.address)
      if (open && !beside) return enter({ name: 'review', review, problem: open })
      const acknowledge = acknowledgeRequests(context, openLog(context), network, from.address)
      const own = {}
      awaited = own
      // The person may have gone on to something else: another form, another account.
      const isAwaited = () => {
        const { phase } = context.state(sendSlice)
        return awaited === own && phase.name === 'signing' && phase.review.at === review.at
      }
      enter({ name: 'signing', review, since: performance.now() })
      track(context, 'SEND_INITIATED', review)
      const overlaysPage = context.items(connectors).some(one => one.overlaysPage && from.connection.endsWith(`/${one.id}`))
      const done = context.find(shell)?.wait({ overlaysPage })
      try {
        await pay(context, form, { review, draft }, isAwaited, acknowledge)
      } finally {
        done?.()
        if (awaited === own) awaited = undefined
      }
    },
  }
}

/** Asks the wallet, and records what comes of it. Calls `acknowledge` once it is sent. Never rejects. */
async function pay(context: SendContext, form: Form, { review, draft }: PreparedReview, isAwaited: () => boolean, acknowledge: () => void): Promise<void> {
  const { from, network, token } = review
  const typed = context.state(sendSlice)
  const wallet = walletOf(context, review)
  let request: PendingRequest | undefined
  try {
    const chain = context.capability(transactions, network)
    if (!chain?.dialects.includes(draft.dialect)) throw new ChainError('WALLET_UNSUPPORTED')
    const description = await describeDrafts(context, from, [draft])
    if (!isAwaited()) return
    const via = context.use(connection).require(from)
    const payment = paymentOf(review)
    request = openRequest(context, openLog(context), { network, from: from.address, wallet, subject: payment, description })
    const { hash } = await chain.send(via, from, draft, context.signal)
    if (!isPlainWord(hash)) throw new ChainError('WALLET_OUTCOME')
    request.close()
    acknowledge()
    track(context, 'SEND_SUCCESS', review)
    record(context, from, { ...payment, hash, network, at: Date.now(), ...(description !== undefined && { description }) }, token)
    context.use(toasts).success(startedMessage)
    // Also where nobody waited and nothing else was typed: what is sent already must not stand there to be sent again.
    if (isAwaited() || isSame(typed, context.state(sendSlice))) leave(context, form)
  } catch (error) {
    if (context.signal.aborted) return
    const isOpen = request?.fail(error) === 'unknown'
    track(context, walletProblem(error).kind === 'declined' ? 'SEND_REJECTED' : 'SEND_ERROR', review)
    tell(context, error, isOpen, isAwaited() && isFormSeen(context))
    const problem = isOpen ? openProblem(context, network, from.address) : refusalOf(error, wallet)
    if (isAwaited()) form.enter({ name: 'review', review, ...(problem && { problem }) })
    if (isOpen) watchOpen(context, from)
  }
}
function paymentOf({ recipient: { address, profile }, token: { symbol, decimals }, leaving }: Review): Payment {
  return { to: address, ...(profile && { name: profile.name }), symbol, decimals, amount: leaving }
}
const track = (context: SendContext, name: string, { network, token }: Review) => context.emit(tracked, { name, properties: { network, token: token.symbol } })

const isSame = (one: SendState, other: SendState): boolean => one.to === other.to && one.sendTokenAmount === other.sendTokenAmount

/** No toast where the person declined, or where the form or its review says the same in a note (`isNoted`): it would cover the amount. */
function tell(context: SendContext, error: unknown, isOpen: boolean, isNoted: boolean): void {
  if (!isOpen && walletProblem(error).kind === 'declined') return
  if (!isOpen) context.use(toasts).fail(new SendError('SEND_FAILED', { cause: error }))
  else if (!isNoted) context.use(toasts).fail(unknownOutcome(error))
  if (!(error instanceof ModalError) && walletProblem(error).kind === 'unknown') context.report(error)
}

const isFormSeen = ({ state, views }: SendContext): boolean =>
  state(shellSlice).open && (views.current?.id === sendView.id || views.current?.id === sendPreviewView.id)

const walletOf = (context: SendContext, { from }: Review): string => context.state(session).connections[from.connection]?.wallet.name ?? ''

/** Why the wallet or the chain sent nothing. */
function refusalOf(error: unknown, wallet: string): Message {
  if (walletProblem(error).kind === 'declined') return withValues(declinedInWalletMessage, { wallet })
  return problemOf(error)
}
