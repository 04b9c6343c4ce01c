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

export const nftsMessage = /* @__PURE__ */ message('nfts.nfts', 'NFTs')

export const nftGalleryService: ServiceRef<NftGallery> =
  /* @__PURE__ */ defineService<NftGallery>('nftGallery')
export const nftsSlice: SliceRef<NftsState> = /* @__PURE__ */ defineSlice<NftsState>({
  id: 'nfts',
  initial: () => ({
    phase: 'asking',
    items: [],
    loading: false,
    showsHidden: false,
    isElsewhere: false,
  }),
})
/**
 * Whether third-party hosts may be requested: the person's choice, stored until it is taken back.
 *
 * @stores whether pictures of NFTs may be fetched from the hosts that they name
 * @reason not ask again
 * @kept until the person takes it back
 * @deletedBy "Disconnect and forget"
 */
export const outsideSlice: SliceRef<{ readonly allowed: boolean }> = /* @__PURE__ */ defineSlice<{
  readonly allowed: boolean
}>({
  id: 'nftPictures',
  initial: () => ({ allowed: false }),
  persist: {
    version: 1,
    pick: ({ allowed }) => allowed,
    restore: saved => ({ allowed: saved === true }),
  },
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
