/** The registry of services, offers, slot items, views, slices and handlers. */
import { refusal } from './error.js'
import type { Dispose, Rank } from './refs.js'

export interface Entry {
  readonly id: string
  readonly value: unknown
  readonly plugin: string
  readonly rank?: Rank | undefined
}
const ranks: readonly (Rank | undefined)[] = ['first', 'early', 'normal', 'late', 'last']
const none: readonly Entry[] = []

/**
 * The key of a place: `capability transfers@1 solana`. The kernel passes the kind, so a forged ref
 * cannot fill another place.
 */
export const placeOf = (
  kind: 'service' | 'capability' | 'slot' | 'view' | 'slice' | 'endpoint',
  { id }: { readonly id: string },
  scope = '',
) => `${kind} ${id} ${scope}`

export type Registry = ReturnType<typeof createRegistry>
/** `order`: slot id → item ids. `changed` is called after each change. */
export function createRegistry(
  order: Readonly<Record<string, readonly string[]>>,
  changed: () => void,
  places = new Map<string, Map<string, Entry>>(),
) {
  const sorted = new Map<string, readonly Entry[]>()
  const orders = new Map(Object.entries(order).map(([id, ids]) => [placeOf('slot', { id }), ids]))

  return {
    places,
    /**
     * Returns the entries of a place: in the order of the host, then by rank, then by registration.
     * The array stays the same until the entries change.
     */
    at(place: string): readonly Entry[] {
      const entries = places.get(place)
      if (!entries) return none
      const ordered = orders.get(place) ?? []
      const position = ({ id }: Entry) => ordered.indexOf(id) + 1 || ordered.length + 1
      const rank = (entry: Entry) => ranks.indexOf(entry.rank ?? 'normal')
      const list =
        sorted.get(place) ??
        [...entries.values()].sort((a, b) => position(a) - position(b) || rank(a) - rank(b))
      sorted.set(place, list)
      return list
    },
    /** `key` must be unique at the place; by default a place takes one entry. */
    add(place: string, entry: Entry, key = ''): Dispose {
      const entries = places.get(place) ?? new Map<string, Entry>()
      const other = entries.get(key)
      if (other) throw refusal('DUPLICATE', entry.plugin, [entry.plugin, other.plugin, place, key])
      const change = (next: Map<string, Entry>) => {
        sorted.delete(place)
        if (next.size) places.set(place, next)
        else places.delete(place)
        changed()
      }
      change(entries.set(key, Object.freeze(entry)))
      return () => {
        entries.delete(key)
        change(entries)
      }
    },
    copy: () =>
      createRegistry(
        order,
        changed,
        new Map([...places].map(([place, entries]) => [place, new Map(entries)])),
      ),
  }
}
