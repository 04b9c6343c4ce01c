import { shellService, showInPage } from '@portico/kernel/shell'
import {
  type OutboxEntry,
  outboxEntries,
  outboxService,
  outboxSlice,
} from '@portico/kernel/transactions'
import { useRead } from '@portico/ui/react'
import { useCallback, useEffect, useMemo } from 'react'
import { type AddTransactionOptions, addTransaction } from '../add-transaction.js'
import { usePortico } from './hooks.js'

/** `isReady`: storage was read. Until then the list is empty. */
export interface Transactions {
  readonly transactions: readonly OutboxEntry[]
  readonly isReady: boolean
  /** As `addTransaction`. */
  add(transaction: AddTransactionOptions): Promise<boolean>
}
/**
 * Every transaction that was submitted from this browser, newest first, with its status; of one
 * kind (`app`, `send`, `swap`), where it is given. Empty without the plugin `transactions()`. While
 * the hook is mounted, pending transactions are polled also while the modal is closed.
 */
export function useTransactions(kind?: string): Transactions {
  const { kernel } = usePortico()
  useEffect(() => {
    kernel
      .find(outboxService)
      ?.restore()
      .catch(error => kernel.report(error, 'sdk'))
    const shell = kernel.find(shellService)
    return shell && showInPage(shell)
  }, [kernel])
  const transactions = useRead(read => outboxEntries(read, kind))
  const add = useCallback(
    (transaction: AddTransactionOptions) => addTransaction(kernel, transaction),
    [kernel],
  )
  const isReady = useRead(read => read.state(outboxSlice).phase === 'ready')
  return useMemo(() => ({ transactions, isReady, add }), [transactions, isReady, add])
}
