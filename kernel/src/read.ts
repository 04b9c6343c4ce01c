/** The read-only face of the shelves. */
import type { Capabilities } from './capabilities.js'
import type { AnySlice, Read } from './refs.js'
import type { Slots } from './slots.js'
import { freshState } from './store.js'

/** `revision` changes whenever an answer might. */
export function createRead(states: ReadonlyMap<string, object>, capabilities: Capabilities, slots: Slots, revision: () => number): Read {
  const fresh = new Map<string, object>()
  /** A slice whose plugin is not here reads as it begins, and always as the same object. */
  const freshOf = (slice: AnySlice) => {
    const state = fresh.get(slice.id) ?? freshState(slice)
    fresh.set(slice.id, state)
    return state
  }
  const read = {
    state: (slice: AnySlice) => states.get(slice.id) ?? freshOf(slice),
    capability: (ref, scope) => capabilities.all(ref, scope)[0]?.value,
    capabilities: (ref, scope) => capabilities.all(ref, scope),
    items: slot => slots.items(slot.id, read, revision()),
  } as Read
  return Object.freeze(read)
}
