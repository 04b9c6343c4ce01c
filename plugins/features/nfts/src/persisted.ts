/** What this plugin stores between page loads. */
import { defineSlice, type SliceRef } from '@portico/kernel'

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
