/** From the look-up to the message that stands there to be read. */
import { once, withTimeout } from '@portico/kernel'
import { type ConnectionId, connection as connections, connectView, type SignInFields, toasts as toastService } from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { SiwxOptions, SiwxStorage } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { KnownSession, SignInRequest, SignInTarget } from '../siwx-state.js'
import type { Answering } from './answering.js'
import type { Book } from './book.js'
import type { Clock } from './clock.js'
import type { Keeper } from './keeper.js'
import type { Progress } from './progress.js'

/** Milliseconds for looking up, and for a nonce; for which a nonce is fresh; and until another one is asked for where none came. */
const patience = { checking: 10_000, preparing: 10_000, fresh: 240_000, again: 15_000 }

export type Opening = ReturnType<typeof createOpening>
export function createOpening(
  context: SiwxContext,
  options: SiwxOptions,
  parts: { book: Book; clock: Clock; keeper: Keeper; progress: Progress; storage: SiwxStorage },
) {
  const { book, clock, progress, storage } = parts
  const { enter, start, stop, refresh } = progress
  const toasts = context.use(toastService)
  const oneClick = once(async () => (await import('./one-click.js')).createOneClick(context, clock, options))
  let hasReceived = false

  /** What it takes from the message to the session: there once somebody reads one. */
  const answering = once(async (): Promise<Answering> => (await import('./answering.js')).createAnswering(context, options, { ...parts, back }))

  /** What was signed along with the approval of this connection. */
  const takeReceived = async (target: SignInTarget, signal: AbortSignal) => {
    const received = hasReceived ? (await oneClick()).take(target) : undefined
    if (received) await (await answering()).keepReceived(target, received, signal)
  }
  const lookUp = async (target: SignInTarget, signal: AbortSignal): Promise<KnownSession | undefined> => {
    await takeReceived(target, signal)
    if (storage.find) {
      const ask = async (within: AbortSignal) => (await import('./look-up.js')).lookUpIn(storage, context, parts, target, within)
      await withTimeout(ask, patience.checking, signal)
    }
    refresh()
    return book.of(target)
  }
  /** Specification section 8: it cannot start, so the wallet is disconnected and the modal is where it began. */
  const failToStart = async (target: SignInTarget, cause: unknown) => {
    stop()
    const error = new SignInError('NOT_STARTED', { cause })
    progress.track('SIWX_AUTH_ERROR', target, { message: error.code })
    if (progress.isOpen() && context.views.has(connectView)) context.views.reset(connectView)
    toasts.fail(error)
    context.report(error)
    progress.settle(error)
    await context.use(connections).disconnect(target.connection).catch(context.report)
  }
  const word = (target: SignInTarget, signal: AbortSignal) =>
    withTimeout(
      async within => {
        const wording = import('./request.js')
        const [{ nonce, now }, { fieldsFor, requestFor }] = await Promise.all([storage.nonce(within), wording])
        if (now !== undefined) clock.set(now)
        const fields = fieldsFor(target, nonce, clock, options)
        return { fields, request: await requestFor(context, fields, clock, options) }
      },
      patience.preparing,
      signal,
    )
  const prepare = async (target: SignInTarget, signal: AbortSignal) => {
    enter({ name: 'preparing', target, deadline: Date.now() + patience.preparing })
    try {
      const made = await word(target, signal)
      signal.throwIfAborted()
      read(target, made.request, made.fields, signal)
    } catch (error) {
      if (!signal.aborted) await failToStart(target, error)
    }
  }
  const read = (target: SignInTarget, request: SignInRequest, said: SignInFields | undefined, signal: AbortSignal) => {
    progress.setFields(said)
    enter({ name: 'reading', target, request })
    renewLater(target, signal, patience.fresh)
    // While they read. What fails is said when they sign: it is asked for again then.
    answering().catch(() => undefined)
  }
  /** The message that is read gets a fresh nonce. Where none comes it stands as it is: who reads has done nothing wrong. */
  const renewLater = (target: SignInTarget, signal: AbortSignal, ms: number) =>
    progress.renewIn(ms, async () => {
      try {
        const made = await word(target, signal)
        signal.throwIfAborted()
        read(target, made.request, made.fields, signal)
      } catch (error) {
        if (signal.aborted) return
        context.report(error)
        renewLater(target, signal, patience.again)
      }
    })

  /** The message stands there again. `isFresh`: nobody has seen its nonce, so that the same one can be signed. */
  const back = (target: SignInTarget, request: SignInRequest, isFresh: boolean) => {
    const said = progress.fields()
    const signal = start()
    progress.stopShowingWallet()
    if (isFresh) read(target, request, said, signal)
    else void prepare(target, signal)
  }

  return {
    lookUp,
    answering,
    /** Looks up, and prepares a message where there is no session. Answers whether there is something to read. */
    async open(target: SignInTarget): Promise<boolean> {
      const signal = start()
      enter({ name: 'checking', target, deadline: Date.now() + patience.checking })
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
    oneClick,
    /** Something was signed along with a pairing. */
    noteReceived() {
      hasReceived = true
    },
    /** It is nobody's any more; without a connection, whoever's it is. */
    dropReceived(connection?: ConnectionId) {
      if (hasReceived) void oneClick().then(({ drop }) => drop(connection), context.report)
    },
  }
}
