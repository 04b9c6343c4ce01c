/** The flow from the typed amount to the wallet's answer. Loaded on first use. */
import { debounce, latest } from '@portico/kernel'
import { sortHoldings } from '@portico/kernel/account'
import { messagesCapability, type SwapQuoteRequest } from '@portico/kernel/capabilities'
import { networkOf, type Token } from '@portico/kernel/chain'
import {
  accountSwitchedEvent,
  disconnectedEvent,
  networkSwitchedEvent,
} from '@portico/kernel/session'
import { shellSlice, toastsService, trackedEvent } from '@portico/kernel/shell'
import { formatAmount, type Message } from '@portico/kernel/text'
import { requestEndedEvent } from '@portico/kernel/transactions'
import { SwapError } from './errors.js'
import type { Ending } from './execution/execute.js'
import { findBalances, findGasPrice, findPrices } from './execution/initialize.js'
import type { Live } from './execution/swap-requests.js'
import type { SwapOptions } from './options.js'
import { type Answer, askAll, problemOf, ranked, shownOf } from './quoting/ask-routes.js'
import { slippageRisk } from './quoting/slippage.js'
import { type SwapContext, swapPreviewView, swapSlice, swapView } from './refs.js'
import { canSend, intentOf, keyOf, placeOf, priceOf, routesOf } from './select.js'
import type { Swap, SwapPhase, SwapState } from './swap.js'

type Changes = Partial<SwapState>

const refuser = () => import('./quoting/no-quote-reason.js')
const owner = () => import('./tokens/own-tokens.js')
const lister = () => import('./tokens/list-tokens.js')

