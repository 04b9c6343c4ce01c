/** The flow of signing in: look-up, message, wallet, verification. Specification sections 4 and 8. Loaded when somebody is connected. */
import type { AnyView } from '@portico/kernel'
import {
  accountSwitched,
  type ConnectionId,
  connection as connections,
  deferred,
  disconnected,
  http,
  type NetworkId,
  networkSwitched,
  type SessionSignIn,
  shell as shellService,
  walletDisconnected,
} from '@portico/kernel/contracts'
import type { SiwxOptions } from '../options.js'
import { type SiwxContext, siwxMemory, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { Siwx } from '../siwx.js'
import type { SignInTarget } from '../siwx-state.js'
import { createBook } from './book.js'
import { createClock } from './clock.js'
import { createKeeper, endHere } from './keeper.js'
import type { Meanwhile } from './meanwhile.js'
import type { OneClick } from './one-click.js'
import { createOpening } from './opening.js'
import type { Parts } from './parts.js'
import { createProgress } from './progress.js'
import { restoreSignIns } from './reading.js'
import { storageFor } from './storage.js'
import { canSignIn, isAwaiting, isSameTarget, targetNow } from './target.js'

type Connected = { readonly connection: ConnectionId; readonly account: SignInTarget['account']; readonly network: NetworkId }
export interface Controller extends Siwx, Pick<SessionSignIn, 'request' | 'receive'> {
  /** What follows a connection that the person made: the message, unless there is a session. */
  decide(read: unknown, connected: Connected): Promise<AnyView | undefined>
  connected(event: Connected & { readonly restored: boolean }): Promise<void>
  /** Everything is disconnected: so is everybody. */
  forget(): Promise<void>
}

export function create(context: SiwxContext, options: SiwxOptions): Controller {
  const shell = context.use(shellService)
  context.restore(siwxMemory, restoreSignIns)
  const clock = createClock()
  const book = createBook(context, clock, options)
  const storage = storageFor(options, () => context.use(http))
  const progress = createProgress(context, book, options)
  let there: Meanwhile | undefined
  const meanwhile = async () => {
    const { createMeanwhile } = await import('./meanwhile.js')
    there ??= createMeanwhile(context, options, parts, opening)
    return there
  }
  let asked: OneClick | undefined
  const oneClick = async () => {
    const { createOneClick } = await import('./one-click.js')
    asked ??= createOneClick(context, options, parts)
    parts.oneClick = asked
    return asked
  }
  const parts: Parts = { book, clock, keeper: createKeeper(), progress, storage, last: undefined, meanwhile }
  const opening = createOpening(context, options, parts)
  const { phase, refresh } = progress
  const { open, back } = opening

  const elsewhere = async (tell: (to: Meanwhile) => unknown) => {
    try {
      await tell(there ?? (await meanwhile()))
    } catch (error) {
      context.report(error)
    }
  }
  let hungUp = false
  const forget = async () => {
    progress.giveUp()
    parts.last = undefined
    parts.oneClick?.drop()
    // A wallet that hung up by itself may come back; who disconnects everything is signed out everywhere.
    const isKnown = book.all().length > 0
    const ended = hungUp ? [] : endHere(parts, {})
    hungUp = false
    refresh()
    if (ended.length) await elsewhere(to => to.removeUnasked(ended, isKnown))
  }
  context.on(accountSwitched, () => elsewhere(to => to.accountMoved()))
  context.on(networkSwitched, () => elsewhere(to => to.networkMoved()))
  context.on(walletDisconnected, ({ connection, byPerson }) => {
    hungUp = !byPerson
    return elsewhere(to => to.disconnected(connection, byPerson))
  })
  context.on(disconnected, forget)
  context.watch(
    state => state.state(siwxSlice).sessions,
    sessions => {
      refresh()
      // It takes that to end them. What fails now is asked for again then.
      if (sessions.length) meanwhile().catch(() => undefined)
    },
  )
  context.watch(
    state => state.state(siwxMemory),
    () => {
      book.follow()
      refresh()
      const now = phase()
      const known = now.name === 'idle' ? undefined : book.of(now.target)
      if (known && now.name !== 'keeping') progress.finish(known)
    },
  )
  book.follow()

  return {
    async decide(_, connected) {
      parts.last = targetNow(context)
      return canSignIn(context, connected) && (await open(connected)) ? siwxSignMessageView : undefined
    },
    async connected({ restored, ...target }) {
      parts.last = targetNow(context)
      refresh()
      if (restored && canSignIn(context, target)) await elsewhere(to => to.restored(target))
    },
    forget,

    // Whoever words the message themselves cannot leave that to a wallet.
    request: async ([network], signal) => (options.createMessage ? undefined : (await oneClick()).ask(network, signal)),
    receive: async (...signed) => (await oneClick()).receive(...signed),

    async begin() {
      const target = targetNow(context)
      if (phase().name === 'idle' && canSignIn(context, target)) await open(target)
    },
    async sign() {
      const now = phase()
      // Who works with another account by now is about to read another message.
      if (now.name === 'reading' && isSameTarget(now.target, targetNow(context))) await opening.sign(now)
    },
    async stopWaiting() {
      const now = phase()
      if (isAwaiting(now)) back(now.target, now.request, now.name === 'signing')
    },
    async cancel() {
      const now = phase()
      const target = now.name === 'idle' ? targetNow(context) : now.target
      if (target) progress.track('CLICK_CANCEL_SIWX', target)
      progress.giveUp()
      progress.toStart()
      if (options.required === false || !target) return void shell.close()
      await context.use(connections).disconnect(target.connection).catch(progress.toasts.fail)
    },
    ...deferred(meanwhile, 'signIn', 'signOut', 'sessions'),
  }
}
