/** The public interface of the NFTs: service, state, and the host's options. */
import type { Nft, NftFacts } from '@portico/kernel/capabilities'
import type { AssetId } from '@portico/kernel/chain'

export interface NftsOptions {
  /**
   * Collections to query where a chain cannot list NFTs by itself: `eip155:1/erc721:0x…`,
   * `eip155:1/erc1155:0x…`.
   */
  readonly collections?: readonly AssetId[]
  /**
   * Gateways for content without a host: `https://ipfs.example` is requested for `/ipfs/…`,
   * `https://arweave.example` for `/…`. Without a gateway such a picture is not shown, because you
   * decide which host learns about the request.
   */
  readonly gateways?: { readonly ipfs?: string; readonly arweave?: string }
}

export interface NftGallery {
  /**
   * Requests the newest page, unless it was requested just now.
   * A network failure does not reject; the slice has the phase. `signal` cancels.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /**
   * Requests the page after the last one. Does nothing where there is none, or while one is in
   * flight.
   */
  more(signal?: AbortSignal): Promise<void>
  /** Shows or hides what looks like spam. */
  showHidden(shown: boolean): Promise<void>
  /**
   * Allows or forbids requests to third-party hosts for pictures and descriptions. The choice is
   * stored.
   */
  allowOutside(allowed: boolean): Promise<void>
  /**
   * Resolves with the facts of an item.
   * External facts are fetched only when that is allowed, and are left out when they are
   * unavailable or invalid.
   */
  describe(nft: Nft): Promise<NftFacts>
  /**
   * Returns a `data:` image for an `img`.
   * Undefined where it may not be shown: not allowed, no picture by its type and first bytes, too
   * large, or unavailable.
   */
  picture(source: string): Promise<string | undefined>
}
/** Written by the nfts plugin. */
export interface NftsState {
  /** `network:address` of the account that the state belongs to. */
  readonly subject?: string
  /** `none`: no handler can list the NFTs of this account here. */
  readonly phase: 'loading' | 'known' | 'unavailable' | 'none'
  /** The items of all pages so far. */
  readonly items: readonly Nft[]
  /** The cursor of the next page. */
  readonly next?: string
  /** True while a page is in flight. */
  readonly loading: boolean
  readonly showsHidden: boolean
  /** True when an item has content on a third-party host. */
  readonly hasThirdPartyContent: boolean
}
