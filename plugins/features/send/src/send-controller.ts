/** The flow from the typed transfer to the wallet's answer. Loaded on first use. */
import { delay, once } from '@portico/kernel'
import { currencySlice } from '@portico/kernel/backend'
import { addressesCapability, tokenItselfMessage } from '@portico/kernel/capabilities'
import { AddressError, networkOf, type Token, TransferError } from '@portico/kernel/chain'
import {
  accountSwitchedEvent,
  disconnectedEvent,
  networkSwitchedEvent,
} from '@portico/kernel/session'
import { modalClosedEvent, toastsService, trackedEvent } from '@portico/kernel/shell'
import {
  displayText,
  formatAmount,
  type Message,
  ModalError,
  message,
  withValues,
} from '@portico/kernel/text'
import { SendError } from './errors.js'
import { findHoldings } from './holdings.js'
import type { SendOptions } from './options.js'
import { type PreparedReview, prepareReview } from './prepare.js'
import { problemOf } from './problem.js'
import type { Place, Recognised } from './recipient.js'
import {
  restoreTransfers,
  type SendContext,
  sendPreviewView,
  sendSelectTokenView,
  sendSlice,
  sendView,
} from './refs.js'
import { isOwnContract, placeOf, readAmount, switchedMessage, tokenOf } from './select.js'
import type { Send, SendParams, SendPhase, SendState, Speed } from './send.js'
import type { Signing } from './signing.js'
import { createWork } from './work.js'

// A name is resolved once typing pauses; an address at once.
const pauseMs = 300
// A review this old is prepared again before it is signed: prices move, and some chains' drafts
// expire.
const freshMs = 45_000

// Spec section 9: how long a balance is fresh.
const isFresh = ({ holdings }: SendState): boolean =>
  holdings.name === 'known' && performance.now() - holdings.at < 30_000

