import { type CurrentView, defineSlot, type Read, type SlotItem, type SlotRef, type ViewRef } from '@portico/kernel'

/** What a host wants before anything is connected. */
export interface Gate extends SlotItem {
  /** The view that asks for what is missing; undefined: nothing is. */
  missing(read: Read): ViewRef<EntranceAsk> | undefined
}
export interface EntranceAsk {
  /** What was to be connected. */
  readonly connector: string
  /** The view that this one has replaced, where that connects by itself as soon as it is there. */
  readonly from?: CurrentView
}
/** *First answer.* Filled by the plugin `entrance`. */
export const gates: SlotRef<Gate> = /* @__PURE__ */ defineSlot<Gate>('connectGates')
