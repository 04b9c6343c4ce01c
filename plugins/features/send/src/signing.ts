/**
 * What happens from the last click until the transfer is in the outbox. Loaded with the first
 * review.
 */
import { accountView } from '@portico/kernel/account'
import { declinedInWalletMessage } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { shellService, shellSlice, toastsService, trackedEvent } from '@portico/kernel/shell'
import {
  displaySymbol,
  displayText,
  type Message,
  ModalError,
  parseAmount,
  withValues,
} from '@portico/kernel/text'
import { outboxService, requestEndedEvent } from '@portico/kernel/transactions'
import { walletProblem } from '@portico/kernel/wallet'
import { SendError, unknownOutcome } from './errors.js'
import type { PreparedReview } from './prepare.js'
import { problemOf } from './problem.js'
import { type SendContext, sendPreviewView, sendSlice, sendView } from './refs.js'
import { placeOf } from './select.js'
import type { Payment, Review, SendConfirmation, SendPhase, SendState } from './send.js'
import { openId, openProblem, readPayment, sendKind } from './sent-transfers.js'
import { activityOf } from './wording.js'

/** The form on screen. */
interface Form {
  enter(phase: SendPhase): void
  /** Empties the form after its transfer was sent. */
  empty(): void
}
export type Signing = ReturnType<typeof createSigning>
export function createSigning(context: SendContext, form: Form) {
  const { enter } = form
  /** The request whose answer the form waits for. */
  let awaited: object | undefined
  context.on(requestEndedEvent, ({ request: { subject }, hash }) => {
    const payment = subject.kind === sendKind ? readPayment(subject.data) : undefined
    if (!payment) return
    if (hash !== undefined && isInForm(context, payment)) leave(context, form)
    else refreshForm(context, form)
  })

  return {
    /**
     * What to say while an earlier payment of this account may have been sent: it and the next one
     * together pay twice (threat S23).
     */
    openProblem(): Message | undefined {
      const place = placeOf(context)
      return place && openProblem(context, place.network, place.account.address)
    },
    /**
     * The form stops waiting. The wallet may still send it: the account is watched, and a late
     * answer is recorded and followed like any other.
     */
    giveUp(review: Review) {
      awaited = undefined
      context.use(outboxService).watch(review.from).catch(context.report)
    },
    async sign({ review, draft }: PreparedReview, { beside }: SendConfirmation): Promise<void> {
      const { from, network } = review
      const open = openProblem(context, network, from.address)
      if (open && !beside) return enter({ name: 'review', review, problem: open })
      const own = {}
      awaited = own
      // The person may have opened another form, or switched the account.
      const isAwaited = () => {
        const { phase } = context.state(sendSlice)
        return awaited === own && phase.name === 'signing' && phase.review.at === review.at
      }
      enter({ name: 'signing', review, since: performance.now() })
      track(context, 'SEND_INITIATED', review)
      const overlaysPage = context
        .items(connectorsSlot)
        .some(one => one.overlaysPage && from.connection.endsWith(`/${one.id}`))
      const done = context.find(shellService)?.wait({ overlaysPage })
      try {
        await pay(context, form, { review, draft }, isAwaited, beside ?? false)
      } finally {
        done?.()
        if (awaited === own) awaited = undefined
      }
    },
  }
}

