import {
  defineSlot,
  type Label,
  type PlainView,
  type Read,
  type SlotItem,
  type SlotRef,
} from '../../refs.js'

/** A row of the wallet list that is not a connector: "WalletConnect", "All wallets". */
export interface ConnectEntry extends SlotItem {
  readonly label: Label
  /** A short label at the end, such as QR code. */
  readonly tag?: Label | ((read: Read) => string | undefined)
  readonly icon: string
  readonly view: PlainView
}
/** *List.* Rows below the wallets of the Connect view. */
export const connectEntriesSlot: SlotRef<ConnectEntry> =
  /* @__PURE__ */ defineSlot<ConnectEntry>('connectEntries')
