/** The flow of signing in: look-up, message, wallet, verification. Specification sections 4 and 8. Loaded when somebody is connected. */
import type { AnyView } from '@portico/kernel'
import {
  accountView,
  activeAccount,
  type ConnectionId,
  connection as connections,
  connectView,
  http,
  type NetworkId,
  type SessionSignIn,
  shell as shellService,
  toasts as toastService,
} from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { type SiwxContext, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { SessionFilter, Siwx } from '../siwx.js'
import type { SignInTarget } from '../siwx-state.js'
import { agrees, createBook } from './book.js'
import { createClock } from './clock.js'
import { follow } from './following.js'
import { createKeeper } from './keeper.js'
import { createOpening } from './opening.js'
import { createProgress } from './progress.js'
import { storageFor } from './storage.js'
import { canSignIn, isSameTarget, targetNow } from './target.js'

type Connected = { readonly connection: ConnectionId; readonly account: SignInTarget['account']; readonly network: NetworkId }
export interface Controller extends Siwx, Pick<SessionSignIn, 'request' | 'receive'> {
  /** What follows a connection that the person made: the message, unless there is a session. */
  decide(connected: Connected): Promise<AnyView | undefined>
  connected(event: Connected & { readonly restored: boolean }): Promise<void>
  /** Everything is disconnected: so is everybody. */
  forget(): void
}

export function create(context: SiwxContext, options: SiwxOptions): Controller {
  const { views } = context
  const service = context.use(connections)
  const shell = context.use(shellService)
  const toasts = context.use(toastService)
  const clock = createClock()
  const book = createBook(context, clock, options)
  const storage = storageFor(options, () => context.use(http))
  const keeper = createKeeper(context, book, storage, toasts)
  const progress = createProgress(context, book, options)
  const { phase, refresh } = progress
  const opening = createOpening(context, options, { book, clock, keeper, progress, storage })
  const { lookUp, open, oneClick } = opening
  const following = follow(context, options, { book, keeper, opening, progress })

  /** What a call to sign in does, while somebody waits for its answer. */
  const ask = async (target: SignInTarget, isAwaited: () => boolean) => {
    try {
      const known = await lookUp(target, context.signal)
      if (!isAwaited()) return
      const now = targetNow(context)
      if (known && isSameTarget(now, target)) return progress.settle(known)
      shell.open({ view: siwxSignMessageView })
      // The view does it too when it appears; a page without our interface has none.
      if (phase().name === 'idle' && canSignIn(context, now)) void open(now)
    } catch (error) {
      if (isAwaited()) progress.settle(error instanceof SignInError ? error : new SignInError('NOT_STARTED', { cause: error }))
    }
  }

  return {
    async decide(connected) {
      following.note()
      return canSignIn(context, connected) && (await open(connected)) ? siwxSignMessageView : undefined
    },
    async connected({ restored, ...target }) {
      following.note()
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
    forget: following.forget,

    async request([network], signal) {
      // Whoever words the message themselves cannot leave that to a wallet.
      if (options.createMessage) return undefined
      const [{ nonce, now }, { ask }] = await Promise.all([storage.nonce(signal), oneClick()])
      if (now !== undefined) clock.set(now)
      return ask(network, nonce)
    },
    async receive(signed, signal) {
      await (await oneClick()).receive(signed, signal)
      opening.noteReceived()
    },

    async signIn() {
      if (!activeAccount(context)) throw new SignInError('NO_ADDRESS')
      const target = targetNow(context)
      if (!canSignIn(context, target)) throw new SignInError('NO_NETWORK')
      if (!service.live(target.connection)) throw new SignInError('NO_CONNECTION')
      return progress.join(isAwaited => ask(target, isAwaited))
    },
    async begin() {
      const target = targetNow(context)
      if (phase().name === 'idle' && canSignIn(context, target)) await open(target)
    },
    async sign() {
      const clicked = phase()
      if (clicked.name !== 'reading') return
      try {
        const { sign } = await opening.answering()
        const now = phase()
        // While the code was on its way another message may have come, which nobody has clicked on. One with a fresh nonce is for the same target.
        if (now.name === 'reading' && now.target === clicked.target) await sign()
      } catch (error) {
        // A page that went offline does not get the code for it.
        toasts.fail(error)
      }
    },
    async stopWaiting() {
      const now = phase()
      if (now.name === 'signing' || now.name === 'keeping') opening.back(now.target, now.request, now.name === 'signing')
    },
    async cancel() {
      const now = phase()
      const target = now.name === 'idle' ? targetNow(context) : now.target
      if (target) progress.track('CLICK_CANCEL_SIWX', target)
      progress.giveUp()
      if (views.current && views.has(connectView)) views.reset(connectView)
      if (options.required === false || !target) return void shell.close()
      await service.disconnect(target.connection).catch(toasts.fail)
    },
    async signOut(which = {}) {
      opening.dropReceived(which.connection)
      const now = phase()
      if (now.name === 'signing' || now.name === 'keeping') {
        const { connection, account, network } = now.target
        if (agrees({ connection, address: account.address, network }, which)) opening.back(now.target, now.request, now.name === 'signing')
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
