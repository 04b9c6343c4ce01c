/** Read access to the registry: slices, capabilities by scope, slots by condition. */
import { isSame } from './equal.js'
import { refusal } from './error.js'
import type { AnyCapability, AnySlice, Read, SlotItem } from './refs.js'
import { type Entry, placeOf, type Registry } from './registry.js'
import { freshState, type Report } from './store.js'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

export function createRead(
  states: ReadonlyMap<string, object>,
  registry: Registry,
  report: Report,
): Read {
  const fresh = new Map<string, object>()
  const lists = new Map<string, readonly unknown[]>()
  const reported = new Set<unknown>()

  const reportOnce = (about: unknown, error: unknown, plugin: string) => {
    if (!reported.has(about)) report(error, plugin)
    reported.add(about)
  }
  /** Returns the same array while its members are identical, so that React sees no change. */
  const stable = (key: string, list: readonly unknown[]) => {
    const before = lists.get(key)
    if (before && isSame(before, list)) return before
    lists.set(key, Object.freeze(list))
    return list
  }
  /**
   * Sorted by scope, the nearest first, then by rank. An id at a nearer scope hides the same id at
   * a farther one.
   */
  const offers = (ref: AnyCapability, scope: string) => {
    const found = new Map<string, Entry>()
    for (let path = scope; path; path = path.slice(0, Math.max(path.lastIndexOf(':'), 0)))
      for (const offer of registry.at(placeOf('capability', ref, path)))
        if (!found.has(offer.id)) found.set(offer.id, offer)
    if (process.env.NODE_ENV !== 'production' && !found.size) warnOfVersion(ref, scope)
    return [...found.values()]
  }
  const warnOfVersion = ({ id }: AnyCapability, scope: string) => {
    const [name] = id.split('@')
    for (const place of registry.places.keys()) {
      const [, other, at] = place.split(' ')
      if (place.startsWith(`capability ${name}@`) && `${scope}:`.startsWith(`${at}:`))
        reportOnce(id, refusal('CAPABILITY_VERSION', undefined, [id, scope, other]), 'kernel')
    }
  }
  const holds = ({ value, plugin }: Entry) => {
    const { when } = value as SlotItem
    try {
      return !when || when(read)
    } catch (error) {
      reportOnce(value, error, plugin)
      return false
    }
  }

  const read = Object.freeze({
    state(slice: AnySlice) {
      // A slice without its plugin has its initial state.
      const state = states.get(slice.id) ?? fresh.get(slice.id) ?? freshState(slice)
      if (!states.has(slice.id)) fresh.set(slice.id, state)
      return state
    },
    capability: (ref, scope) => offers(ref, scope)[0]?.value,
    capabilities: (ref, scope) => stable(placeOf('capability', ref, scope), offers(ref, scope)),
    items: slot =>
      stable(
        placeOf('slot', slot),
        registry
          .at(placeOf('slot', slot))
          .filter(holds)
          .map(({ value }) => value),
      ),
  } as Read)
  return read
}