export async function create(context: SendContext, { tokens = [] }: SendOptions): Promise<Send> {
  // An open payment blocks the next one from the first call.
  await restoreTransfers(context)
  const state = (): SendState => context.state(sendSlice)
  const set = (next: Partial<SendState>) => context.patch(sendSlice, next)
  const enter = (phase: SendPhase) => set({ phase })
  const work = createWork(context)
  /** Resolves once the recipient's name and the amount of Max are known; a review needs both. */
  let recognising: Promise<void> = Promise.resolve()
  let reckoning: Promise<void> = Promise.resolve()
  let begun: SendParams | undefined
  /**
   * The review on screen. Not in a slice, because a draft may hold values that are not plain data.
   */
  let prepared: PreparedReview | undefined
  const loadRecipient = once(() => import('./recipient.js'))
  const loadSigning = once(async () =>
    (await import('./signing.js')).createSigning(context, { enter, empty }),
  )
  /**
   * There as soon as there is something to sign: nothing is waited for between the click and the
   * wallet.
   */
  let signing: Signing | undefined

  const track = (name: string) =>
    context.emit(trackedEvent, { name, properties: { network: placeOf(context)?.network ?? '' } })
  const fail = (error: unknown): Message => {
    if (error instanceof TransferError || error instanceof AddressError) return error.userMessage
    track('SEND_ERROR')
    context.use(toastsService).fail(new SendError('SEND_PREPARE', { cause: error }))
    if (!(error instanceof ModalError)) context.report(error)
    return problemOf(error)
  }
  /** Drops the prepared review, because the form has changed. */
  const changeForm = (next: Partial<SendState>) => {
    work.stop('check')
    // Another amount or token makes the pending Max stale.
    if (next.max) work.stop('max')
    prepared = undefined
    set({ ...next, phase: { name: 'editing' } })
  }
  const isSigning = () => state().phase.name === 'signing'

  const look = () =>
    work.latest('look', async signal => {
      const place = placeOf(context)
      if (!place || isFresh(state())) return
      set({ holdings: { name: 'loading', balances: state().holdings.balances } })
      try {
        const balances = await findHoldings(context, place.account, place.network, tokens, signal)
        if (!signal.aborted) set({ holdings: { name: 'known', balances, at: performance.now() } })
      } catch (error) {
        if (signal.aborted) return
        set({ holdings: { name: 'unavailable', balances: state().holdings.balances } })
        if (!(error instanceof ModalError)) context.report(error)
      }
    })

  /**
   * Balances may have changed. Requests them again at once while a view of Send is open, otherwise
   * with the next visit.
   */
  const lookAgain = (balances: SendState['holdings']['balances']) => {
    work.stop('look')
    set({ holdings: { name: 'loading', balances } })
    const { current } = context.views
    if ([sendView, sendPreviewView, sendSelectTokenView].some(({ id }) => id === current?.id))
      look().catch(context.report)
  }
  // Values in another currency are stale.
  context.watch(
    read => read.state(currencySlice).code,
    () =>
      lookAgain(state().holdings.balances.map(({ price: _, value: __, ...holding }) => holding)),
  )
  const empty = () => {
    const { balances } = state().holdings
    changeForm({ max: 'off' })
    work.stop('recipient')
    context.reset(sendSlice)
    lookAgain(balances)
  }

  const recognised = async (
    text: string,
    place: Place,
    signal: AbortSignal,
  ): Promise<Recognised> => {
    try {
      const { recognise } = await loadRecipient()
      return await recognise(context, text, place, signal)
    } catch (error) {
      signal.throwIfAborted()
      return { name: 'refused', problem: fail(error), canRetry: true }
    }
  }
  const setRecipient = async (typed: string) => {
    if (isSigning()) return
    const text = typed.trim()
    changeForm({ to: typed, recipient: text ? { name: 'resolving' } : { name: 'none' } })
    recognising = work.latest('recipient', async signal => {
      const place = placeOf(context)
      if (!text || !place) return
      if (!context.capability(addressesCapability, place.network)?.looksLike(text))
        await delay(pauseMs, signal)
      const { isSecret, ...recipient } = await recognised(text, place, signal)
      signal.throwIfAborted()
      set(isSecret ? { to: '', recipient } : { recipient })
    })
    await recognising
  }

  /** Reads the transfer from the form, or the problem that prevents it. */
  const readIntent = () => {
    const { recipient, max } = state()
    const place = placeOf(context)
    const token = tokenOf(context)
    const read = token && (max === 'on' ? { amount: 'max' as const } : readAmount(state(), token))
    const missing = message(
      'send.problem.missing',
      'Please enter a valid amount and receiver address',
    )
    if (read && 'problem' in read) return read
    if (recipient.name === 'refused') return { problem: recipient.problem }
    if (!place || !token || !read || read.amount === 0n || recipient.name !== 'known')
      return { problem: missing }
    if (isOwnContract(recipient.address, token)) return { problem: tokenItselfMessage }
    return { ...place, token, recipient, amount: read.amount, speed: state().speed }
  }

  /** Prepares the transfer of the form; returns whether there is a review. */
  const check = async (): Promise<boolean> => {
    const { phase } = state()
    const before = 'review' in phase ? phase.review : undefined
    const intent = readIntent()
    if ('problem' in intent) {
      enter({ name: 'editing', problem: intent.problem })
      return false
    }
    let isThere = false
    await work.latest('check', async signal => {
      enter({ name: 'checking', ...(before && { review: before }) })
      try {
        const [made, code] = await Promise.all([
          prepareReview(context, intent, signal),
          loadSigning(),
        ])
        signal.throwIfAborted()
        prepared = made
        signing = code
        const problem = code.openProblem()
        enter({ name: 'review', review: made.review, ...(problem && { problem }) })
        isThere = true
      } catch (error) {
        if (!signal.aborted) enter({ name: 'editing', problem: fail(error) })
      }
    })
    return isThere
  }
  const leaveReview = () => {
    if (context.views.current?.id === sendPreviewView.id) context.views.back()
  }

  // The typed transfer was meant for another account or another network.
  const forget = () => {
    prepared = undefined
    context.reset(sendSlice)
    leaveReview()
  }
  context.on([disconnectedEvent, accountSwitchedEvent], forget)
  context.on(modalClosedEvent, () => {
    begun = undefined
  })
  context.on(networkSwitchedEvent, ({ network }) => {
    const { to, sendTokenAmount, phase } = state()
    const isEmptied =
      to || sendTokenAmount || ('problem' in phase && phase.problem?.id === switchedMessage.id)
    forget()
    const name = displayText(networkOf(context, network)?.name) ?? network
    if (isEmptied)
      enter({ name: 'editing', problem: withValues(switchedMessage, { network: name }) })
  })

  return {
    async begin(params) {
      if (isSigning()) return
      // Returning from the token list passes the same params again, which fill the form only once.
      const { to, amount, token } = params === begun ? {} : (params ?? {})
      begun = params ?? begun
      if (!state().to && !state().sendTokenAmount) track('OPEN_SEND')
      if (token) changeForm({ token, max: 'off' })
      if (amount !== undefined) changeForm({ sendTokenAmount: amount, max: 'off' })
      await Promise.all([look(), to !== undefined && to !== state().to && setRecipient(to)])
    },
    async selectToken(token: Token) {
      if (isSigning()) return
      const isNative = token.asset === 'native'
      context.update(sendSlice, draft => {
        if (isNative) delete draft.token
        else draft.token = token
      })
      // Max of another token is another amount; a typed amount may still be meant.
      changeForm(state().max === 'off' ? {} : { max: 'off', sendTokenAmount: '' })
    },
    async setAmount(text) {
      if (!isSigning()) changeForm({ sendTokenAmount: text, max: 'off' })
    },
    async setMax() {
      if (isSigning()) return
      const place = placeOf(context)
      const token = tokenOf(context)
      if (!place || !token) return
      changeForm({ max: 'loading' })
      reckoning = work.latest('max', async signal => {
        const { recipient, speed } = state()
        // Without a recipient the sender stands in: the cost of a transfer hardly depends on its
        // recipient.
        const to =
          recipient.name === 'known'
            ? recipient
            : { name: 'known' as const, address: place.account.address, warnings: [] }
        try {
          const { review } = await prepareReview(
            context,
            { ...place, token, recipient: to, amount: 'max', speed },
            signal,
          )
          signal.throwIfAborted()
          set({ max: 'on', sendTokenAmount: formatAmount(review.outgoing, token.decimals) })
        } catch (error) {
          if (!signal.aborted) set({ max: 'off', phase: { name: 'editing', problem: fail(error) } })
        }
      })
      await reckoning
    },
    setRecipient,
    async setSpeed(speed: Speed) {
      const { phase } = state()
      if (phase.name === 'signing' || speed === state().speed) return
      set({ speed })
      if (
        (phase.name === 'review' || phase.name === 'checking') &&
        !(await check()) &&
        state().phase.name === 'editing'
      )
        leaveReview()
    },
    async review() {
      const show = () => {
        if (context.views.current?.id === sendView.id) context.views.push(sendPreviewView)
      }
      if (isSigning()) return show()
      const { phase, max } = state()
      if (phase.name === 'checking') return
      const { to, recipient } = state()
      if (recipient.name === 'refused' && recipient.canRetry) {
        await setRecipient(to)
        // The recipient has changed since the click, which was for the previous one.
        if (state().to !== to) return
      }
      // The button was pressed while a name or Max was still in flight.
      await Promise.all([recognising, reckoning])
      if (
        isSigning() ||
        state().phase.name === 'checking' ||
        (max === 'loading' && state().max !== 'on')
      )
        return
      if (await check()) show()
    },
    async edit() {
      const { phase } = state()
      changeForm({})
      if (phase.name === 'signing') signing?.giveUp(phase.review)
      const problem = signing?.openProblem()
      if (problem) enter({ name: 'editing', problem })
      leaveReview()
    },
    async confirm(confirmation = {}) {
      const { phase } = state()
      if (phase.name !== 'review' || !prepared) return
      if (performance.now() - phase.review.at > freshMs) {
        const { amount, fee, warnings } = phase.review
        if (!(await check())) return state().phase.name === 'editing' ? leaveReview() : undefined
        const now = prepared?.review
        const cost = (of: typeof fee | undefined) => (of?.kind === 'native' ? of.amount : 0n)
        if (
          now &&
          (now.amount !== amount ||
            now.warnings.some(({ id }) => warnings.every(known => known.id !== id)) ||
            cost(now.fee) > (cost(fee) * 11n) / 10n)
        )
          return enter({
            name: 'review',
            review: now,
            problem: message(
              'send.problem.changed',
              'The details have changed. Review them again before you send.',
            ),
          })
      }
      if (prepared) await signing?.sign(prepared, confirmation)
    },
  }
}
