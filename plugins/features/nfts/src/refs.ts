import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type ServiceRef,
  type SliceRef,
  type ViewRef,
} from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import type { Nft } from '@portico/kernel/capabilities'
import { toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import type { NftGallery, NftsState } from './gallery.js'
import { outsideSlice } from './persisted.js'

export const nftsMessage = /* @__PURE__ */ message('nfts.nfts', 'NFTs')

export const nftGalleryService: ServiceRef<NftGallery> =
  /* @__PURE__ */ defineService<NftGallery>('nftGallery')
export const nftsSlice: SliceRef<NftsState> = /* @__PURE__ */ defineSlice<NftsState>({
  id: 'nfts',
  initial: () => ({
    phase: 'loading',
    items: [],
    loading: false,
    showsHidden: false,
    hasThirdPartyContent: false,
  }),
})

/** Shows all facts of one NFT. */
export const nftView: ViewRef<{ readonly nft: Nft }> = /* @__PURE__ */ defineView('Nft')

/** The services and slices that this plugin uses, owns and provides. */
export const access = {
  needs: [httpService, toastsService],
  owns: [nftsSlice, outsideSlice],
  provides: [nftGalleryService],
} as const
export type NftsContext = ContextOf<typeof access>
