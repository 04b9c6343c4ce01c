/** The answers of the backend as JSON, which the API plugin reads. */

export interface WireTransaction {
  readonly id: string
  readonly metadata: {
    readonly operationType: string
    readonly hash: string
    /** ISO 8601 */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly nonce: number
    readonly application: null
    readonly chain: string
  }
  readonly transfers: readonly WireTransfer[]
}
export interface WireTransfer {
  readonly fungible_info: {
    readonly name: string
    readonly symbol: string
    readonly icon: { readonly url: string } | null
    /** CAIP-10; the native coin has the address `native`. Other services do not say it. */
    readonly address?: string
  } | null
  readonly nft_info: {
    readonly name: string | null
    readonly content: null
    readonly flags: { readonly is_spam: boolean }
  } | null
  readonly direction: 'in' | 'out' | 'self'
  readonly quantity: { readonly numeric: string }
  /** null: past prices have a route of their own. */
  readonly value: number | null
  readonly price: number | null
}
export interface WireHistory {
  readonly data: readonly WireTransaction[]
  readonly next: string | null
}
/**
 * An item of an account. Only this backend has its route; the interface that it shares with other
 * services has none.
 */
export interface WireNft {
  /** CAIP-19 */
  readonly id: string
  readonly chainId: string
  readonly standard: 'erc721' | 'erc1155'
  readonly contract: string
  readonly tokenId: string
  readonly amount: string
  readonly name: string | null
  readonly description: string | null
  readonly collection: { readonly name: string | null; readonly symbol: string | null }
  readonly image: string | null
  readonly animation: string | null
  readonly externalUrl: string | null
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly metadata: 'known' | 'missing' | 'unreachable'
  readonly isSpam: boolean
}
export interface WireBalance {
  readonly name: string
  readonly symbol: string
  readonly chainId: string
  /** CAIP-10; absent for the native coin. */
  readonly address?: string
  /** Absent where no price is known. */
  readonly value?: number
  readonly price?: number
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}
