import { defineSlot, type SlotItem, type SlotRef } from '../../refs.js'

/** A block of the Connect view for people who have no wallet in this browser. */
export interface NoWalletPart extends SlotItem {
  /**
   * `list`: wallets that they may have elsewhere, loaded with the view. `beside`: a second pane where the window has room for it, loaded after the view was
   * painted. The first block of each place counts.
   */
  readonly place: 'list' | 'beside'
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/** *List.* Blocks for people who have no wallet in this browser. */
export const noWalletPartsSlot: SlotRef<NoWalletPart> = /* @__PURE__ */ defineSlot<NoWalletPart>('noWalletParts')
