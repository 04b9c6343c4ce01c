/**
 * Handles everything beside the first message.
 * Calls of the host, wallets that change or disconnect, and the ends of sessions. Loaded with the
 * first of them, and as soon as there is a session.
 */
import { accountView, type ConnectionId } from '@portico/kernel/account'
import { activeAccount, connectionService, liveConnections } from '@portico/kernel/session'
import { shellService, shellSlice } from '@portico/kernel/shell'
import type { SiwxOptions } from '../options.js'
import { type SiwxContext, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { Waiter } from '../signing/progress.js'
import type { Parts } from '../signing/sign-in-parts.js'
import { canSignIn, isAwaiting, isSameTarget, targetNow } from '../signing/sign-in-target.js'
import type { SignInOpener } from '../signing/start-sign-in.js'
import type { SessionFilter, Siwx } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import { createEnding } from './end-sessions.js'
import { endWithTime } from './expiry.js'
import { agrees } from './session-list.js'

/** Milliseconds until a failed request for a fresh nonce is retried. */
const renewAgain = 15_000

export type SessionChanges = ReturnType<typeof createSessionChanges>
export function createSessionChanges(
  context: SiwxContext,
  options: SiwxOptions,
  parts: Parts,
  opening: SignInOpener,
) {
  const { required = true, onAccountChange = 'ask', onNetworkChange = 'ask' } = options
  const { book, progress } = parts
  const { phase, refresh, refusal, isShown } = progress
  const shell = context.use(shellService)
  const { end, endInBackground, removeInBackground } = createEnding(context, parts)
  endWithTime(context, parts)

  /** Runs a call of `signIn` while its caller waits. */
  const ask = async (target: SignInTarget, waiter: Waiter) => {
    try {
      const known = await opening.lookUp(target, context.signal)
      if (progress.waiter !== waiter) return
      const now = targetNow(context)
      if (known && isSameTarget(now, target)) return progress.succeed(known)
      shell.open({ view: siwxSignMessageView })
      // The view does this too when it is mounted; a page without our interface has no view.
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
    if (policy === 'sign-out')
      endInBackground({ connection: before.connection, address: before.account.address })
    // A hidden tab follows the change without a request. A view that cannot be closed continues
    // with the current account.
    const isWatched = policy !== 'later' && globalThis.document?.visibilityState !== 'hidden'
    if (!canSignIn(context, target) || !(isWatched || (required && isShown()))) {
      if (!isShown()) progress.fail(refusal('CANCELLED'))
      return
    }
    // The look-up of `open` tells whether a sign-in is needed.
    void opening.open(target).then(needsSignIn => {
      if (needsSignIn && isSameTarget(targetNow(context), target) && !isShown())
        shell.open({ view: siwxSignMessageView })
    })
  }
  /**
   * Gives the shown message a fresh nonce. When that fails the message stays, because the person
   * has done nothing wrong.
   */
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
    removeInBackground,
    /** Looks up the session of a connection from before this page was loaded. */
    async restored(target: SignInTarget): Promise<void> {
      try {
        await opening.lookUp(target, context.signal)
      } catch (error) {
        // The stored session stays: the server will reject it where it matters.
        context.report(error)
        refresh()
      }
      // The person opened the modal before the look-up was complete. An embedded modal is always
      // open, so a restored connection shows no message there.
      const needsSignIn =
        context.views.current?.id === accountView.id && !context.state(shellSlice).embedded
      if (needsSignIn && context.state(siwxSlice).due) shell.open({ view: siwxSignMessageView })
    },
    renew,
    accountMoved: () => moved(onAccountChange),
    networkMoved: () => moved(onNetworkChange),
    disconnected(connection: ConnectionId, byPerson: boolean): void {
      parts.oneClick?.drop(connection)
      const now = phase()
      // Where this code was loaded late, the connection may have been made again, with a new
      // sign-in.
      if (
        now.name !== 'idle' &&
        now.target.connection === connection &&
        !context.use(connectionService).live(connection)
      ) {
        progress.giveUp()
        progress.stopShowingWallet()
      }
      // When the last connection ends, `forget` ends all sessions at once.
      if (byPerson && liveConnections(context).length) endInBackground({ connection })
      refresh()
    },

    /** A second call joins the caller that waits already. */
    signIn(): Promise<KnownSession> {
      if (!activeAccount(context)) throw refusal('NO_ADDRESS')
      const target = targetNow(context)
      if (!canSignIn(context, target)) throw refusal('NO_NETWORK')
      if (!context.use(connectionService).live(target.connection)) throw refusal('NO_CONNECTION')
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
        if (agrees({ connection, address: account.address, network }, which))
          opening.back(now.target, now.request, now.name === 'signing')
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
