import { defineCapability } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { AssetId, NetworkId } from '../chain/caip.js'
import type { Draft } from '../chain/draft.js'
import type { Message } from '../text/text.js'
import type { Fee } from './transactions.js'

/** Offered by every chain that can move value. Used by send. */
export interface Transfers {
  /**
   * Creates the draft of this transfer; sends no wallet request. Throws a TransferError whose
   * sentence says why it cannot.
   */
  prepare(intent: TransferIntent, signal: AbortSignal): Promise<PreparedTransfer>
}
export interface TransferIntent {
  readonly from: Account
  readonly to: string
  readonly network: NetworkId
  readonly asset: AssetId | 'native'
  /** Base units, or everything that can be sent once the fee is paid. */
  readonly amount: bigint | 'max'
  /**
   * The decimals that the amount was shown with. The chain compares them with the asset's own and
   * throws a TransferError TRANSFER_ASSET where they differ: a wrong figure from a backend, a list
   * or storage would move another amount than the person read (threat S19).
   */
  readonly decimals: number
  readonly speed?: 'slow' | 'normal' | 'fast'
}
export interface PreparedTransfer {
  /**
   * The speeds whose drafts or fees differ, for the person to choose. Default: none, and nothing is
   * offered.
   */
  readonly speeds?: readonly NonNullable<TransferIntent['speed']>[]
  readonly draft: Draft
  readonly fee: Fee
  /** Base units that will arrive; says what 'max' came to. */
  readonly amount: bigint
  /**
   * Base units that come back to the sender, where a chain pays with whole coins: what leaves the
   * account is amount, fee and change, what it loses is amount and fee.
   */
  readonly change?: bigint
  /**
   * Things a person should know before they sign: the account would be reaped, change goes to a new
   * address.
   */
  readonly warnings?: readonly Message[]
}
export const transfersCapability = /* @__PURE__ */ defineCapability<Transfers>('transfers@1')
