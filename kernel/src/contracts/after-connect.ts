import { type AnyView, defineSlot, type Read, type SlotItem, type SlotRef } from '../refs.js'
import type { Account, ConnectionId } from './account.js'
import type { NetworkId } from './caip.js'

/** Decides what follows a connection, or leaves it to the next: sign-in. */
export interface AfterConnect extends SlotItem {
  decide(
    read: Read,
    connected: { readonly connection: ConnectionId; readonly account: Account; readonly network: NetworkId },
  ): Promise<AnyView | undefined> | AnyView | undefined
}
/** *First answer.* Without one: Account. */
export const afterConnect: SlotRef<AfterConnect> = /* @__PURE__ */ defineSlot<AfterConnect>('afterConnect')
