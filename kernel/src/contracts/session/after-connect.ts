import { firstAnswerLater } from '../../combine.js'
import type { Views } from '../../plugin.js'
import { type AnyView, defineSlot, type Read, type SlotItem } from '../../refs.js'
import type { Account, ConnectionId } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'

/** Decides which view follows a connection, such as sign-in, or leaves that to the next rule. */
export interface AfterConnect extends SlotItem {
  decide(
    read: Read,
    connected: {
      readonly connection: ConnectionId
      readonly account: Account
      readonly network: NetworkId
    },
  ): Promise<AnyView | undefined> | AnyView | undefined
}
/** Without an answer: Account. */
export const afterConnectSlot = /* @__PURE__ */ defineSlot('afterConnect', {
  combine: /* @__PURE__ */ firstAnswerLater(
    async (
      item: AfterConnect,
      read: Read,
      connected: Parameters<AfterConnect['decide']>[1],
      { has }: Pick<Views, 'has'>,
    ) => {
      const view = await item.decide(read, connected)
      return view && has(view) ? view : undefined
    },
  ),
})
