import { useKernel, useRefresh, useService } from '@portico/ui'
import { useCallback } from 'react'
import { portfolioService } from '../refs.js'

const plugin = 'feature/balances'
/**
 * Milliseconds between two polls while the page is visible.
 * An account may cost six requests a minute, and a chain needs several per answer.
 */
const intervalMs = 60_000

/** Refreshes the balances, and polls each minute while the page is visible. */
export function useFreshBalances(key: string | undefined): void {
  const { refresh } = useService(portfolioService)
  useRefresh({ refresh, plugin, key, intervalMs })
}

/** Returns a function that requests the balances again on the person's click. */
export function useAskAgain(): () => void {
  const kernel = useKernel()
  const { refresh } = useService(portfolioService)
  return useCallback(() => {
    refresh().catch(error => kernel.report(error, plugin))
  }, [kernel, refresh])
}
