/** From the wallet's request to the transfer that is followed: what is asked, what is recorded, and what is still open. Loaded with the first review or after a reload. */
import {
  type Account,
  accountView,
  connectedAccount,
  guardingRequests,
  message,
  type NetworkId,
  parseAmount,
  type RequestLog,
  readOpenRequests,
  toasts,
  transactionSent,
  watchRequests,
} from '@portico/kernel/contracts'
import { SendError } from './errors.js'
import { announce, follow, followAll, type TokenFace } from './follow.js'
import { type OpenPayment, openId, openSentence, type Payment, readPayment } from './open.js'
import { type SendContext, sendPreviewView, sendSlice, sentSlice } from './refs.js'
import type { SendPhase, SentTransfer } from './send.js'
import { change, isOf, keep, keepOpen, sentTransfers } from './sent-log.js'

export const startedMessage = /* @__PURE__ */ message('send.toast.started', 'Transaction started')

/** The form that is on screen, where there is one. */
export interface Form {
  enter(phase: SendPhase): void
  /** What stood there was sent. */
  empty(): void
}
// By context: two kernels in one page share nothing.
const forms = /* @__PURE__ */ new WeakMap<AbortSignal, Form>()
export const connectForm = ({ signal }: SendContext, form: Form): void => void forms.set(signal, form)

/** The open payments of the sent log. */
export const openLog = (context: SendContext): RequestLog<Payment> => ({
  read: () => readOpenRequests(context.state(sentSlice).found, readPayment),
  write: requests => keepOpen(context, requests),
})
/** The newest payment that this account may have made, as a sentence. */
export function openProblem(context: SendContext, network: NetworkId, from: string) {
  const [open] = guardingRequests(openLog(context).read(), network, from)
  return open && openSentence(context, open)
}

/** Takes up everything whose outcome is not known, once a wallet is connected. */
export function resume(context: SendContext): void {
  const log = openLog(context)
  const { found } = context.state(sentSlice)
  const stored = Array.isArray(found) ? found.filter(one => one?.open !== undefined) : []
  // What is too old guards nothing any more.
  if (stored.length > log.read().length) log.write(log.read())
  watchOpen(context)
  followAll(context)
}

/** `sender`: who has just asked, and may have disconnected since. */
export function watchOpen(context: SendContext, sender?: Account): void {
  const { success, fail } = context.use(toasts)
  const log = openLog(context)
  const payerOf = (request: OpenPayment) => (sender?.address === request.from ? sender : connectedAccount(context, request.network, request.from))
  watchRequests(context, log, {
    isHere: request => payerOf(request) !== undefined,
    known: () => sentTransfers(context).map(({ hash }) => hash),
    found(request, hash) {
      const { subject, network, at, description } = request
      const account = payerOf(request)
      if (!account) return
      // What the wallet did not name may be another transaction than the one shown.
      record(context, account, { ...subject, hash, network, at, ...(description && { description }) })
      success(startedMessage)
      if (isInForm(context, subject)) leave(context, forms.get(context.signal))
      else refreshForm(context)
      followAll(context)
    },
    impossible(request, by) {
      const { subject, network, at, description } = request
      const account = payerOf(request)
      // Another transaction of the account took its place. It is compared with what was shown, and announced without what it does.
      if (by && account) {
        const transfer = keepNew(context, account, { ...subject, hash: by, network, at, ...(description && { description }) })
        if (transfer) context.emit(transactionSent, { hash: by, network, account })
      } else fail(new SendError('SEND_NOT_SENT'))
      refreshForm(context)
    },
  })
}

type Recorded = Pick<SentTransfer, 'hash' | 'network' | 'to' | 'name' | 'symbol' | 'decimals' | 'amount' | 'at' | 'description'>
/** Keeps and follows a transfer until it ends, also after a reload, and announces what it does. A transfer that is recorded already is left as it is. */
export function record(context: SendContext, account: Account, sent: Recorded, token?: TokenFace): void {
  const transfer = keepNew(context, account, sent)
  if (transfer) announce(context, account, transfer, token)
}
function keepNew(context: SendContext, account: Account, sent: Recorded): SentTransfer | undefined {
  if (sentTransfers(context).some(known => isOf(known, sent))) return undefined
  const transfer: SentTransfer = { ...sent, from: account.address, status: 'pending', seen: false }
  keep(context, transfer)
  // Also after its wallet has disconnected.
  void follow(context, transfer)
  return transfer
}

/** Whether the form still shows this payment: it must not stand there to be sent again. */
function isInForm(context: SendContext, { to, amount, decimals }: Payment): boolean {
  const { recipient, sendTokenAmount } = context.state(sendSlice)
  return recipient.name === 'known' && recipient.address === to && parseAmount(sendTokenAmount, decimals) === amount
}
/** From the review to the account, whatever a wallet put in between; the form is empty. */
export function leave(context: SendContext, form: Form | undefined): void {
  if (context.views.history.some(({ id }) => id === sendPreviewView.id)) {
    if (context.views.has(accountView)) context.views.reset(accountView)
    else context.views.back()
  }
  form?.empty()
}
/** One open payment less: what the form says of them is brought up to date. */
function refreshForm(context: SendContext): void {
  const { phase } = context.state(sendSlice)
  if (phase.name !== 'review' && phase.name !== 'editing') return
  if (!phase.problem?.id.startsWith(openId)) return
  const { problem: _, ...bare } = phase
  const problem = phase.name === 'review' ? openProblem(context, phase.review.network, phase.review.from.address) : undefined
  forms.get(context.signal)?.enter({ ...bare, ...(problem && { problem }) })
}

/** The person has seen how it ended: the account shows it no longer. */
export const acknowledge = (context: SendContext, which: Pick<SentTransfer, 'hash' | 'network'>): void => change(context, which, { seen: true })
