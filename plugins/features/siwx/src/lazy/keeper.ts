/** Sessions on their way into storage and out of it. Whatever was given up on the way stands nowhere in the end. */
import { withTimeout } from '@portico/kernel'
import type { Toasts } from '@portico/kernel/contracts'
import { SignInError } from '../errors.js'
import type { FoundSession, SiwxStorage } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SessionFilter } from '../siwx.js'
import type { KnownSession } from '../siwx-state.js'
import { agrees, type Book } from './book.js'

/** Milliseconds for a storage to take a session, or to end one. */
const patience = 20_000

type Ended = readonly KnownSession[] | 'all'

export type Keeper = ReturnType<typeof createKeeper>
export function createKeeper(context: SiwxContext, book: Book, storage: SiwxStorage, toasts: Toasts) {
  /** Storage has been told, and has not answered. */
  const leaving = new Set<Ended>()
  const coming = new Map<KnownSession, AbortController>()
  let takenBack: Promise<void> = Promise.resolve()

  /** Throws a SignInError `NOT_SIGNED_OUT`. */
  const remove = async (ended: Ended): Promise<void> => {
    leaving.add(ended)
    try {
      await withTimeout(async within => storage.remove(ended, within), patience, context.signal)
    } catch (cause) {
      throw new SignInError('NOT_SIGNED_OUT', { cause })
    } finally {
      leaving.delete(ended)
      book.touch()
    }
  }
  /** Nobody is there to whom a call could answer. `isSaid`: who was signed in should know of it. */
  const tellOf = (isSaid: boolean) => (error: unknown) => {
    if (context.signal.aborted) return
    context.report(error)
    if (isSaid) toasts.fail(error)
  }

  return {
    patience,
    /** A session is on its way: `ended` is aborted where it is to be over before it is there. */
    expect(known: KnownSession) {
      const own = new AbortController()
      coming.set(known, own)
      return { ended: own.signal, arrived: () => coming.delete(known) }
    },
    /** Was given up on its way: ended once storage has answered. */
    takeBack(known: KnownSession, adding: Promise<unknown>) {
      const ended = [known]
      leaving.add(ended)
      const end = () => remove(ended)
      takenBack = adding.then(end, end).catch(tellOf(true))
    },
    /** What was taken back last has ended. */
    takenBack: () => takenBack,
    /** Ends these here at once, and where they are kept. Without a field, storage ends all of the browser's, also those of which nothing is known here. */
    async end(which: SessionFilter): Promise<void> {
      for (const [known, own] of coming) if (agrees(known, which)) own.abort()
      const ended = book.remove(which)
      if (agrees({}, which)) await remove('all')
      else if (ended.length) await remove(ended)
    },
    /** Likewise where nobody waits for it: what fails is said. */
    endUnasked(which: SessionFilter): void {
      const isKnown = book.all().some(known => agrees(known, which))
      this.end(which).catch(tellOf(isKnown))
    },
    /** What storage still lists, though it has been told to end it, is over. */
    isLeaving: ({ address, network }: FoundSession): boolean =>
      [...leaving].some(ended => ended === 'all' || ended.some(known => agrees(known, { address, network }))),
  }
}
