/** Where the sign-in stands: one flow at a time, left by whoever goes elsewhere, and those who wait for its outcome. */
import { connectView, type SignInFields, shell as shellService, shellSlice, toasts as toastService, tracked } from '@portico/kernel/contracts'
import { refusal, SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { KnownSession, SignInPhase, SignInTarget } from '../siwx-state.js'
import type { Book } from './book.js'
import { canSignIn, targetNow } from './target.js'

/** Waits for the outcome of a sign-in. */
export interface Waiter {
  resolve(known: KnownSession): void
  reject(error: SignInError): void
}

export type Progress = ReturnType<typeof createProgress>
export function createProgress(context: SiwxContext, book: Book, { required = true }: SiwxOptions) {
  const { views } = context
  const shell = context.use(shellService)
  const toasts = context.use(toastService)
  let run = new AbortController()
  let renewal: ReturnType<typeof setTimeout> | undefined

  const phase = () => context.state(siwxSlice).phase
  const isShown = () => views.history.some(({ id }) => id === siwxSignMessageView.id || id === connectingSiweView.id)
  const enter = (next: SignInPhase) => {
    const held = required && next.name !== 'idle' && !book.of(next.target)
    context.update(siwxSlice, draft => void Object.assign(draft, { phase: next, held }))
  }
  const refresh = () => {
    const target = targetNow(context)
    const due = required && canSignIn(context, target) && !book.of(target)
    context.update(siwxSlice, draft => void Object.assign(draft, { due }))
  }
  const halt = () => {
    run.abort()
    clearTimeout(renewal)
  }
  /** Nobody waits for what is under way any more: a late answer changes nothing. */
  const stop = () => {
    halt()
    progress.said = undefined
    if (phase().name === 'idle') return
    enter({ name: 'idle' })
    // With the request, not when its wallet answers at last. What somebody else says stays; where nobody says anything, our word may be about to come.
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
  // Whoever goes elsewhere has given up.
  context.watch(isShown, shown => {
    if (!shown && phase().name !== 'idle') giveUp()
  })
  context.onDispose(halt)

  const progress = {
    /** The fields of the message that stands there. */
    said: undefined as SignInFields | undefined,
    /** Whoever asked for a sign-in, and is told its outcome. */
    waiter: undefined as Waiter | undefined,
    phase,
    isShown,
    enter,
    /** Whether the modal has to open at the message. */
    refresh,
    stop,
    succeed,
    fail,
    refusal,
    giveUp,
    toasts,
    /** The modal is where it began. */
    toStart() {
      if (views.current && views.has(connectView)) views.reset(connectView)
    },
    /** No wallet is asked now: the view that waits for one would wait for ever. */
    stopShowingWallet() {
      if (views.current?.id === connectingSiweView.id) views.replace(siwxSignMessageView)
    },
    /** Begins anew. Aborted once nobody waits for it any more. */
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
    track: (name: string, { account, network }: SignInTarget, more: Readonly<Record<string, string>> = {}) =>
      context.emit(tracked, { name, properties: { network, isSmartAccount: account.type === 'smartAccount', ...more } }),
    renewIn(ms: number, renew: () => Promise<void>) {
      clearTimeout(renewal)
      renewal = setTimeout(() => renew().catch(context.report), ms)
    },
  }
  return progress
}
