import type { Kernel } from '@portico/kernel'
import { transactionSent, transactionSettled, transactionUndone } from '@portico/kernel/contracts'
import { useKernel, useService } from '@portico/ui'
import { useCallback, useEffect } from 'react'
import { portfolio } from '../refs.js'

/** Milliseconds between two questions while somebody looks: six a minute are the most that one account may cost, and a chain takes several for an answer. */
const period = 60_000

const isSeen = () => globalThis.document.visibilityState === 'visible'
const failed = (kernel: Kernel) => (error: unknown) => kernel.report(error, 'feature/balances')

/** Asks when the account comes, when the page comes back to the network or to the eye, after a transaction, and each minute; never while nobody can see it. */
export function useFresh(key: string | undefined): void {
  const kernel = useKernel()
  const { refresh } = useService(portfolio)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another question.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const ask = () => {
      if (isSeen()) refresh(signal).catch(failed(kernel))
    }
    ask()
    const timer = setInterval(ask, period)
    globalThis.addEventListener('online', ask, { signal })
    globalThis.document.addEventListener('visibilitychange', ask, { signal })
    const forget = [kernel.on(transactionSent, ask), kernel.on(transactionSettled, ask), kernel.on(transactionUndone, ask)]
    return () => {
      clearInterval(timer)
      for (const one of forget) one()
      controller.abort()
    }
  }, [kernel, refresh, key])
}

/** Asks once more because a person wants to. */
export function useAskAgain(): () => void {
  const kernel = useKernel()
  const { refresh } = useService(portfolio)
  return useCallback(() => {
    refresh().catch(failed(kernel))
  }, [kernel, refresh])
}
