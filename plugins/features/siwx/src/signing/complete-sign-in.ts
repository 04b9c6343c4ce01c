/**
 * Makes a session of a message: sends it to the wallet, checks the answer, and stores the session.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { shellService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { refusal } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxSignMessageView } from '../refs.js'
import { localStorage } from '../sessions/local-storage.js'
import type { SignInRequest, SignInTarget } from '../siwx-state.js'
import { storageTimeoutMs } from './deadlines.js'
import type { Keep, Parts } from './sign-in-parts.js'
import { digestOf, failureOf, sessionFrom, signWith } from './sign-message.js'

export interface Answering {
  /** Has the shown message signed. Never rejects. */
  sign(reading: { readonly target: SignInTarget; readonly request: SignInRequest }): Promise<void>
  readonly keep: Keep
}
/** `back` shows the message again, the same one if its nonce has not been seen. */
export function createAnswering(
  context: SiwxContext,
  options: SiwxOptions,
  parts: Parts,
  back: (target: SignInTarget, request: SignInRequest, isFresh: boolean) => void,
): Answering {
  const { views } = context
  const { progress } = parts
  const shell = context.use(shellService)

  const keep: Keep = async (target, session, signal) => {
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
    // The local storage accepts every session at once.
    const kept =
      parts.storage === localStorage
        ? known
        : await import('../sessions/remote-storage.js').then(
            remote => remote.addToStorage(context, parts, known, session, signal),
            error => {
              throw refusal('SERVER_FAILED', error)
            },
          )
    parts.book.add(kept, session)
    progress.track('SIWX_AUTH_SUCCESS', target)
    return kept
  }
  /** Shows the message again, and the error in a toast. */
  const fail = (target: SignInTarget, request: SignInRequest, thrown: unknown) => {
    const { error, isFresh } = failureOf(thrown, target)
    progress.track('SIWX_AUTH_ERROR', target, { message: error.code })
    if (error.code !== 'DECLINED') context.report(error)
    back(target, request, isFresh)
    progress.toasts.fail(error)
  }
  const run = async (target: SignInTarget, request: SignInRequest, said: SignInFields) => {
    progress.track('CLICK_SIGN_SIWX_MESSAGE', target)
    const signal = progress.start()
    progress.said = said
    // The view must change before the phase makes it impossible to leave.
    if (views.current?.id === siwxSignMessageView.id) views.replace(connectingSiweView)
    progress.enter({ name: 'signing', target, request, since: Date.now() })
    progress.toasts.progress(message('siwx.authenticating', 'Authenticating...'))
    const done = shell.wait({
      overlaysPage: context
        .items(connectorsSlot)
        .some(one => one.overlaysPage && target.connection.endsWith(`/${one.id}`)),
    })
    try {
      const signed = await signWith(context, target, request, said, options, signal)
      signal.throwIfAborted()
      progress.enter({ name: 'keeping', target, request, deadline: Date.now() + storageTimeoutMs })
      const known = await keep(target, sessionFrom(target, said, signed), signal)
      signal.throwIfAborted()
      progress.finish(known)
    } catch (error) {
      if (!signal.aborted) fail(target, request, error)
    } finally {
      done()
    }
  }

  return {
    async sign({ target, request }) {
      const { said } = progress
      if (said) await run(target, request, said)
    },
    keep,
  }
}
