/** From the message to the session: the wallet is asked, its answer is judged, and storage takes it. Loaded while somebody reads. */
import { connectors, type SignInFields, shell as shellService, toasts as toastService, session as walletSessions } from '@portico/kernel/contracts'
import type { SiwxOptions, SiwxStorage } from '../options.js'
import { connectingSiweView, type SiwxContext, siwxSignMessageView } from '../refs.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession, SignInRequest, SignInTarget } from '../siwx-state.js'
import { authenticating } from '../text/authenticating.js'
import type { Book } from './book.js'
import type { Keeper } from './keeper.js'
import { keepSession } from './keeping.js'
import type { Received } from './one-click.js'
import type { Progress } from './progress.js'
import { digestOf, failureOf, sessionFrom, signWith } from './signing.js'

interface Parts {
  readonly book: Book
  readonly keeper: Keeper
  /** The message stands there again, the same one where nobody has seen its nonce. */
  back(target: SignInTarget, request: SignInRequest, isFresh: boolean): void
  readonly progress: Progress
  readonly storage: SiwxStorage
}
export interface Answering {
  /** Has the message that stands there signed. Never rejects. */
  sign(): Promise<void>
  /** Keeps what was signed along with a pairing. Where that is not taken they are asked as if nothing had been signed. Throws only what `signal` was given up for. */
  keepReceived(target: SignInTarget, received: Received, signal: AbortSignal): Promise<void>
}
export function createAnswering(context: SiwxContext, options: SiwxOptions, { back, book, keeper, progress, storage }: Parts): Answering {
  const { views } = context
  const shell = context.use(shellService)
  const toasts = context.use(toastService)

  const keep = async (target: SignInTarget, session: SiwxSession, signal: AbortSignal): Promise<KnownSession> => {
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
    const kept = await keepSession(context, { book, keeper, storage }, known, session, signal)
    progress.track('SIWX_AUTH_SUCCESS', target)
    return kept
  }
  /** The message stands there again, with what went wrong in a toast. */
  const fail = (target: SignInTarget, request: SignInRequest, thrown: unknown) => {
    const { error, isFresh } = failureOf(thrown, target)
    progress.track('SIWX_AUTH_ERROR', target, { message: error.code })
    if (error.code !== 'SIGNATURE_DECLINED') context.report(error)
    back(target, request, isFresh)
    toasts.fail(error)
  }
  const run = async (target: SignInTarget, request: SignInRequest, said: SignInFields) => {
    progress.track('CLICK_SIGN_SIWX_MESSAGE', target)
    const signal = progress.start()
    progress.setFields(said)
    // Before it is held.
    if (views.current?.id === siwxSignMessageView.id) views.replace(connectingSiweView)
    progress.enter({ name: 'signing', target, request, since: Date.now() })
    toasts.progress(authenticating)
    const { connector } = context.state(walletSessions).connections[target.connection] ?? {}
    const done = shell.wait({ overlaysPage: context.items(connectors).some(({ id, overlaysPage }) => id === connector && overlaysPage === true) })
    try {
      const signed = await signWith(context, target, request, said, options, signal)
      signal.throwIfAborted()
      progress.enter({ name: 'keeping', target, request, deadline: Date.now() + keeper.patience })
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
    async sign() {
      const now = progress.phase()
      const said = progress.fields()
      if (now.name === 'reading' && said) await run(now.target, now.request, said)
    },
    async keepReceived(target, { fields, signed, cacao }, signal) {
      try {
        await keep(target, { ...sessionFrom(target, fields, signed), cacao }, signal)
      } catch (error) {
        signal.throwIfAborted()
        context.report(error)
      }
    },
  }
}
