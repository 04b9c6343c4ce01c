import { useCallback } from 'react'
import { useKernel } from './kernel-provider.js'
import { type Freshness, useFresh } from './use-fresh.js'

export interface Pages extends Omit<Freshness, 'period'> {
  /** Asks for the next page. */
  readonly more: () => Promise<unknown>
}
/** Keeps the first page of a list fresh while somebody looks: see `useFresh`. Answers how to ask again, and for the next page. */
export function usePages({ refresh, more, plugin, key }: Pages): { readonly again: () => void; readonly more: () => void } {
  const kernel = useKernel()
  const again = useFresh({ refresh, plugin, key })
  return {
    again,
    more: useCallback(() => {
      more().catch(error => kernel.report(error, plugin))
    }, [kernel, more, plugin]),
  }
}
