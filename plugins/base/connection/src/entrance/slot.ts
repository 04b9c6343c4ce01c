import { type CurrentView, defineSlot, type Read, type SlotItem, type SlotRef, type ViewRef } from '@portico/kernel'
import type { ConnectMethod } from '@portico/kernel/contracts'

/** What a host wants between the page where one gets in and the ways in. */
export interface Entrance extends SlotItem {
  /** Drawn in the place of the ways in, which it draws itself. */
  readonly load: ConnectMethod['load']
  /** The view that asks for what is missing before anything may be connected; undefined: nothing is. */
  missing(read: Read): ViewRef<EntranceAsk> | undefined
}
export interface EntranceAsk {
  /** What was to be connected. */
  readonly connector: string
  /** The view that this one has replaced, where that connects by itself as soon as it is there. */
  readonly from?: CurrentView
}
/** *First.* Filled by the plugin `entrance`. */
export const entrances: SlotRef<Entrance> = /* @__PURE__ */ defineSlot<Entrance>('entrances')
