import { defineSlot, type SlotItem, type SlotRef } from '../../refs.js'

/** A block of the Connect view that is not a way to connect. */
export interface ConnectPart extends SlotItem {
  /**
   * `around`: replaces the ways to connect and renders them itself; the first such block counts.
   * Other blocks are below them: legal links, "I don't have a wallet".
   */
  readonly around?: boolean
  /** The component of the block, loaded with the view. */
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/** *List.* Blocks around and below the ways to connect. */
export const connectPartsSlot: SlotRef<ConnectPart> =
  /* @__PURE__ */ defineSlot<ConnectPart>('connectParts')
