/**
 * Tracks the phase of the sign-in and its waiting caller.
 * One flow at a time, cancelled when the person leaves its views.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import { connectView } from '@portico/kernel/connect-page'
import { shellService, shellSlice, toastsService, trackedEvent } from '@portico/kernel/shell'
import { refusal, SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { Book } from '../sessions/session-list.js'
import type { KnownSession, SignInPhase, SignInTarget } from '../siwx-state.js'
import { canSignIn, targetNow } from './sign-in-target.js'

/** Receives the outcome of a sign-in. */
export interface Waiter {
  resolve(known: KnownSession): void
  reject(error: SignInError): void
}

export type Progress = ReturnType<typeof createProgress>
export function createProgress(context: SiwxContext, book: Book, { required = true }: SiwxOptions) {
  const { views } = context
  const shell = context.use(shellService)
  const toasts = context.use(toastsService)
  let run = new AbortController()
  let renewal: ReturnType<typeof setTimeout> | undefined

  const phase = () => context.state(siwxSlice).phase
  const isShown = () =>
    views.history.some(({ id }) => id === siwxSignMessageView.id || id === connectingSiweView.id)
  const enter = (next: SignInPhase) => {
    const held = required && next.name !== 'idle' && !book.of(next.target)
    context.patch(siwxSlice, { phase: next, held })
  }
  const refresh = () => {
    const target = targetNow(context)
    const due = required && canSignIn(context, target) && !book.of(target)
    context.patch(siwxSlice, { due })
  }
  const halt = () => {
    run.abort()
    clearTimeout(renewal)
  }
  /** Cancels the current flow: a late answer changes nothing. */
  const stop = () => {
    halt()
    progress.said = undefined
    if (phase().name === 'idle') return
    enter({ name: 'idle' })
    // The toast is removed with the request, not with a late answer of the wallet. A toast of
    // another plugin stays. Without a toast, one of ours may be about to appear.
    if (!context.state(shellSlice).toast?.message.id.indexOf('siwx')) toasts.dismiss()
  }
  const succeed = (known: KnownSession) => {
    progress.waiter?.resolve(known)
    progress.waiter = undefined
  }
  const fail = (error: unknown) => {
    progress.waiter?.reject(error instanceof SignInError ? error : refusal('NOT_STARTED', error))
    progress.waiter = undefined
  }
  const giveUp = () => {
    stop()
    fail(refusal('CANCELLED'))
  }
  // Closing the views of the sign-in cancels it.
  context.watch(isShown, shown => {
    if (!shown && phase().name !== 'idle') giveUp()
  })
  context.onDispose(halt)

  const progress = {
    /** The fields of the shown message. */
    said: undefined as SignInFields | undefined,
    /** The caller that waits for the outcome. */
    waiter: undefined as Waiter | undefined,
    phase,
    isShown,
    enter,
    /** Updates whether the modal has to open at the message. */
    refresh,
    stop,
    succeed,
    fail,
    refusal,
    giveUp,
    toasts,
    /** Shows the first view of the modal. */
    toStart() {
      if (views.current && views.has(connectView)) views.reset(connectView)
    },
    /** Leaves the view that waits for a wallet, because no request is open. */
    stopShowingWallet() {
      if (views.current?.id === connectingSiweView.id) views.replace(siwxSignMessageView)
    },
    /** Starts a new flow. The signal aborts when the flow is cancelled. */
    start(): AbortSignal {
      stop()
      run = new AbortController()
      return run.signal
    },
    finish(known: KnownSession) {
      stop()
      refresh()
      succeed(known)
      if (isShown()) shell.close()
    },
    track: (
      name: string,
      { account, network }: SignInTarget,
      more: Readonly<Record<string, string>> = {},
    ) =>
      context.emit(trackedEvent, {
        name,
        properties: { network, isSmartAccount: account.type === 'smartAccount', ...more },
      }),
    renewIn(ms: number, renew: () => Promise<void>) {
      clearTimeout(renewal)
      renewal = setTimeout(() => renew().catch(context.report), ms)
    },
  }
  return progress
}
