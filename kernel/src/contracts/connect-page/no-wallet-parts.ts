import { defineSlot, type SlotItem, type SlotRef } from '../../refs.js'

export interface NoWalletPartProps {
  /** Of a `frame`: the ways to connect, which it renders. */
  readonly children?: unknown
  /** Of a `list`: the names of the wallets that the view lists already. */
  readonly listed?: readonly string[]
}
/** A block of the Connect view for people who have no wallet in this browser. */
export interface NoWalletPart extends SlotItem {
  /**
   * `list`: wallets that they may have on another device. `frame`: what stands around the ways to
   * connect, such as a second pane. The first block of each place counts.
   */
  readonly place: 'list' | 'frame'
  /** The component of the block, loaded with the view. */
  readonly load: () => Promise<{ readonly default: (props: NoWalletPartProps) => unknown }>
}
/** *List.* Blocks for people who have no wallet in this browser. */
export const noWalletPartsSlot: SlotRef<NoWalletPart> =
  /* @__PURE__ */ defineSlot<NoWalletPart>('noWalletParts')
