import { transactionSent, transactionSettled, transactionUndone } from '@portico/kernel/contracts'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect } from 'react'
import { nftGallery } from '../refs.js'

/** Asks when the tab comes, when the page comes back to the network or to the eye, and when a transaction was sent or settled; never while nobody can see it. */
export function useFresh(key: string | undefined): { readonly again: () => void; readonly more: () => void } {
  const kernel = useKernel()
  const { refresh, more } = useService(nftGallery)
  const failed = useCallback((error: unknown) => kernel.report(error, 'feature/nfts'), [kernel])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another question.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const ask = () => {
      if (globalThis.document.visibilityState === 'visible') refresh(signal).catch(failed)
    }
    ask()
    globalThis.addEventListener('online', ask, { signal })
    globalThis.document.addEventListener('visibilitychange', ask, { signal })
    const forget = [transactionSent, transactionSettled, transactionUndone].map(event => kernel.on(event as typeof transactionSettled, ask))
    return () => {
      for (const one of forget) one()
      controller.abort()
    }
  }, [kernel, refresh, failed, key])
  return {
    again: useCallback(() => {
      refresh().catch(failed)
    }, [refresh, failed]),
    more: useCallback(() => {
      more().catch(failed)
    }, [more, failed]),
  }
}
