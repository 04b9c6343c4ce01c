import type { Nft, NftFacts } from '@portico/kernel/contracts'
import { useKernel, useService, useSlice } from '@portico/ui'
import { useEffect, useState } from 'react'
import { nftGallery, outsideSlice } from '../refs.js'
import { insidePicture, isInside, isSpam } from '../rules.js'

const isAllowed = ({ allowed }: { readonly allowed: boolean }) => allowed
/** What somebody looks up for a thing, when it is there; anew when what may be asked for changes. */
function useFound<Thing, Found>(
  thing: Thing,
  isWanted: boolean,
  find: (thing: Thing) => Promise<Found>,
): { readonly value: Found; readonly allowed: boolean } | undefined {
  const kernel = useKernel()
  const allowed = useSlice(outsideSlice, isAllowed)
  const [found, keep] = useState<{ readonly thing: Thing; readonly value: Found; readonly allowed: boolean }>()
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

/** All that is known of it by now. Of what looks like spam nothing is fetched, whatever the person allowed. */
export function useFacts(nft: Nft): NftFacts {
  const { describe } = useService(nftGallery)
  return useFound(nft, nft.metadata !== undefined && !isSpam(nft), describe)?.value ?? nft
}
/** The source for an `img`; `missing` where it was wanted and may not be shown, or is not to be had. Undefined until that is known, and where nobody wants it. */
export function usePicture(image: string | undefined): string | 'missing' | undefined {
  const { picture } = useService(nftGallery)
  const isHere = image !== undefined && isInside(image)
  const found = useFound(image ?? '', image !== undefined && !isHere, picture)
  if (isHere) return insidePicture(image) ?? 'missing'
  return found && (found.value ?? (found.allowed ? 'missing' : undefined))
}
