/** The flow of signing in: look-up, message, wallet, verification. Specification sections 4 and 8. Loaded when somebody is connected. */
import { type AnyView, once, withTimeout } from '@portico/kernel'
import {
  accountSwitched,
  accountView,
  activeAccount,
  type ConnectionId,
  connection as connections,
  connectors,
  connectView,
  disconnected,
  http,
  liveConnections,
  type NetworkId,
  networkSwitched,
  type SessionSignIn,
  type SignInFields,
  shell as shellService,
  shellSlice,
  toasts as toastService,
  tracked,
  walletDisconnected,
  session as walletSessions,
} from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { FoundSessions, SiwxOptions } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxMemory, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { SessionFilter, Siwx, SiwxSession } from '../siwx.js'
import type { KnownSession, SignInPhase, SignInRequest, SignInTarget } from '../siwx-state.js'
import { authenticating } from '../text/authenticating.js'
import { agrees, createBook } from './book.js'
import { createClock } from './clock.js'
import { createKeeper, keepingPatience } from './keeper.js'
import { digestOf, failureOf, sessionFrom, signWith } from './signing.js'
import { storageFor } from './storage.js'
import { canSignIn, isSameTarget, targetNow } from './target.js'

/** Milliseconds for looking up, and for a nonce; for which a nonce is fresh; and until another one is asked for where none came. */
const patience = { checking: 10_000, preparing: 10_000, fresh: 240_000, again: 15_000 }

type Connected = { readonly connection: ConnectionId; readonly account: SignInTarget['account']; readonly network: NetworkId }
export interface Controller extends Siwx, Pick<SessionSignIn, 'request' | 'receive'> {
  /** What follows a connection that the person made: the message, unless there is a session. */
  decide(connected: Connected): Promise<AnyView | undefined>
  connected(event: Connected & { readonly restored: boolean }): Promise<void>
  /** Everything is disconnected: so is everybody. */
  forget(): void
}

