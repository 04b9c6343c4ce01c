/** What happens from the last click until the chain has the transaction. Loaded with the first review. */
import {
  accountView,
  ChainError,
  connection,
  connectors,
  formatAmount,
  type Message,
  ModalError,
  message,
  session,
  shell,
  toasts,
  tracked,
  transactionSent,
  transactions,
  walletProblem,
} from '@portico/kernel/contracts'
import { SendError } from './errors.js'
import { followAll } from './follow.js'
import type { PreparedReview } from './prepare.js'
import { problemOf } from './problem.js'
import { type SendContext, sendPreviewView, sendSlice } from './refs.js'
import type { Review, SendPhase, SendState } from './send.js'
import { keep } from './sent-log.js'

export type Signing = ReturnType<typeof createSigning>
export interface Form {
  enter(phase: SendPhase): void
  /** What stood there was sent. */
  empty(): void
}
export function createSigning(context: SendContext, { enter, empty }: Form) {
  /** The request whose answer the form waits for. */
  let awaited: object | undefined
  /** Every request that has no answer, with the name of its wallet. */
  const unanswered = new Map<object, string>()

  return {
    /** What to say while a wallet may still show a request that nobody waits for: who approves it and the next one pays twice (threat S23). */
    stillAsked(): Message | undefined {
      for (const [request, wallet] of unanswered)
        if (request !== awaited)
          return message(
            'send.problem.open',
            '{wallet} may still ask you about the transfer that you stopped waiting for. Approve only one: both together pay twice.',
            { wallet },
          )
      return undefined
    },
    /** The form waits no longer. The wallet may still answer: what it sends then is followed like any other transfer, for nobody may lose sight of money. */
    giveUp() {
      awaited = undefined
    },
    async sign({ review, draft }: PreparedReview): Promise<void> {
      const { from, network, token } = review
      const request = {}
      const typed = context.state(sendSlice)
      awaited = request
      unanswered.set(request, walletOf(context, review))
      // The person may have gone on to something else: another form, another account.
      const isAwaited = () => {
        const { phase } = context.state(sendSlice)
        return awaited === request && phase.name === 'signing' && phase.review.at === review.at
      }
      const track = (name: string) => context.emit(tracked, { name, properties: { network, token: token.symbol } })
      enter({ name: 'signing', review, since: performance.now() })
      track('SEND_INITIATED')
      const overlaysPage = context.items(connectors).some(one => one.overlaysPage && from.connection.endsWith(`/${one.id}`))
      const done = context.find(shell)?.wait({ overlaysPage })
      try {
        const via = context.use(connection).require(from)
        const chain = context.capability(transactions, network)
        if (!chain?.dialects.includes(draft.dialect)) throw new ChainError('WALLET_UNSUPPORTED')
        const { hash } = await chain.send(via, from, draft, context.signal)
        track('SEND_SUCCESS')
        record(context, review, hash)
        context.use(toasts).success(message('send.toast.started', 'Transaction started'))
        // Also where nobody waited and nothing else was typed: what is sent already must not stand there to be sent again.
        if (isAwaited() || isSame(typed, context.state(sendSlice))) {
          leave(context)
          empty()
        }
        followAll(context)
      } catch (error) {
        if (context.signal.aborted) return
        track(walletProblem(error).kind === 'declined' ? 'SEND_REJECTED' : 'SEND_ERROR')
        tell(context, error)
        if (isAwaited()) enter({ name: 'review', review, problem: refusalOf(error, walletOf(context, review)) })
      } finally {
        done?.()
        unanswered.delete(request)
        if (awaited === request) awaited = undefined
      }
    },
  }
}

/** From here on it outlives the form, the modal and the page, and everybody may hear of it. */
function record(context: SendContext, { network, from, token, recipient, leaving }: Review, hash: string): void {
  keep(context, {
    hash,
    network,
    from: from.address,
    to: recipient.address,
    ...(recipient.profile && { name: recipient.profile.name }),
    symbol: token.symbol,
    decimals: token.decimals,
    amount: leaving,
    at: Date.now(),
    status: 'pending',
    seen: false,
  })
  context.emit(transactionSent, {
    hash,
    network,
    account: from,
    operationType: 'send',
    to: recipient.address,
    transfers: [
      {
        direction: recipient.address === from.address ? 'self' : 'out',
        fungible_info: { name: token.name, symbol: token.symbol, ...(token.imageUrl && { icon: { url: token.imageUrl } }) },
        quantity: { numeric: formatAmount(leaving, token.decimals) },
      },
    ],
  })
}

const isSame = (one: SendState, other: SendState): boolean => one.to === other.to && one.sendTokenAmount === other.sendTokenAmount

/** Quiet where the person declined. */
function tell(context: SendContext, error: unknown): void {
  context.use(toasts).fail(new SendError('SEND_FAILED', { cause: error }))
  if (!(error instanceof ModalError) && walletProblem(error).kind === 'unknown') context.report(error)
}

/** From the review to the account, whatever a wallet put in between. */
function leave(context: SendContext): void {
  const { history } = context.views
  if (!history.some(({ id }) => id === sendPreviewView.id)) return
  if (context.views.has(accountView)) context.views.reset(accountView)
  else context.views.back()
}

const walletOf = (context: SendContext, { from }: Review): string => context.state(session).connections[from.connection]?.wallet.name ?? ''

function refusalOf(error: unknown, wallet: string): Message {
  const { kind } = walletProblem(error)
  if (kind === 'declined') return message('send.problem.declined', 'You declined in {wallet}. Nothing was sent.', { wallet })
  if (kind === 'pending') return message('send.problem.pending', '{wallet} is already asking you something. Open {wallet} and answer there.', { wallet })
  // It may have sent it, and lost the answer: whoever is told that nothing was sent pays twice.
  if (kind === 'transport' && !(error instanceof ModalError))
    return message('send.problem.silent', '{wallet} did not answer. Look there whether it was sent before you try again.', { wallet })
  return problemOf(error)
}
