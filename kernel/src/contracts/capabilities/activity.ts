import { defineCapability } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { AssetId, NetworkId } from '../chain/caip.js'

/**
 * Past transactions, newest first, page by page. Offered by every chain that can, used by history.
 */
export interface Activity {
  page(
    account: Account,
    network: NetworkId,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ActivityPage>
}
export interface ActivityPage {
  readonly entries: readonly ActivityEntry[]
  /** Asking with it brings the following page. Absent: this was the last. */
  readonly next?: string
}
/** One entry of the history of an account. */
export interface ActivityEntry {
  readonly id: string
  /** What the host's app says that it does. Untrusted text. */
  readonly description?: string
  /** What an approval allows to spend, as the person saw it: `12.5 PUSD`, `∞ PUSD`. */
  readonly approved?: string
  /** Of one that failed because another transaction of the account took its place. */
  readonly ending?: 'cancelled' | 'replaced'
  readonly metadata: {
    /** ISO 8601. */
    readonly minedAt: string
    readonly chain: NetworkId | null
    readonly operationType: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly sentFrom: string
    readonly sentTo: string
    readonly hash?: string
  }
  readonly transfers: readonly ActivityTransfer[]
}
export interface ActivityTransfer {
  readonly direction?: 'in' | 'out' | 'self'
  readonly nft_info?: {
    readonly name?: string
    readonly flags: { readonly is_spam: boolean }
    readonly content?: { readonly preview?: { readonly url: string } }
  }
  readonly fungible_info?: {
    readonly name?: string
    readonly symbol?: string
    readonly icon?: { readonly url: string }
    /** Absent: unknown, so its price is unknown too. */
    readonly asset?: AssetId | 'native'
  }
  /** Exact decimal text. */
  readonly quantity: { readonly numeric: string }
}
export const activityCapability = /* @__PURE__ */ defineCapability<Activity>('activity@1')