export function create(context: SwapContext, { tokens: host = [] }: SwapOptions): Swap {
  /** The valid tokens of the host. */
  let offered: readonly Token[] = []
  const state = (): SwapState => context.state(swapSlice)
  const set = (next: Changes) =>
    context.update(swapSlice, draft => {
      Object.assign(draft, next)
    })
  const enter = (phase: SwapPhase) => set({ phase })
  const track = (name: string) =>
    context.emit(trackedEvent, { name, properties: { network: placeOf(context)?.network ?? '' } })
  const isBusy = () => ['executing', 'initializing'].includes(state().phase.name)
  const fail = (error: unknown) => context.use(toastsService).fail(error)

  /** The quote on screen. Not in a slice, because it holds values that are not plain data. */
  let live: Live | undefined
  const asking = latest(context.signal)
  const initializing = latest(context.signal)
  const executing = latest(context.signal)

  /** Drops pending quotes and the quote on screen, because the form has changed. */
  const stopAsking = () => {
    asking.stop()
    later.cancel()
    live = undefined
  }
  const changeIntent = async (next: Changes, isTyped = false) => {
    stopAsking()
    set({ ...next, phase: { name: 'editing' } })
    if (!intentOf(context)) return
    enter({ name: 'quoting' })
    if (isTyped) later()
    else await quote()
  }

  const quote = async (problem?: Message): Promise<void> => {
    const intent = intentOf(context)
    const place = placeOf(context)
    if (!intent || !place) return isBusy() ? undefined : enter({ name: 'editing' })
    later.cancel()
    const signal = asking.start()
    const key = keyOf(context)
    const { slippageBasisPoints, unlimited } = state()
    const permits =
      place.account.type !== 'smartAccount' &&
      !!context.capability(messagesCapability, place.network)?.signTyped
    const quoteRequest: SwapQuoteRequest = {
      account: place.account,
      network: place.network,
      from: intent.source.asset,
      to: intent.target.asset,
      amount: intent.amount,
      decimals: { from: intent.source.decimals, to: intent.target.decimals },
      slippageBasisPoints,
      permits,
      unlimited,
    }
    if (state().phase.name !== 'quoted') enter({ name: 'quoting' })
    const routes = routesOf(context).filter(({ value }) => canSend(context, place.network, value))
    const isWanted = () => !signal.aborted && key === keyOf(context) && !isBusy()
    const { source, target } = intent
    const priced = (token: Token) => ({ decimals: token.decimals, price: priceOf(state(), token) })
    const comparison = {
      target: priced(target),
      native: { decimals: place.native.decimals, price: state().prices.native },
    }
    /** Shows the best quote so far, or why there is none. */
    const receiveAnswers = async (answers: readonly Answer[]) => {
      if (!isWanted()) return
      const { offers, refusals } = ranked(answers, comparison)
      const [best] = offers
      if (best) {
        live = { route: best.route, quoteRequest, quote: best.quote, source, target }
        enter({ name: 'quoted', quote: shownOf(live, key, { offers, refusals }), problem })
        again()
      }
      // Shows a refusal only after every route has answered: another route may still give a quote.
      else if (answers.length === routes.length) {
        const refusal = await refuser().then(({ refuse }) => refuse(context, refusals), problemOf)
        if (isWanted()) enter({ name: 'editing', problem: refusal })
      }
    }
    await askAll(routes, quoteRequest, receiveAnswers, signal)
  }
  const later = debounce(() => void quote(), 500, context.signal)

  /**
   * While the view is open, the price is requested again every 10 s (decision 26). A view that
   * opens again calls `refresh`.
   */
  const isSeen = () =>
    context.state(shellSlice).open &&
    [swapView.id, swapPreviewView.id].some(id => id === context.views.current?.id)
  const again = debounce(
    () => void (state().phase.name === 'quoted' && isSeen() && quote()),
    10_000,
    context.signal,
  )

  const learn = (prices?: typeof findPrices) =>
    owner().then(code => code.learn(context, offered, prices), context.report)
  const select = async (next: Changes) => {
    if (isBusy()) return
    track('CLICK_SELECT_TOKEN_TO_SWAP')
    stopAsking()
    set({ ...next, phase: { name: 'editing' }, pricing: true })
    await learn(findPrices)
    await changeIntent({ pricing: false })
  }

  // Another account or network needs an empty form. Before this code was loaded the form was empty.
  context.on([disconnectedEvent, networkSwitchedEvent, accountSwitchedEvent], () =>
    context.reset(swapSlice),
  )
  let loaded: typeof import('./execution/execute.js') | undefined
  const executor = async () => {
    loaded ??= await import('./execution/execute.js')
    return loaded
  }
  context.on(requestEndedEvent, ({ request, hash }) => {
    const settle = (code: NonNullable<typeof loaded>) =>
      code.settle(context, request.subject, hash !== undefined)
    // Synchronous for a request of this page: the form must not offer the swap again.
    if (loaded) settle(loaded)
    else executor().then(settle, context.report)
  })

  const initialize = async () => {
    if (isBusy()) return
    const place = placeOf(context)
    const native = networkOf(context, place?.network)?.nativeCurrency
    if (!place || !native) return fail(new SwapError('SWAP_NO_ACCOUNT'))
    stopAsking()
    track('OPEN_SWAP')
    const signal = initializing.start()
    const isHere = () =>
      !signal.aborted &&
      state().phase.name === 'initializing' &&
      placeOf(context)?.network === place.network
    const coin: Token = { asset: 'native', network: place.network, ...native }
    enter({ name: 'initializing' })
    try {
      const prices = findPrices(context, place.network, ['native'], signal).catch(
        (error: unknown) => {
          if (isHere()) fail(new SwapError('SWAP_NETWORK_PRICE', { cause: error }))
          return {}
        },
      )
      const isOn = ({ network }: Token) => network === place.network
      const before = state().tokens.filter(isOn)
      const lists = lister()
      const own = lists.then(code =>
        code.soundTokens(context, place.network, host.filter(isOn), signal),
      )
      const [{ mergeTokens }, sound, listed, owned, gas, priced] = await Promise.all([
        lists,
        own,
        lists.then(code => code.listTokens(context, place.network, signal)),
        own
          .then(known => findBalances(context, place, [...known, ...before], signal))
          .then(sortHoldings),
        findGasPrice(context, place.network, signal),
        prices,
      ])
      if (!isHere()) return
      offered = sound
      const held = Object.fromEntries(
        owned.flatMap(({ token, price }) => (price === undefined ? [] : [[token.asset, price]])),
      )
      set({
        // The first entry of a token wins, and its position: the holdings of the account keep their
        // order.
        tokens: mergeTokens([
          coin,
          ...owned.map(({ token }) => token),
          ...offered,
          ...before,
          ...listed,
        ]),
        vouched: [coin, ...offered, ...listed].map(({ asset }) => asset),
        balances: owned,
        prices: { ...held, ...priced },
        gasPrice: gas,
        source: coin,
        sourceAmount: '1',
        phase: { name: 'editing' },
      })
      void learn()
    } catch (error) {
      if (!isHere()) return
      enter({ name: 'idle' })
      fail(new SwapError('SWAP_INITIALIZE', { cause: error }))
      if (context.views.current?.id === swapView.id) context.views.back()
    }
  }
  let initialized: Promise<void> = Promise.resolve()

  return {
    async begin(params) {
      if (state().phase.name === 'idle') initialized = initialize()
      const [opening] = await Promise.all([params && import('./opening.js'), initialized])
      await opening?.fillIn(context, params)
      if (state().phase.name !== 'idle' && !isBusy()) await quote()
    },
    initialize,
    selectSource: source =>
      select({ source, ...(state().target?.asset === source.asset && { target: state().source }) }),
    selectTarget: target =>
      select({ target, ...(state().source?.asset === target.asset && { source: state().target }) }),
    async setAmount(text) {
      if (!isBusy()) await changeIntent({ sourceAmount: text }, true)
    },
    async setSlippage(basisPoints) {
      if (!isBusy() && slippageRisk(basisPoints) !== 'refused')
        await changeIntent({ slippageBasisPoints: basisPoints })
    },
    async setUnlimited(unlimited) {
      if (!isBusy()) await changeIntent({ unlimited })
    },
    async switchTokens() {
      const { source, target, phase } = state()
      if (isBusy() || phase.name === 'idle') return
      const got =
        'quote' in phase && target ? formatAmount(phase.quote.toAmount, target.decimals) : '1'
      await changeIntent({ source: target, target: source, sourceAmount: got })
    },
    async clear(side) {
      if (isBusy()) return
      await changeIntent(
        side === 'source' ? { source: undefined, sourceAmount: '' } : { target: undefined },
      )
    },
    findToken: address => owner().then(code => code.findToken(context, address), fail),
    async refresh() {
      if (!isBusy()) await quote()
    },
    async confirm(confirmation = {}) {
      const { phase } = state()
      const mine = live
      if (phase.name !== 'quoted' || !mine || phase.quote.key !== keyOf(context)) return
      asking.stop()
      later.cancel()
      // Synchronous with the click, so that a second click finds the pending swap (situation R23).
      enter({
        name: 'executing',
        quote: phase.quote,
        step: mine.quote.steps[0].kind,
        waitsFor: 'wallet',
      })
      const signal = executing.start()
      const ending = await executor()
        .then(({ execute }) => execute(context, mine, phase.quote, confirmation, signal))
        .catch((cause: unknown): Ending | undefined => {
          if (signal.aborted) return undefined
          const error = new SwapError('SWAP_TRANSACTION', { cause })
          fail(error)
          return { problem: error.userMessage }
        })
      // Confirming an earlier request of the same swap may have reset the form in the meantime.
      if (!ending || state().phase.name !== 'executing') return
      live = { ...mine, quote: ending.quote ?? mine.quote }
      enter({
        name: 'quoted',
        quote: ending.quote
          ? shownOf(live, phase.quote.key, { offers: [], refusals: [] })
          : phase.quote,
        problem: ending.problem,
      })
      if (live.quote.expiresAt > Date.now()) again()
      else await quote(ending.problem)
    },
    async stop() {
      const { phase } = state()
      if (phase.name !== 'executing') return
      executing.stop()
      context.use(toastsService).dismiss()
      enter({ name: 'quoted', quote: phase.quote })
      again()
    },
    revoke: which => executor().then(code => code.revoke(context, which), fail),
  }
}
