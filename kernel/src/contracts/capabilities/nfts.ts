import { defineCapability } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { AssetId, NetworkId } from '../chain/caip.js'

/**
 * What an account has that is one of its kind, page by page. Offered by every chain whose nodes can
 * tell, used by nfts.
 */
export interface Nfts {
  /**
   * Undefined: this chain cannot list by itself, and the host named no collection of it. Throws
   * what the node threw, a ChainError for an answer that makes no sense.
   */
  page(
    account: Account,
    network: NetworkId,
    ask: NftsQuery,
    signal: AbortSignal,
  ): Promise<NftPage | undefined>
}
export interface NftsQuery {
  /**
   * Those to look into where a chain cannot list by itself. CAIP-19 without a token:
   * `eip155:1/erc721:0x…`.
   */
  readonly collections: readonly AssetId[]
  /** What an earlier page gave as `next`. */
  readonly cursor?: string
}
export interface NftPage {
  readonly items: readonly Nft[]
  /** Asking with it brings the following page. Absent: this was the last. */
  readonly next?: string
}
/** What third parties say of it. Cleaned where it is shown; nothing of it is a link, or markup. */
export interface NftFacts {
  readonly name?: string
  readonly description?: string
  /**
   * Where its picture is, as it was written: `https:`, `ipfs:`, `ar:`, `data:`. A film's is its
   * poster.
   */
  readonly image?: string
  readonly traits?: readonly { readonly name: string; readonly value: string }[]
}
export interface Nft extends NftFacts {
  /**
   * CAIP-19, the token in it: `eip155:1/erc721:0x…/7`, `solana:…/nft:…`, `bip122:…/ordinals:…i0`,
   * `polkadot:…/nfts:3/7`.
   */
  readonly asset: AssetId
  readonly network: NetworkId
  /** `erc721`, `erc1155`, `metaplex`, `token-2022`, `compressed`, `inscription`, `nfts`, … */
  readonly standard: string
  /** As the chain writes it. */
  readonly tokenId: string
  /** How many of it; more than one where a standard has editions. */
  readonly amount: bigint
  readonly collection?: string
  /** The contract, or the mint: what an explorer knows. */
  readonly address?: string
  /** Where the facts are, when they are not here yet: a document by the standard of its chain. */
  readonly metadata?: string
  /** A service that detects spam says that the owner did not ask for it. */
  readonly isSpam?: boolean
}
export const nftsCapability = /* @__PURE__ */ defineCapability<Nfts>('nfts@1')
