import { anySignal, unlessAborted, withTimeout } from '@portico/kernel'
import type { SiwxStorage } from '../options.js'
import type { SiwxContext } from '../refs.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession } from '../siwx-state.js'
import type { Book } from './book.js'
import type { Keeper } from './keeper.js'

interface Parts {
  readonly book: Book
  readonly keeper: Keeper
  readonly storage: SiwxStorage
}
/** Has storage take a session, and notes it. Given up meanwhile, storage is told to end it once it has answered: it may have taken it all the same. */
export async function keepSession(
  context: SiwxContext,
  { book, keeper, storage }: Parts,
  known: KnownSession,
  session: SiwxSession,
  given: AbortSignal,
): Promise<KnownSession> {
  // What is still to be ended would take this one along.
  await withTimeout(keeper.takenBack, keeper.patience, given)
  const { ended, arrived } = keeper.expect(known)
  const signal = anySignal([given, ended])
  let deadline: AbortSignal | undefined
  const adding = withTimeout(
    async within => {
      deadline = within
      return storage.add(session, within)
    },
    keeper.patience,
    context.signal,
  )
  try {
    const { expiresAt = known.expiresAt } = (await unlessAborted(adding, signal)) ?? {}
    signal.throwIfAborted()
    const kept = { ...known, ...(expiresAt !== undefined && { expiresAt }) }
    book.add(kept, session)
    return kept
  } catch (error) {
    if (signal.aborted || deadline?.aborted) keeper.takeBack(known, adding)
    throw error
  } finally {
    arrived()
  }
}
