import { useKernel, useRead, useRefresh, useService } from '@portico/ui'
import { useCallback } from 'react'
import { networksKey } from '../network-rows.js'
import { networkBalancesService, portfolioService } from '../refs.js'

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

/** Refreshes the balances on the other listed networks, when these change; without polling. */
export function useFreshNetworks(): void {
  const { refresh } = useService(networkBalancesService)
  useRefresh({ refresh, plugin, key: useRead(networksKey) })
}

/** Returns a function that requests the balances again on the person's click. */
export function useAskAgain(): () => void {
  const kernel = useKernel()
  const { refresh } = useService(portfolioService)
  return useCallback(() => {
    refresh().catch(error => kernel.report(error, plugin))
  }, [kernel, refresh])
}
