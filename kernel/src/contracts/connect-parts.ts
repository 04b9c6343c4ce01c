import { defineSlot, type SlotItem, type SlotRef } from '../refs.js'

/** A block of the Connect view that is no way in. */
export interface ConnectPart extends SlotItem {
  /** `around`: in the place of the ways in, which it draws itself; the first one counts. Else at the foot of the page: legal links, "I don't have a wallet". */
  readonly around?: boolean
  /** The block itself, loaded with the view. */
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/** *List.* What stands around the ways in, and below them. */
export const connectParts: SlotRef<ConnectPart> = /* @__PURE__ */ defineSlot<ConnectPart>('connectParts')
