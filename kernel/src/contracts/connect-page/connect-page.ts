/** Refs of the Connect view that several plugins need. Owned by the connection plugin. */
import { defineSlot, defineView, type SlotItem, type SlotRef, type ViewRef } from '../../refs.js'
import { message } from '../text/text.js'

export const connectView: ViewRef<void> = /* @__PURE__ */ defineView('Connect')
export const allWalletsView: ViewRef<void> = /* @__PURE__ */ defineView('AllWallets')
/** The view that waits for a wallet. */
export const connectingExternalView: ViewRef<{ readonly connector: string }> =
  /* @__PURE__ */ defineView('ConnectingExternal')
/**
 * Which chain of a wallet that serves several and approves each on its own; `wallet` is the
 * wallet's id in the list.
 */
export const selectChainView: ViewRef<{ readonly wallet: string }> =
  /* @__PURE__ */ defineView('ConnectingMultiChain')
export const networksView: ViewRef<void> = /* @__PURE__ */ defineView('Networks')
export const unsupportedChainView: ViewRef<void> = /* @__PURE__ */ defineView('UnsupportedChain')

/** Names a network that the host does not list. */
export const unsupportedNetworkMessage = /* @__PURE__ */ message(
  'ui.networkUnknown',
  'Unsupported network',
)

/** A block of the Connect view: wallets, an e-mail field, social buttons. */
export interface ConnectMethod extends SlotItem {
  /**
   * The kind of method, for the order: `email`, `social`, `wallet`. The id is the
   * same.
   */
  readonly id: 'email' | 'social' | 'wallet' | (string & {})
  /** The component of the block, loaded with the view. */
  readonly load: () => Promise<{ readonly default: (props: Record<never, never>) => unknown }>
}
/**
 * *List.* By default email, social, wallet; wallet first when a wallet is listed;
 * `order.connectMethods` of the host overrides both.
 */
export const connectMethodsSlot: SlotRef<ConnectMethod> =
  /* @__PURE__ */ defineSlot<ConnectMethod>('connectMethods')
