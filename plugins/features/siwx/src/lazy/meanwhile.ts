/**
 * What else is asked and happens: calls of the host, wallets that move, hang up or are disconnected, and the ends of sessions. Loaded with the first of them, and
 * once somebody is signed in.
 */
import {
  accountView,
  activeAccount,
  type ConnectionId,
  connection as connections,
  liveConnections,
  shell as shellService,
  shellSlice,
} from '@portico/kernel/contracts'
import type { SiwxOptions } from '../options.js'
import { type SiwxContext, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { SessionFilter, Siwx } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import { agrees } from './book.js'
import { createEnding } from './ending.js'
import { endWithTime } from './expiry.js'
import type { Opening } from './opening.js'
import type { Parts } from './parts.js'
import type { Waiter } from './progress.js'
import { canSignIn, isAwaiting, isSameTarget, targetNow } from './target.js'

/** Milliseconds until a fresh nonce is asked for again where none came. */
const renewAgain = 15_000

export type Meanwhile = ReturnType<typeof createMeanwhile>
export function createMeanwhile(context: SiwxContext, options: SiwxOptions, parts: Parts, opening: Opening) {
  const { required = true, onAccountChange = 'ask', onNetworkChange = 'ask' } = options
  const { book, progress } = parts
  const { phase, refresh, refusal, isShown } = progress
  const shell = context.use(shellService)
  const { end, endUnasked, removeUnasked } = createEnding(context, parts)
  endWithTime(context, parts)

  /** What a call to sign in does, while somebody waits for its answer. */
  const ask = async (target: SignInTarget, waiter: Waiter) => {
    try {
      const known = await opening.lookUp(target, context.signal)
      if (progress.waiter !== waiter) return
      const now = targetNow(context)
      if (known && isSameTarget(now, target)) return progress.succeed(known)
      shell.open({ view: siwxSignMessageView })
      // The view does it too when it appears; a page without our interface has none.
      if (phase().name === 'idle' && canSignIn(context, now)) void opening.open(now)
    } catch (error) {
      if (progress.waiter === waiter) progress.fail(error)
    }
  }
  let answer: Promise<KnownSession> | undefined
  let waiter: Waiter | undefined

  const moved = (policy: 'ask' | 'later' | 'sign-out' | 'keep') => {
    const before = parts.last
    const target = targetNow(context)
    parts.last = target
    const now = phase()
    if (now.name !== 'idle' && !isSameTarget(now.target, target)) {
      progress.stop()
      progress.stopShowingWallet()
    }
    refresh()
    if (!before || isSameTarget(before, target)) return
    if (policy === 'sign-out') endUnasked({ connection: before.connection, address: before.account.address })
    // A tab that nobody looks at follows, and asks nobody. What cannot be left goes on with whom it is about now.
    const isWatched = policy !== 'later' && globalThis.document?.visibilityState !== 'hidden'
    if (!canSignIn(context, target) || !(isWatched || (required && isShown()))) {
      if (!isShown()) progress.fail(refusal('CANCELLED'))
      return
    }
    // Its own look-up says whether there is something to ask.
    void opening.open(target).then(isAsked => {
      if (isAsked && isSameTarget(targetNow(context), target) && !isShown()) shell.open({ view: siwxSignMessageView })
    })
  }
  /** The message that is read gets a fresh nonce. Where none comes it stands as it is: who reads has done nothing wrong. */
  const renew = async (target: SignInTarget, signal: AbortSignal): Promise<void> => {
    try {
      await opening.word(target, signal)
    } catch (error) {
      if (signal.aborted) return
      context.report(error)
      progress.renewIn(renewAgain, () => renew(target, signal))
    }
  }
  return {
    removeUnasked,
    /** A connection from before this page was loaded. */
    async restored(target: SignInTarget): Promise<void> {
      try {
        await opening.lookUp(target, context.signal)
      } catch (error) {
        // What is remembered stands: the server will say so itself where it matters.
        context.report(error)
        refresh()
      }
      // They opened the modal before it was known. Inside the page nobody did: it is open all along, and a connection of before asks nobody by itself.
      const isAsked = context.views.current?.id === accountView.id && !context.state(shellSlice).embedded
      if (isAsked && context.state(siwxSlice).due) shell.open({ view: siwxSignMessageView })
    },
    renew,
    accountMoved: () => moved(onAccountChange),
    networkMoved: () => moved(onNetworkChange),
    disconnected(connection: ConnectionId, byPerson: boolean): void {
      parts.oneClick?.drop(connection)
      const now = phase()
      // Where this code came late it may be connected again, and asked anew.
      if (now.name !== 'idle' && now.target.connection === connection && !context.use(connections).live(connection)) {
        progress.giveUp()
        progress.stopShowingWallet()
      }
      // With the last one everything ends at once.
      if (byPerson && liveConnections(context).length) endUnasked({ connection })
      refresh()
    },

    /** Another call joins whoever waits already. */
    signIn(): Promise<KnownSession> {
      if (!activeAccount(context)) throw refusal('NO_ADDRESS')
      const target = targetNow(context)
      if (!canSignIn(context, target)) throw refusal('NO_NETWORK')
      if (!context.use(connections).live(target.connection)) throw refusal('NO_CONNECTION')
      if (answer && waiter && progress.waiter === waiter) return answer
      answer = new Promise((resolve, reject) => {
        waiter = { resolve, reject }
        progress.waiter = waiter
        void ask(target, waiter)
      })
      return answer
    },
    async signOut(which: SessionFilter = {}): Promise<void> {
      parts.oneClick?.drop(which.connection)
      const now = phase()
      if (isAwaiting(now)) {
        const { connection, account, network } = now.target
        if (agrees({ connection, address: account.address, network }, which)) opening.back(now.target, now.request, now.name === 'signing')
      }
      const ended = end(which)
      refresh()
      await ended
    },
    async sessions(which: SessionFilter = {}): ReturnType<Siwx['sessions']> {
      return book.all().flatMap(known => {
        const session = book.signed(known)
        return agrees(known, which) ? [{ ...known, ...(session && { session }) }] : []
      })
    },
  }
}
