import { useFresh, useKernel, useService } from '@portico/ui'
import { useCallback } from 'react'
import { portfolio } from '../refs.js'

const plugin = 'feature/balances'
/** Milliseconds between two questions while somebody looks: six a minute are the most that one account may cost, and a chain takes several for an answer. */
const period = 60_000

/** Keeps what the account has fresh, also by the minute, while somebody looks. */
export function useFreshBalances(key: string | undefined): void {
  const { refresh } = useService(portfolio)
  useFresh({ refresh, plugin, key, period })
}

/** Asks once more because a person wants to. */
export function useAskAgain(): () => void {
  const kernel = useKernel()
  const { refresh } = useService(portfolio)
  return useCallback(() => {
    refresh().catch(error => kernel.report(error, plugin))
  }, [kernel, refresh])
}
