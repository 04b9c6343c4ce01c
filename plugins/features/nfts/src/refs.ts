import { type ContextOf, defineService, defineSlice, defineView, type ServiceRef, type SliceRef, type ViewRef } from '@portico/kernel'
import { http, message, type Nft, toasts } from '@portico/kernel/contracts'
import type { NftGallery, NftsState } from './gallery.js'

export const nftsMessage = /* @__PURE__ */ message('nfts.nfts', 'NFTs')

export const nftGallery: ServiceRef<NftGallery> = /* @__PURE__ */ defineService<NftGallery>('nftGallery')
export const nftsSlice: SliceRef<NftsState> = /* @__PURE__ */ defineSlice<NftsState>({
  id: 'nfts',
  initial: () => ({ phase: 'asking', items: [], loading: false, showsHidden: false, isElsewhere: false }),
})
/** Whether hosts of strangers may be asked: the person's own word, kept until it is taken back. */
export const outsideSlice: SliceRef<{ readonly allowed: boolean }> = /* @__PURE__ */ defineSlice<{ readonly allowed: boolean }>({
  id: 'nftPictures',
  initial: () => ({ allowed: false }),
  persist: { version: 1, pick: ({ allowed }) => allowed, restore: saved => ({ allowed: saved === true }) },
})
/** All that is known of one. */
export const nftView: ViewRef<{ readonly nft: Nft }> = /* @__PURE__ */ defineView('Nft')

/** What this plugin may use and write. */
export const access = { needs: [http, toasts], owns: [nftsSlice, outsideSlice], provides: [nftGallery] } as const
export type NftsContext = ContextOf<typeof access>
