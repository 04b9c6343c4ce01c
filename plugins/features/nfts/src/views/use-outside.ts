import type { Nft, NftFacts } from '@portico/kernel/capabilities'
import { useKernel, useService, useSlice } from '@portico/ui'
import { useEffect, useState } from 'react'
import { outsideSlice } from '../persisted.js'
import { nftGalleryService } from '../refs.js'
import { insidePicture, isInside, isSpam } from '../rules.js'

const isAllowed = ({ allowed }: { readonly allowed: boolean }) => allowed
/** Looks something up for an item, and repeats that when the consent changes. */
function useFound<Thing, Found>(
  thing: Thing,
  isWanted: boolean,
  find: (thing: Thing) => Promise<Found>,
): { readonly value: Found; readonly allowed: boolean } | undefined {
  const kernel = useKernel()
  const allowed = useSlice(outsideSlice, isAllowed)
  const [found, keep] = useState<{
    readonly thing: Thing
    readonly value: Found
    readonly allowed: boolean
  }>()
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    find(thing)
      .then(value => isGone || keep({ thing, value, allowed }))
      .catch(error => kernel.report(error, 'feature/nfts'))
    return () => {
      isGone = true
    }
  }, [thing, isWanted, find, allowed, kernel])
  return isWanted && found?.thing === thing ? found : undefined
}

/**
 * Returns the facts of an item that are known so far. Nothing is fetched for spam, even with
 * consent.
 */
export function useFacts(nft: Nft): NftFacts {
  const { describe } = useService(nftGalleryService)
  return useFound(nft, nft.metadata !== undefined && !isSpam(nft), describe)?.value ?? nft
}
/**
 * Returns the source for an `img`; `missing` where it is unavailable or may not be shown.
 * Undefined until that is known, and without an image.
 */
export function usePicture(image: string | undefined): string | 'missing' | undefined {
  const { picture } = useService(nftGalleryService)
  const isHere = image !== undefined && isInside(image)
  const found = useFound(image ?? '', image !== undefined && !isHere, picture)
  if (isHere) return insidePicture(image) ?? 'missing'
  return found && (found.value ?? (found.allowed ? 'missing' : undefined))
}
