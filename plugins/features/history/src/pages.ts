/** The pages of the activity of one account, or of several accounts on their networks. */
import { KernelError } from '@portico/kernel'
import type { ActivityEntry, ActivityPage } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import {
  appendPage,
  endOf,
  isShown,
  joinPages,
  mergeLists,
  type PlaceList,
  undoneBy,
} from './rules.js'
import type { Place } from './select.js'

/** Pages requested in a row while they bring nothing to show: spam, other networks. */
const mostInARow = 5
/** Networks requested at the same time, because "All networks" may be thirty. */
const atOnce = 6

interface Pages extends PlaceList {
  readonly place: Place
  /** The cursors that were requested since the list began. */
  readonly cursors: Set<string>
}
export interface PagesOptions {
  readonly ask: (
    place: Place,
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<ActivityPage>
  /** Called when what is known has changed. `hasMore`: another page exists. */
  readonly show: (entries: readonly ActivityEntry[], hasMore: boolean) => void
  /** Called for a transaction that a reorganization made pending again. */
  readonly undone: (hash: string) => void
}

export interface ActivityPages {
  reset(): void
  /**
   * Requests the newest page of each place, and further pages while there is nothing to show.
   * Answers the networks that failed. Throws the error if no place answered.
   */
  newest(
    places: readonly Place[],
    signal: AbortSignal,
  ): Promise<{ readonly missing: readonly NetworkId[]; readonly error?: unknown }>
  /** Requests the next page, and further pages while there is nothing new to show. */
  next(signal: AbortSignal): Promise<void>
}
export function createPages({ ask, show, undone }: PagesOptions): ActivityPages {
  const lists = new Map<string, Pages>()
  const all = () => [...lists.values()]
  const networks = () => all().map(({ place }) => place.network)
  const merged = () => mergeLists(all())
  const commit = () =>
    show(
      merged(),
      all().some(({ next }) => next !== undefined),
    )
  const shownCount = () => merged().filter(entry => isShown(entry, networks())).length

  const askNewest = async (place: Place, signal: AbortSignal) => {
    const { entries: fresh, next } = await ask(place, undefined, signal)
    signal.throwIfAborted()
    const before = lists.get(place.key)
    const known = before?.entries ?? []
    const entries = joinPages(fresh, known)
    // The newer page knows of a reorganization that came after these settled.
    for (const hash of undoneBy(fresh, known)) undone(hash)
    const isJoined = before !== undefined && entries.length > fresh.length
    lists.set(place.key, {
      place,
      network: place.network,
      entries,
      next: isJoined ? before.next : next,
      cursors: isJoined ? before.cursors : new Set(),
    })
  }
  const goOn = async (signal: AbortSignal) => {
    const before = shownCount()
    for (let pages = 0; pages < mostInARow; pages++) {
      const list = nextOf(all())
      if (signal.aborted || list?.next === undefined) break
      const { place, cursors, next: cursor } = list
      const { entries: more, next } = await ask(place, cursor, signal)
      if (signal.aborted) return
      cursors.add(cursor)
      lists.set(place.key, {
        ...list,
        entries: appendPage(list.entries, more),
        // A list that leads back to where it was would be requested without end.
        next: next !== undefined && cursors.has(next) ? undefined : next,
      })
      commit()
      if (shownCount() > before) break
    }
  }

  return {
    reset: () => lists.clear(),
    async newest(places, signal) {
      for (const key of lists.keys())
        if (!places.some(place => place.key === key)) lists.delete(key)
      const errors = new Map<NetworkId, unknown>()
      const waiting = [...places]
      const work = async () => {
        for (let place = waiting.shift(); place && !signal.aborted; place = waiting.shift())
          try {
            await askNewest(place, signal)
          } catch (error) {
            if (!signal.aborted) errors.set(place.network, error)
          }
      }
      await Promise.all(Array.from({ length: Math.min(atOnce, places.length) }, work))
      if (signal.aborted) return { missing: [] }
      const failed = [...errors].filter(([, error]) => !isUnlisted(error))
      const error = failed[0]?.[1] ?? [...errors.values()][0]
      if (errors.size === places.length) throw error
      commit()
      if (!shownCount()) await goOn(signal)
      return {
        missing: failed.map(([network]) => network),
        ...(failed.length > 0 && { error }),
      }
    },
    next: goOn,
  }
}

/** True if no source lists transactions of the network. */
export const isUnlisted = (error: unknown): boolean =>
  error instanceof KernelError && error.code === 'NOT_HANDLED'

/** The list with another page whose known entries end first: nothing older can be shown yet. */
function nextOf(lists: readonly Pages[]): Pages | undefined {
  const open = lists.filter(({ next }) => next !== undefined)
  return open.toSorted((one, other) => endOf(other) - endOf(one))[0]
}
