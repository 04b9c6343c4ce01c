import { environmentSlice, walletRoutesSlot } from '@portico/kernel/wallet'
import { usePreload, useSlice, useSlot } from '@portico/ui'
import { useEffect } from 'react'

/**
 * Loads the views of the routes on a phone: a view that is there opens an app within the tap that
 * chose the wallet (decision 16).
 */
export function usePreloadedRoutes(): void {
  const { kind } = useSlice(environmentSlice)
  const routes = useSlot(walletRoutesSlot)
  const preload = usePreload()
  useEffect(() => {
    if (kind === 'mobile') for (const { view } of routes) preload(view)
  }, [kind, routes, preload])
}
