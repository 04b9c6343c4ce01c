/**
 * Runs the sign-in: look-up, message, wallet, verification. Loaded when a wallet is connected.
 */
import type { AnyView } from '@portico/kernel'
import type { ConnectionId } from '@portico/kernel/account'
import { httpService } from '@portico/kernel/backend'
import { lazyMethods, type NetworkId } from '@portico/kernel/chain'
import {
  accountSwitchedEvent,
  connectionService,
  disconnectedEvent,
  networkSwitchedEvent,
  type SessionSignIn,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import type { SiwxOptions } from './options.js'
import { savedSignInsSlice } from './persisted.js'
import { type SiwxContext, siwxSignMessageView, siwxSlice } from './refs.js'
import { createClock } from './sessions/clock.js'
import { createPendingStorage, endHere } from './sessions/pending-storage.js'
import type { SessionChanges } from './sessions/session-changes.js'
import { createBook } from './sessions/session-list.js'
import { storageFor } from './sessions/storage.js'
import { restoreSignIns } from './sessions/stored-answers.js'
import type { OneClick } from './signing/one-click.js'
import { createProgress } from './signing/progress.js'
import type { Parts } from './signing/sign-in-parts.js'
import { canSignIn, isAwaiting, isSameTarget, targetNow } from './signing/sign-in-target.js'
import { createSignInOpener } from './signing/start-sign-in.js'
import type { Siwx } from './siwx.js'
import type { SignInTarget } from './siwx-state.js'

type Connected = {
  readonly connection: ConnectionId
  readonly account: SignInTarget['account']
  readonly network: NetworkId
}
export interface Controller extends Siwx, Pick<SessionSignIn, 'request' | 'receive'> {
  /**
   * Returns the view to show after the person connected: the message, unless there is a session.
   */
  decide(read: unknown, connected: Connected): Promise<AnyView | undefined>
  connected(event: Connected & { readonly restored: boolean }): Promise<void>
  /** Ends all sessions, because everything was disconnected. */
  forget(): Promise<void>
}

export function create(context: SiwxContext, options: SiwxOptions): Controller {
  const shell = context.use(shellService)
  context.restore(savedSignInsSlice, restoreSignIns)
  const clock = createClock()
  const book = createBook(context, clock, options)
  const storage = storageFor(options, () => context.use(httpService))
  const progress = createProgress(context, book, options)
  let there: SessionChanges | undefined
  const loadChanges = async () => {
    const { createSessionChanges } = await import('./sessions/session-changes.js')
    there ??= createSessionChanges(context, options, parts, opening)
    return there
  }
  let loadedOneClick: OneClick | undefined
  const oneClick = async () => {
    const { createOneClick } = await import('./signing/one-click.js')
    loadedOneClick ??= createOneClick(context, options, parts)
    parts.oneClick = loadedOneClick
    return loadedOneClick
  }
  const parts: Parts = {
    book,
    clock,
    pendingStorage: createPendingStorage(),
    progress,
    storage,
    last: undefined,
    loadChanges,
  }
  const opening = createSignInOpener(context, options, parts)
  const { phase, refresh } = progress
  const { open, back } = opening

  const withChanges = async (tell: (to: SessionChanges) => unknown) => {
    try {
      await tell(there ?? (await loadChanges()))
    } catch (error) {
      context.report(error)
    }
  }
  let disconnectedByWallet = false
  const forget = async () => {
    progress.giveUp()
    parts.last = undefined
    parts.oneClick?.drop()
    // A wallet that disconnected by itself may reconnect; a person who disconnects everything is
    // signed out of everything.
    const isKnown = book.all().length > 0
    const ended = disconnectedByWallet ? [] : endHere(parts, {})
    disconnectedByWallet = false
    refresh()
    if (ended.length) await withChanges(to => to.removeInBackground(ended, isKnown))
  }
  context.on(accountSwitchedEvent, () => withChanges(to => to.accountMoved()))
  context.on(networkSwitchedEvent, () => withChanges(to => to.networkMoved()))
  context.on(walletDisconnectedEvent, ({ connection, byPerson }) => {
    disconnectedByWallet = !byPerson
    return withChanges(to => to.disconnected(connection, byPerson))
  })
  context.on(disconnectedEvent, forget)
  context.watch(
    state => state.state(siwxSlice).sessions,
    sessions => {
      refresh()
      // This code is needed to end the sessions. A failed load is retried then.
      if (sessions.length) loadChanges().catch(() => undefined)
    },
  )
  context.watch(
    state => state.state(savedSignInsSlice),
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
      return canSignIn(context, connected) && (await open(connected))
        ? siwxSignMessageView
        : undefined
    },
    async connected({ restored, ...target }) {
      parts.last = targetNow(context)
      refresh()
      if (restored && canSignIn(context, target)) await withChanges(to => to.restored(target))
    },
    forget,

    // A message that the host writes cannot be written by the wallet.
    request: async ([network], signal) =>
      options.createMessage ? undefined : (await oneClick()).ask(network, signal),
    receive: async (...signed) => (await oneClick()).receive(...signed),

    async begin() {
      const target = targetNow(context)
      if (phase().name === 'idle' && canSignIn(context, target)) await open(target)
    },
    async sign() {
      const now = phase()
      // If the account has changed, another message is about to be shown.
      if (now.name === 'reading' && isSameTarget(now.target, targetNow(context)))
        await opening.sign(now)
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
      await context.use(connectionService).disconnect(target.connection).catch(progress.toasts.fail)
    },
    ...lazyMethods(loadChanges, 'signIn', 'signOut', 'sessions'),
  }
}
