/**
 * Tracks sessions that are being added to the storage or removed from it.
 * A session that was given up on the way is stored nowhere in the end.
 */
import type { SessionFilter } from '../siwx.js'
import type { KnownSession } from '../siwx-state.js'
import { agrees, type Book } from './session-list.js'

export type Ended = readonly KnownSession[] | 'all'
export interface PendingStorage {
  /** Sessions that are being added; aborted where one is ended before it is stored. */
  readonly adding: Map<KnownSession, AbortController>
  /** Sessions whose removal the storage has not confirmed yet. */
  readonly removing: Set<Ended>
  /** Resolves when the last given-up session has been removed. */
  removed: Promise<void>
}
/**
 * Ends the matching sessions here at once; returns what the storage has to remove.
 * An empty filter means all sessions of the browser, also those that are unknown here.
 */
export function endHere(
  { book, pendingStorage }: { readonly book: Book; readonly pendingStorage: PendingStorage },
  which: SessionFilter,
): Ended {
  for (const [known, adding] of pendingStorage.adding) if (agrees(known, which)) adding.abort()
  const ended = book.remove(which)
  return agrees({}, which) ? 'all' : ended
}
export const createPendingStorage = (): PendingStorage => ({
  adding: new Map(),
  removing: new Set(),
  removed: Promise.resolve(),
})
