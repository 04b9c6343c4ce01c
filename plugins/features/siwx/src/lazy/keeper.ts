/** Sessions on their way into storage and out of it. Whatever was given up on the way stands nowhere in the end. */
import type { SessionFilter } from '../siwx.js'
import type { KnownSession } from '../siwx-state.js'
import { agrees, type Book } from './book.js'

/** Milliseconds for a storage to take a session, or to end one. */
export const patience = 20_000

export type Ended = readonly KnownSession[] | 'all'
export interface Keeper {
  /** On their way in; aborted where one is to be over before it is there. */
  readonly coming: Map<KnownSession, AbortController>
  /** Storage has been told to end these, and has not answered. */
  readonly leaving: Set<Ended>
  /** What was taken back last has ended. */
  takenBack: Promise<void>
}
/** Ends these here at once; answers what storage has to be told. Without a field that is all of the browser's, also those of which nothing is known here. */
export function endHere({ book, keeper }: { readonly book: Book; readonly keeper: Keeper }, which: SessionFilter): Ended {
  for (const [known, coming] of keeper.coming) if (agrees(known, which)) coming.abort()
  const ended = book.remove(which)
  return agrees({}, which) ? 'all' : ended
}
export const createKeeper = (): Keeper => ({ coming: new Map(), leaving: new Set(), takenBack: Promise.resolve() })
