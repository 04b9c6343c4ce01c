/** The faces of the NFTs: their service, their state, the host's options. */
import type { AssetId, Nft, NftFacts } from '@portico/kernel/contracts'

export interface NftsOptions {
  /** Collections that a chain is asked about where it cannot list by itself: `eip155:1/erc721:0x…`, `eip155:1/erc1155:0x…`. */
  readonly collections?: readonly AssetId[]
  /**
   * Who brings what has no host of its own, by the way of its gateway: `https://ipfs.example` is asked for `/ipfs/…`, `https://arweave.example` for `/…`.
   * Without one such a picture is not shown, because nobody else is entitled to choose who learns of it.
   */
  readonly gateways?: { readonly ipfs?: string; readonly arweave?: string }
}

export interface NftGallery {
  /** Asks for the newest page, unless it was asked for just now. Never rejects for what the network does: the slice says it. Its signal gives it up. */
  refresh(signal?: AbortSignal): Promise<void>
  /** Asks for the page after the last one. Nothing happens where there is none, or while one is on its way. */
  more(signal?: AbortSignal): Promise<void>
  /** What looks like spam is in the grid, or not. */
  showHidden(shown: boolean): Promise<void>
  /** Pictures and descriptions are fetched from the hosts that strangers named, or not. Remembered. */
  allowOutside(allowed: boolean): Promise<void>
  /** What is known of it. What stands elsewhere is fetched only when that is allowed; nothing more where it is not to be had, or makes no sense. */
  describe(nft: Nft): Promise<NftFacts>
  /** A `data:` image for an `img`; undefined where it may not be shown: not allowed, no picture by its own word and by its first bytes, too large, not to be had. */
  picture(source: string): Promise<string | undefined>
}
/** Written by the nfts plugin. */
export interface NftsState {
  /** `network:address` that the rest is about. */
  readonly subject?: string
  /** `none`: nobody can list what this account has here. */
  readonly phase: 'asking' | 'known' | 'unavailable' | 'none'
  /** All pages so far. */
  readonly items: readonly Nft[]
  /** Brings the following page. */
  readonly next?: string
  /** A page is on its way. */
  readonly loading: boolean
  readonly showsHidden: boolean
  /** Something of them stands on a host of somebody else's. */
  readonly isElsewhere: boolean
}