/** Submits the payment by the outbox, and shows its outcome. Never rejects. */
async function pay(
  context: SendContext,
  form: Form,
  { review, draft }: PreparedReview,
  isAwaited: () => boolean,
  beside: boolean,
): Promise<void> {
  const { from, network, token } = review
  const typed = context.state(sendSlice)
  const wallet = walletOf(context, review)
  const payment = paymentOf(review)
  const activity = activityOf(payment, from.address, token)
  const submitted = await context.use(outboxService).submit({
    kind: sendKind,
    data: payment,
    account: from,
    draft,
    activity,
    isWanted: isAwaited,
    beside,
  })
  const { status } = submitted
  if (status === 'dropped') return
  if (status === 'sent') {
    track(context, 'SEND_SUCCESS', review)
    // Also after a cancel without further input: a sent transfer must not stay in the form, where
    // it could be sent again.
    if (isAwaited() || isSame(typed, context.state(sendSlice))) leave(context, form)
    return
  }
  const open = openProblem(context, network, from.address)
  if (status !== 'guarded') {
    const { error } = submitted
    track(
      context,
      walletProblem(error).kind === 'declined' ? 'SEND_REJECTED' : 'SEND_ERROR',
      review,
    )
    tell(context, error, status === 'open', isAwaited() && isFormSeen(context))
  }
  const problem = status === 'refused' ? refusalOf(submitted.error, wallet) : open
  if (isAwaited()) form.enter({ name: 'review', review, ...(problem && { problem }) })
}
function paymentOf({
  recipient: { address, profile },
  token: { symbol, asset, decimals },
  outgoing,
}: Review): Payment {
  // Symbols and names are untrusted, and are stored as they are shown.
  const name = displayText(profile?.name)
  return {
    to: address,
    ...(name && { name }),
    symbol: displaySymbol(symbol),
    asset,
    decimals,
    amount: outgoing,
  }
}
const track = (context: SendContext, name: string, { network, token }: Review) =>
  context.emit(trackedEvent, { name, properties: { network, token: token.symbol } })

const isSame = (one: SendState, other: SendState): boolean =>
  one.to === other.to && one.sendTokenAmount === other.sendTokenAmount

/**
 * No toast where the person declined, or where the form or its review says the same in a note
 * (`isNoted`): it would cover the amount.
 */
function tell(context: SendContext, error: unknown, isOpen: boolean, isNoted: boolean): void {
  if (!isOpen && walletProblem(error).kind === 'declined') return
  if (!isOpen) context.use(toastsService).fail(new SendError('SEND_FAILED', { cause: error }))
  else if (!isNoted) context.use(toastsService).fail(unknownOutcome(error))
  if (!(error instanceof ModalError) && walletProblem(error).kind === 'unknown')
    context.report(error)
}

const isFormSeen = ({ state, views }: SendContext): boolean =>
  state(shellSlice).open &&
  (views.current?.id === sendView.id || views.current?.id === sendPreviewView.id)

const walletOf = (context: SendContext, { from }: Review): string =>
  context.state(sessionSlice).connections[from.connection]?.wallet.name ?? ''

/** Returns why the wallet or the chain sent nothing. */
function refusalOf(error: unknown, wallet: string): Message {
  if (walletProblem(error).kind === 'declined')
    return withValues(declinedInWalletMessage, { wallet })
  return problemOf(error)
}

/** True while the form still shows this payment, which must not be offered again. */
function isInForm(context: SendContext, { to, amount, decimals }: Payment): boolean {
  const { recipient, sendTokenAmount } = context.state(sendSlice)
  return (
    recipient.name === 'known' &&
    recipient.address === to &&
    parseAmount(sendTokenAmount, decimals) === amount
  )
}
/** Empties the form and goes to the account, also from a view that a wallet has opened. */
function leave(context: SendContext, form: Form): void {
  if (context.views.history.some(({ id }) => id === sendPreviewView.id)) {
    if (context.views.has(accountView)) context.views.reset(accountView)
    else context.views.back()
  }
  form.empty()
}
/** Updates the form's messages after an open request has ended. */
function refreshForm(context: SendContext, form: Form): void {
  const { phase } = context.state(sendSlice)
  if (phase.name !== 'review' && phase.name !== 'editing') return
  if (!phase.problem?.id.startsWith(openId)) return
  const { problem: _, ...bare } = phase
  const problem =
    phase.name === 'review'
      ? openProblem(context, phase.review.network, phase.review.from.address)
      : undefined
  form.enter({ ...bare, ...(problem && { problem }) })
}
