import {
  transactionSentEvent,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import { useCallback, useEffect } from 'react'
import { useKernel } from './kernel-provider.js'

export interface RefreshOptions {
  readonly refresh: (signal?: AbortSignal) => Promise<unknown>
  /** The id of the plugin that failures are reported under. */
  readonly plugin: string
  /** A change, such as to another account, refreshes at once. */
  readonly key: string | undefined
  /** Milliseconds between two refreshes while the page is visible. Without it there is no timer. */
  readonly intervalMs?: number
}
/**
 * Refreshes on mount, when the page comes online or becomes visible, and when a transaction was
 * sent, settled or undone; never while the page is hidden. Returns a function that refreshes when
 * the person asks for it.
 */
export function useRefresh({ refresh, plugin, key, intervalMs }: RefreshOptions): () => void {
  const kernel = useKernel()
  const again = useCallback(
    (signal?: AbortSignal) => {
      // An unmounted component has no failure to report: its plugin may have been disposed while
      // the code of `refresh` was loading.
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
    const timer = intervalMs === undefined ? undefined : setInterval(ask, intervalMs)
    globalThis.addEventListener('online', ask, { signal })
    globalThis.document.addEventListener('visibilitychange', ask, { signal })
    const unsubscribers = [
      kernel.on(transactionSentEvent, ask),
      kernel.on(transactionSettledEvent, ask),
      kernel.on(transactionUndoneEvent, ask),
    ]
    return () => {
      clearInterval(timer)
      for (const unsubscribe of unsubscribers) unsubscribe()
      controller.abort()
    }
  }, [kernel, again, key, intervalMs])
  return useCallback(() => again(), [again])
}

export interface PageOptions extends Omit<RefreshOptions, 'intervalMs'> {
  /** Loads the next page. */
  readonly more: () => Promise<unknown>
}
/**
 * Refreshes the first page of a list as `useRefresh` does. Returns a function that refreshes and
 * one that loads the next page.
 */
export function usePages({ refresh, more, plugin, key }: PageOptions): {
  readonly again: () => void
  readonly more: () => void
} {
  const kernel = useKernel()
  const again = useRefresh({ refresh, plugin, key })
  return {
    again,
    more: useCallback(() => {
      more().catch(error => kernel.report(error, plugin))
    }, [kernel, more, plugin]),
  }
}
