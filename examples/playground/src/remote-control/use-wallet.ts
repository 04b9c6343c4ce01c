import type { MockWallet } from '@portico/mock-wallets'
import { useEffect, useReducer } from 'react'

/** Renders again after each change of what a wallet shows. */
export function useWallet(wallet: MockWallet): () => void {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => wallet.subscribe(refresh), [wallet])
  return refresh
}
