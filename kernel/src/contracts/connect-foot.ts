import { defineSlot, type SlotItem, type SlotRef } from '../refs.js'

/** A line that gets nobody in: legal links, "I don't have a wallet". */
export interface ConnectFoot extends SlotItem {
  /** The line itself, loaded with the view. */
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/** *List.* At the foot of the Connect view. */
export const connectFoot: SlotRef<ConnectFoot> = /* @__PURE__ */ defineSlot<ConnectFoot>('connectFoot')
