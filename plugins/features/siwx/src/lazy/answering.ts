/** From the message to the session: the wallet is asked, its answer is judged, and storage takes it. */
import { connectors, message, type SignInFields, shell as shellService } from '@portico/kernel/contracts'
import { refusal } from '../errors.js'
import type { SiwxOptions } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxSignMessageView } from '../refs.js'
import type { SignInRequest, SignInTarget } from '../siwx-state.js'
import { patience } from './keeper.js'
import { localStorage } from './local-storage.js'
import type { Keep, Parts } from './parts.js'
import { digestOf, failureOf, sessionFrom, signWith } from './signing.js'

export interface Answering {
  /** Has the message that is read signed. Never rejects. */
  sign(reading: { readonly target: SignInTarget; readonly request: SignInRequest }): Promise<void>
  readonly keep: Keep
}
/** `back`: the message stands there again, the same one where nobody has seen its nonce. */
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
    // Nobody else has to take it, and it is there at once.
    const kept =
      parts.storage === localStorage
        ? known
        : await import('./remote-storage.js').then(
            remote => remote.addToStorage(context, parts, known, session, signal),
            error => {
              throw refusal('SERVER_FAILED', error)
            },
          )
    parts.book.add(kept, session)
    progress.track('SIWX_AUTH_SUCCESS', target)
    return kept
  }
  /** The message stands there again, with what went wrong in a toast. */
  const fail = (target: SignInTarget, request: SignInRequest, thrown: unknown) => {
    const { error, isFresh } = failureOf(thrown, target)
    progress.track('SIWX_AUTH_ERROR', target, { message: error.code })
    if (error.code !== 'SIGNATURE_DECLINED') context.report(error)
    back(target, request, isFresh)
    progress.toasts.fail(error)
  }
  const run = async (target: SignInTarget, request: SignInRequest, said: SignInFields) => {
    progress.track('CLICK_SIGN_SIWX_MESSAGE', target)
    const signal = progress.start()
    progress.said = said
    // Before it is held.
    if (views.current?.id === siwxSignMessageView.id) views.replace(connectingSiweView)
    progress.enter({ name: 'signing', target, request, since: Date.now() })
    progress.toasts.progress(message('siwx.authenticating', 'Authenticating...'))
    const done = shell.wait({ overlaysPage: context.items(connectors).some(one => one.overlaysPage && target.connection.endsWith(`/${one.id}`)) })
    try {
      const signed = await signWith(context, target, request, said, options, signal)
      signal.throwIfAborted()
      progress.enter({ name: 'keeping', target, request, deadline: Date.now() + patience })
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