export function create(context: SiwxContext, options: SiwxOptions): Controller {
  const { required = true, onAccountChange = 'ask', onNetworkChange = 'ask' } = options
  const { views } = context
  const service = context.use(connections)
  const shell = context.use(shellService)
  const toasts = context.use(toastService)
  const clock = createClock()
  const book = createBook(context, clock, options)
  const storage = storageFor(options, () => context.use(http))
  const keeper = createKeeper(context, book, storage, toasts)

  const oneClick = once(async () => (await import('./one-click.js')).createOneClick(context, clock, options))
  let hasReceived = false

  let run = new AbortController()
  let fields: SignInFields | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly answer: Promise<KnownSession>; resolve(known: KnownSession): void; reject(error: SignInError): void } | undefined
  /** Whom the person worked with last. */
  let last: SignInTarget | undefined

  /** What was signed along with a pairing is nobody's any more; without a connection, whoever's it is. */
  const dropReceived = (connection?: ConnectionId) => {
    if (hasReceived) void oneClick().then(({ drop }) => drop(connection), context.report)
  }

  // State --------------------------------------------------------------------------------------------------------------

  const phase = () => context.state(siwxSlice).phase
  const isShown = () => views.history.some(({ id }) => id === siwxSignMessageView.id || id === connectingSiweView.id)
  const enter = (next: SignInPhase) => {
    const held = required && next.name !== 'idle' && !book.of(next.target)
    context.update(siwxSlice, draft => void Object.assign(draft, { phase: next, held }))
  }
  const refresh = () => {
    const target = targetNow(context)
    const due = required && canSignIn(context, target) && !book.of(target)
    if (due !== context.state(siwxSlice).due) context.update(siwxSlice, draft => void Object.assign(draft, { due }))
  }
  const track = (name: string, { account, network }: SignInTarget, more: Readonly<Record<string, string>> = {}) =>
    context.emit(tracked, { name, properties: { network, isSmartAccount: account.type === 'smartAccount', ...more } })

  /** Nobody waits for what is under way any more: a late answer changes nothing. */
  const stop = () => {
    run.abort()
    clearTimeout(renewal)
    fields = undefined
    const { name } = phase()
    // With the request, not when its wallet answers at last: another toast may stand there by then.
    if (name === 'signing' || name === 'keeping') toasts.dismiss()
    if (name !== 'idle') enter({ name: 'idle' })
  }
  /** No wallet is asked now: the view that waits for one would wait for ever. */
  const stopShowingWallet = () => {
    if (views.current?.id === connectingSiweView.id) views.replace(siwxSignMessageView)
  }
  const start = (): AbortSignal => {
    stop()
    run = new AbortController()
    return run.signal
  }
  const settle = (outcome: KnownSession | SignInError) => {
    if (outcome instanceof SignInError) waiting?.reject(outcome)
    else waiting?.resolve(outcome)
    waiting = undefined
  }
  const giveUp = () => {
    stop()
    settle(new SignInError('CANCELLED'))
  }
  const finish = (known: KnownSession) => {
    stop()
    refresh()
    settle(known)
    if (isShown()) shell.close()
  }

  // From the look-up to the message -----------------------------------------------------------------------------------

  /** What was signed along with the approval of this connection. */
  const takeReceived = async (target: SignInTarget, signal: AbortSignal) => {
    const received = hasReceived ? (await oneClick()).take(target) : undefined
    if (!received) return
    try {
      const session = { ...sessionFrom(target, received.fields, received.signed), cacao: received.cacao }
      await keep(target, session, signal)
      track('SIWX_AUTH_SUCCESS', target)
    } catch (error) {
      signal.throwIfAborted()
      // They are asked as if nothing had been signed.
      context.report(error)
    }
  }
  /** What storage says; asked again where it became another thing meanwhile. */
  const findUnchanged = async ({ account }: SignInTarget, signal: AbortSignal): Promise<FoundSessions> => {
    for (;;) {
      const before = book.changes(account.address)
      const found = (await storage.find?.(account, signal)) ?? { sessions: [] }
      signal.throwIfAborted()
      if (before === book.changes(account.address)) return found
    }
  }
  const lookUp = async (target: SignInTarget, signal: AbortSignal): Promise<KnownSession | undefined> => {
    await takeReceived(target, signal)
    if (storage.find) {
      const { sessions, now } = await withTimeout(within => findUnchanged(target, within), patience.checking, signal)
      if (now !== undefined) {
        clock.set(now)
        book.follow()
      }
      book.reconcile(
        target,
        sessions.filter(session => !keeper.isLeaving(session)),
      )
    }
    refresh()
    return book.of(target)
  }
  /** Specification section 8: it cannot start, so the wallet is disconnected and the modal is where it began. */
  const failToStart = async (target: SignInTarget, cause: unknown) => {
    stop()
    const error = new SignInError('NOT_STARTED', { cause })
    track('SIWX_AUTH_ERROR', target, { message: error.code })
    if (context.state(shellSlice).open && views.has(connectView)) views.reset(connectView)
    toasts.fail(error)
    context.report(error)
    settle(error)
    await service.disconnect(target.connection).catch(context.report)
  }
  const word = (target: SignInTarget, signal: AbortSignal) =>
    withTimeout(
      async within => {
        const wording = import('./request.js')
        const [{ nonce, now }, { fieldsFor, requestFor }] = await Promise.all([storage.nonce(within), wording])
        if (now !== undefined) clock.set(now)
        const fields = fieldsFor(target, nonce, clock, options)
        return { fields, request: await requestFor(context, fields, clock, options) }
      },
      patience.preparing,
      signal,
    )
  const prepare = async (target: SignInTarget, signal: AbortSignal) => {
    enter({ name: 'preparing', target, deadline: Date.now() + patience.preparing })
    try {
      const made = await word(target, signal)
      signal.throwIfAborted()
      read(target, made.request, made.fields, signal)
    } catch (error) {
      if (!signal.aborted) await failToStart(target, error)
    }
  }
  const read = (target: SignInTarget, request: SignInRequest, said: SignInFields | undefined, signal: AbortSignal) => {
    fields = said
    enter({ name: 'reading', target, request })
    renewLater(target, signal, patience.fresh)
  }
  /** The message that is read gets a fresh nonce. Where none comes it stands as it is: who reads has done nothing wrong. */
  const renewLater = (target: SignInTarget, signal: AbortSignal, ms: number) => {
    clearTimeout(renewal)
    renewal = setTimeout(async () => {
      try {
        const made = await word(target, signal)
        signal.throwIfAborted()
        read(target, made.request, made.fields, signal)
      } catch (error) {
        if (signal.aborted) return
        context.report(error)
        renewLater(target, signal, patience.again)
      }
    }, ms)
  }
  /** Looks up, and prepares a message where there is no session. Answers whether there is something to read. */
  const open = async (target: SignInTarget): Promise<boolean> => {
    const signal = start()
    enter({ name: 'checking', target, deadline: Date.now() + patience.checking })
    try {
      const known = await lookUp(target, signal)
      signal.throwIfAborted()
      if (known) finish(known)
      else void prepare(target, signal)
      return !known
    } catch (error) {
      if (!signal.aborted) await failToStart(target, error)
      return false
    }
  }

  // From the message to the session -----------------------------------------------------------------------------------

  const keep = async (target: SignInTarget, session: SiwxSession, signal: AbortSignal): Promise<KnownSession> => {
    const { connection, account, network } = target
    const { issuedAt, expirationTime } = session.data
    const digest = await digestOf(session)
    signal.throwIfAborted()
    const known = {
      connection,
      address: account.address,
      network,
      issuedAt: Date.parse(issuedAt),
      ...(expirationTime !== undefined && { expiresAt: Date.parse(expirationTime) }),
      ...(digest && { digest }),
    }
    return keeper.keep(known, session, signal)
  }
  /** The message stands there again, with what went wrong in a toast. */
  const fail = (target: SignInTarget, request: SignInRequest, thrown: unknown) => {
    const { error, isFresh } = failureOf(thrown, target)
    track('SIWX_AUTH_ERROR', target, { message: error.code })
    if (error.code !== 'SIGNATURE_DECLINED') context.report(error)
    back(target, request, isFresh)
    toasts.fail(error)
  }
  /** `isFresh`: nobody has seen its nonce, so that the same message can be signed. */
  const back = (target: SignInTarget, request: SignInRequest, isFresh: boolean) => {
    const said = fields
    const signal = start()
    stopShowingWallet()
    if (isFresh) read(target, request, said, signal)
    else void prepare(target, signal)
  }

  // What others do meanwhile ------------------------------------------------------------------------------------------

  const moved = (policy: 'ask' | 'later' | 'sign-out' | 'keep') => {
    const before = last
    const target = targetNow(context)
    last = target
    const now = phase()
    if (now.name !== 'idle' && !isSameTarget(now.target, target)) {
      stop()
      stopShowingWallet()
    }
    refresh()
    if (!before || isSameTarget(before, target)) return
    if (policy === 'sign-out') keeper.endUnasked({ connection: before.connection, address: before.account.address })
    // A tab that nobody looks at follows, and asks nobody. What cannot be left goes on with whom it is about now.
    const isWatched = policy !== 'later' && globalThis.document?.visibilityState !== 'hidden'
    if (!canSignIn(context, target) || !(isWatched || (required && isShown()))) {
      if (!isShown()) settle(new SignInError('CANCELLED'))
      return
    }
    // Its own look-up says whether there is something to ask.
    void open(target).then(isAsked => {
      if (isAsked && isSameTarget(targetNow(context), target) && !isShown()) shell.open({ view: siwxSignMessageView })
    })
  }
  context.on(accountSwitched, () => moved(onAccountChange))
  context.on(networkSwitched, () => moved(onNetworkChange))

  let hungUp = false
  context.on(walletDisconnected, ({ connection, byPerson }) => {
    hungUp = !byPerson
    dropReceived(connection)
    const now = phase()
    if (now.name !== 'idle' && now.target.connection === connection) {
      giveUp()
      stopShowingWallet()
    }
    // With the last one everything ends at once.
    if (byPerson && liveConnections(context).length) keeper.endUnasked({ connection })
    refresh()
  })
  const forget = () => {
    giveUp()
    last = undefined
    dropReceived()
    // A wallet that hung up by itself may come back; who disconnects everything is signed out everywhere.
    if (!hungUp) keeper.endUnasked({})
    hungUp = false
    refresh()
  }
  context.on(disconnected, forget)
  context.watch(
    state => state.state(siwxMemory).found,
    () => {
      book.follow()
      refresh()
      const now = phase()
      const known = now.name === 'idle' ? undefined : book.of(now.target)
      if (known && now.name !== 'keeping') finish(known)
    },
  )
  context.watch(
    state => state.state(siwxSlice).sessions,
    () => refresh(),
  )
  // Whoever goes elsewhere has given up.
  context.watch(isShown, shown => {
    if (!shown && phase().name !== 'idle') giveUp()
  })
  context.onDispose(() => {
    run.abort()
    clearTimeout(renewal)
  })
  book.follow()

  /** What a call to sign in does, while somebody waits for its answer. */
  const ask = async (target: SignInTarget, isAwaited: () => boolean) => {
    try {
      const known = await lookUp(target, context.signal)
      if (!isAwaited()) return
      const now = targetNow(context)
      if (known && isSameTarget(now, target)) return settle(known)
      shell.open({ view: siwxSignMessageView })
      // The view does it too when it appears; a page without our interface has none.
      if (phase().name === 'idle' && canSignIn(context, now)) void open(now)
    } catch (error) {
      if (isAwaited()) settle(error instanceof SignInError ? error : new SignInError('NOT_STARTED', { cause: error }))
    }
  }

  return {
    async decide(connected) {
      last = targetNow(context)
      return canSignIn(context, connected) && (await open(connected)) ? siwxSignMessageView : undefined
    },
    async connected({ restored, ...target }) {
      last = targetNow(context)
      if (!restored || !canSignIn(context, target)) return refresh()
      try {
        await lookUp(target, context.signal)
      } catch (error) {
        // What is remembered stands: the server will say so itself where it matters.
        context.report(error)
        refresh()
      }
      // They opened the modal before it was known.
      if (context.state(siwxSlice).due && views.current?.id === accountView.id) shell.open({ view: siwxSignMessageView })
    },
    forget,

    async request([network], signal) {
      // Whoever words the message themselves cannot leave that to a wallet.
      if (options.createMessage) return undefined
      const [{ nonce, now }, { ask }] = await Promise.all([storage.nonce(signal), oneClick()])
      if (now !== undefined) clock.set(now)
      return ask(network, nonce)
    },
    async receive(signed, signal) {
      await (await oneClick()).receive(signed, signal)
      hasReceived = true
    },

    async signIn() {
      if (!activeAccount(context)) throw new SignInError('NO_ADDRESS')
      const target = targetNow(context)
      if (!canSignIn(context, target)) throw new SignInError('NO_NETWORK')
      if (!service.live(target.connection)) throw new SignInError('NO_CONNECTION')
      if (waiting) return waiting.answer
      let resolve: (known: KnownSession) => void = () => undefined
      let reject: (error: SignInError) => void = () => undefined
      const answer = new Promise<KnownSession>((done, failed) => {
        resolve = done
        reject = failed
      })
      const own = { answer, resolve, reject }
      waiting = own
      void ask(target, () => waiting === own)
      return answer
    },
    async begin() {
      const target = targetNow(context)
      if (phase().name === 'idle' && canSignIn(context, target)) await open(target)
    },
    async sign() {
      const now = phase()
      const said = fields
      if (now.name !== 'reading' || !said) return
      const { target, request } = now
      track('CLICK_SIGN_SIWX_MESSAGE', target)
      const signal = start()
      fields = said
      // Before it is held.
      if (views.current?.id === siwxSignMessageView.id) views.replace(connectingSiweView)
      enter({ name: 'signing', target, request, since: Date.now() })
      toasts.progress(authenticating)
      const { connector } = context.state(walletSessions).connections[target.connection] ?? {}
      const done = shell.wait({ overlaysPage: context.items(connectors).some(({ id, overlaysPage }) => id === connector && overlaysPage === true) })
      try {
        const signed = await signWith(context, target, request, said, options, signal)
        signal.throwIfAborted()
        enter({ name: 'keeping', target, request, deadline: Date.now() + keepingPatience })
        const known = await keep(target, sessionFrom(target, said, signed), signal)
        signal.throwIfAborted()
        track('SIWX_AUTH_SUCCESS', target)
        finish(known)
      } catch (error) {
        if (!signal.aborted) fail(target, request, error)
      } finally {
        done()
      }
    },
    async stopWaiting() {
      const now = phase()
      if (now.name === 'signing' || now.name === 'keeping') back(now.target, now.request, now.name === 'signing')
    },
    async cancel() {
      const now = phase()
      const target = now.name === 'idle' ? targetNow(context) : now.target
      if (target) track('CLICK_CANCEL_SIWX', target)
      giveUp()
      if (views.current && views.has(connectView)) views.reset(connectView)
      if (!required || !target) return void shell.close()
      await service.disconnect(target.connection).catch(toasts.fail)
    },
    async signOut(which = {}) {
      dropReceived(which.connection)
      const now = phase()
      if (now.name === 'signing' || now.name === 'keeping') {
        const { connection, account, network } = now.target
        if (agrees({ connection, address: account.address, network }, which)) back(now.target, now.request, now.name === 'signing')
      }
      const ended = keeper.end(which)
      refresh()
      await ended
    },
    async sessions(which: SessionFilter = {}) {
      return book.all().flatMap(known => {
        const session = book.signed(known)
        return agrees(known, which) ? [{ ...known, ...(session && { session }) }] : []
      })
    },
  }
}
