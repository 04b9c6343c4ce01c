/** Where the sign-in stands: one flow at a time, left by whoever goes elsewhere, and those who wait for its outcome. */
import { type SignInFields, shell as shellService, shellSlice, toasts as toastService, tracked } from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxSignMessageView, siwxSlice } from '../refs.js'
import type { KnownSession, SignInPhase, SignInTarget } from '../siwx-state.js'
import type { Book } from './book.js'
import { canSignIn, targetNow } from './target.js'

export type Progress = ReturnType<typeof createProgress>
export function createProgress(context: SiwxContext, book: Book, { required = true }: SiwxOptions) {
  const { views } = context
  const shell = context.use(shellService)
  const toasts = context.use(toastService)
  let run = new AbortController()
  let fields: SignInFields | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly answer: Promise<KnownSession>; resolve(known: KnownSession): void; reject(error: SignInError): void } | undefined

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
  const settle = (outcome: KnownSession | SignInError) => {
    if (outcome instanceof SignInError) waiting?.reject(outcome)
    else waiting?.resolve(outcome)
    waiting = undefined
  }
  const giveUp = () => {
    stop()
    settle(new SignInError('CANCELLED'))
  }
  // Whoever goes elsewhere has given up.
  context.watch(isShown, shown => {
    if (!shown && phase().name !== 'idle') giveUp()
  })
  context.watch(
    state => state.state(siwxSlice).sessions,
    () => refresh(),
  )
  context.onDispose(() => {
    run.abort()
    clearTimeout(renewal)
  })

  return {
    phase,
    isShown,
    enter,
    /** Whether the modal has to open at the message. */
    refresh,
    stop,
    settle,
    giveUp,
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
      settle(known)
      if (isShown()) shell.close()
    },
    track: (name: string, { account, network }: SignInTarget, more: Readonly<Record<string, string>> = {}) =>
      context.emit(tracked, { name, properties: { network, isSmartAccount: account.type === 'smartAccount', ...more } }),
    /** The fields of the message that stands there. */
    fields: () => fields,
    setFields(said: SignInFields | undefined) {
      fields = said
    },
    renewIn(ms: number, renew: () => Promise<void>) {
      clearTimeout(renewal)
      renewal = setTimeout(renew, ms)
    },
    /** Another call joins whoever waits already; the first one has to see to it that there is an answer, for as long as `isAwaited`. */
    join(ask: (isAwaited: () => boolean) => Promise<void>): Promise<KnownSession> {
      if (waiting) return waiting.answer
      let resolve: (known: KnownSession) => void = () => undefined
      let reject: (error: SignInError) => void = () => undefined
      const answer = new Promise<KnownSession>((done, failed) => {
        resolve = done
        reject = failed
      })
      const own = { answer, resolve, reject }
      waiting = own
      void ask(() => waiting === own)
      return answer
    },
    isOpen: () => context.state(shellSlice).open,
  }
}
