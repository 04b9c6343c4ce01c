import { type AnyView, defineSlot, type Read, type SlotItem, type SlotRef } from '../../refs.js'
import type { Account, ConnectionId } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'

/** Decides which view follows a connection, such as sign-in, or leaves that to the next rule. */
export interface AfterConnect extends SlotItem {
  decide(
    read: Read,
    connected: { readonly connection: ConnectionId; readonly account: Account; readonly network: NetworkId },
  ): Promise<AnyView | undefined> | AnyView | undefined
}
/** *First answer.* Without one: Account. */
export const afterConnectSlot: SlotRef<AfterConnect> = /* @__PURE__ */ defineSlot<AfterConnect>('afterConnect')
