/** Looks up a session, and prepares the message when there is none. */
import { withTimeout } from '@portico/kernel'
import type { SignInFields } from '@portico/kernel/capabilities'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { refusal, SignInError } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { KnownSession, SignInRequest, SignInTarget } from '../siwx-state.js'
import { createAnswering } from './complete-sign-in.js'
import { nonceFreshMs, preparationTimeoutMs } from './deadlines.js'
import type { Parts } from './sign-in-parts.js'
import { fieldsFor, requestFor } from './sign-in-request.js'

export type SignInOpener = ReturnType<typeof createSignInOpener>
export function createSignInOpener(context: SiwxContext, options: SiwxOptions, parts: Parts) {
  const { book, clock, progress, storage } = parts
  const { enter, start, stop, refresh } = progress

  const lookUp = async (
    target: SignInTarget,
    signal: AbortSignal,
  ): Promise<KnownSession | undefined> => {
    // Stores a sign-in that came along with the approval of this connection.
    await parts.oneClick?.keep(target, answering.keep, signal)
    if (storage.find) {
      const ask = async (within: AbortSignal) =>
        (await import('../sessions/remote-storage.js')).findInStorage(
          storage,
          context,
          parts,
          target,
          within,
        )
      await withTimeout(ask, preparationTimeoutMs, signal)
    }
    refresh()
    return book.of(target)
  }
  /**
   * Handles a sign-in that cannot start: disconnects the wallet, and
   * shows the first view.
   */
  const failToStart = async (target: SignInTarget, cause: unknown) => {
    stop()
    const isUnknown = cause instanceof SignInError && cause.code === 'CHAIN_UNKNOWN'
    const error = isUnknown ? cause : refusal('NOT_STARTED', cause)
    progress.track('SIWX_AUTH_ERROR', target, { message: error.code })
    // Without a required sign-in, a wallet of a chain that cannot sign in stays connected.
    const staysConnected = isUnknown && options.required === false
    if (!staysConnected) progress.toStart()
    else if (progress.isShown()) context.use(shellService).close()
    progress.toasts.fail(error)
    context.report(error)
    progress.fail(error)
    if (staysConnected) return
    await context.use(connectionService).disconnect(target.connection).catch(context.report)
  }
  /** Creates a message, and shows it. */
  const word = async (target: SignInTarget, signal: AbortSignal): Promise<void> => {
    const make = async (within: AbortSignal) => {
      const { nonce, now, namespaces } = await storage.nonce(within)
      if (namespaces && !namespaces.includes(target.account.namespace))
        throw refusal('CHAIN_UNKNOWN')
      if (now !== undefined) clock.set(now)
      const fields = fieldsFor(target, nonce, clock, options)
      return [await requestFor(context, fields, clock, options), fields] as const
    }
    const made = await withTimeout(make, preparationTimeoutMs, signal)
    signal.throwIfAborted()
    read(target, ...made, signal)
  }
  const prepare = async (target: SignInTarget, signal: AbortSignal) => {
    enter({ name: 'preparing', target, deadline: Date.now() + preparationTimeoutMs })
    try {
      await word(target, signal)
    } catch (error) {
      if (!signal.aborted) await failToStart(target, error)
    }
  }
  const read = (
    target: SignInTarget,
    request: SignInRequest,
    said: SignInFields | undefined,
    signal: AbortSignal,
  ) => {
    progress.said = said
    enter({ name: 'reading', target, request })
    progress.renewIn(nonceFreshMs, async () => (await parts.loadChanges()).renew(target, signal))
  }

  /**
   * Shows the message again. `isFresh`: its nonce has not been seen, so the same message can be
   * signed.
   */
  const back = (target: SignInTarget, request: SignInRequest, isFresh: boolean) => {
    const { said } = progress
    const signal = start()
    progress.stopShowingWallet()
    if (isFresh) read(target, request, said, signal)
    else void prepare(target, signal)
  }
  const answering = createAnswering(context, options, parts, back)

  return {
    lookUp,
    word,
    sign: answering.sign,
    /**
     * Looks up a session, and prepares a message where there is none. Resolves with whether a
     * message is shown.
     */
    async open(target: SignInTarget): Promise<boolean> {
      const signal = start()
      enter({ name: 'checking', target, deadline: Date.now() + preparationTimeoutMs })
      try {
        const known = await lookUp(target, signal)
        signal.throwIfAborted()
        if (known) progress.finish(known)
        else void prepare(target, signal)
        return !known
      } catch (error) {
        if (!signal.aborted) await failToStart(target, error)
        return false
      }
    },
    back,
  }
}
