import { transactionSent, transactionSettled, transactionUndone } from '@portico/kernel/contracts'
import { useCallback, useEffect } from 'react'
import { useKernel } from './kernel-provider.js'

export interface Freshness {
  readonly refresh: (signal?: AbortSignal) => Promise<unknown>
  /** The id of the plugin that failures are reported under. */
  readonly plugin: string
  /** Another key is another question, such as that of another account. */
  readonly key: string | undefined
  /** Milliseconds between two questions while somebody looks. Absent: time alone is no reason. */
  readonly period?: number
}
/**
 * Asks when the part that calls it comes, when the page comes back to the network or to the eye, and when a transaction was sent, settled or undone; never while
 * nobody can see it. Answers how to ask once more, because a person wants to.
 */
export function useFresh({ refresh, plugin, key, period }: Freshness): () => void {
  const kernel = useKernel()
  const again = useCallback(
    (signal?: AbortSignal) => {
      // An unmounted component has no failure to report: its plugin may have been disposed while the code of `refresh` was loading.
      refresh(signal).catch(error => signal?.aborted || kernel.report(error, plugin))
    },
    [kernel, refresh, plugin],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `key`.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const ask = () => {
      if (globalThis.document.visibilityState === 'visible') again(signal)
    }
    ask()
    const timer = period === undefined ? undefined : setInterval(ask, period)
    globalThis.addEventListener('online', ask, { signal })
    globalThis.document.addEventListener('visibilitychange', ask, { signal })
    const forget = [kernel.on(transactionSent, ask), kernel.on(transactionSettled, ask), kernel.on(transactionUndone, ask)]
    return () => {
      clearInterval(timer)
      for (const one of forget) one()
      controller.abort()
    }
  }, [kernel, again, key, period])
  return useCallback(() => again(), [again])
}
