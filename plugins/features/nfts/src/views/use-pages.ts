import { useFresh, useKernel, useService } from '@portico/ui'
import { useCallback } from 'react'
import { nftGallery } from '../refs.js'

const plugin = 'feature/nfts'

/** Keeps the first page fresh while somebody looks. Answers how to ask again, and for the next page. */
export function usePages(key: string | undefined): { readonly again: () => void; readonly more: () => void } {
  const kernel = useKernel()
  const { refresh, more } = useService(nftGallery)
  const again = useFresh({ refresh, plugin, key })
  return {
    again,
    more: useCallback(() => {
      more().catch(error => kernel.report(error, plugin))
    }, [kernel, more]),
  }
}
