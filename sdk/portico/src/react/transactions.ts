import type { Account } from '@portico/kernel/account'
import type { Draft, NetworkId } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import {
  appKind,
  type OutboxEntry,
  outboxEntries,
  outboxService,
  outboxSlice,
  type StoredData,
} from '@portico/kernel/transactions'
import { useRead } from '@portico/ui/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type AddTransactionOptions, addTransaction } from '../add-transaction.js'
import { SdkError } from '../errors.js'
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
 * kind (`app`, `send`, `swap`), where it is given. Empty without the plugin `transactions()`.
 */
export function useTransactions(kind?: string): Transactions {
  const { kernel } = usePortico()
  useEffect(() => {
    kernel
      .find(outboxService)
      ?.restore()
      .catch(error => kernel.report(error, 'sdk'))
  }, [kernel])
  const transactions = useRead(read => outboxEntries(read, kind))
  const add = useCallback(
    (transaction: AddTransactionOptions) => addTransaction(kernel, transaction),
    [kernel],
  )
  const isReady = useRead(read => read.state(outboxSlice).phase === 'ready')
  return useMemo(() => ({ transactions, isReady, add }), [transactions, isReady, add])
}

export interface SendTransactionOptions {
  /**
   * In the words of its chain: `eip155Transaction.draft('eip155:1', { to, value })`. Several are
   * one request that the wallet carries out as a whole (EIP-5792).
   */
  readonly draft: Draft | readonly Draft[]
  /** The sender. Default: the active account of the draft's namespace. */
  readonly account?: Account
  /** What kind of transaction it is, for `useTransactions(kind)`. Default `app`. */
  readonly kind?: string
  /** Plain data that is stored with the transaction: at most 2,000 characters as JSON. */
  readonly data?: StoredData
  /**
   * Sends although an earlier transaction of this kind may have been sent. Ask the person first.
   */
  readonly beside?: boolean
}
export interface SentByHook {
  readonly hash: string
  readonly network: NetworkId
}
export type SendTransactionState =
  | { readonly status: 'idle'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'pending'; readonly data: undefined; readonly error: undefined }
  | { readonly status: 'success'; readonly data: SentByHook; readonly error: undefined }
  | { readonly status: 'error'; readonly data: undefined; readonly error: unknown }
export type SendTransaction = SendTransactionState & {
  /**
   * Asks the wallet once. Resolves when the transaction is stored and followed: `useTransactions`
   * says what becomes of it, also after a reload.
   *
   * Rejects with what the wallet threw where nothing was sent, and with an SdkError:
   * `TRANSACTION_OPEN` (it may have been sent; the account is watched), `TRANSACTION_GUARDED` (an
   * earlier one of this kind may have been sent, and the wallet was not asked), `NO_ACCOUNT`, or
   * `NO_TRANSACTIONS` without the plugin `transactions()`.
   */
  sendTransaction(options: SendTransactionOptions): Promise<SentByHook>
  /**
   * Back to `idle`. An answer that is still on its way changes nothing here; its transaction is
   * stored all the same.
   */
  reset(): void
}
const idle: SendTransactionState = { status: 'idle', data: undefined, error: undefined }

/**
 * Sends transactions of the host: the wallet is asked once, and the transaction is stored and
 * followed. Needs the plugin `transactions()`.
 */
export function useSendTransaction(): SendTransaction {
  const { kernel } = usePortico()
  const [state, setState] = useState(idle)
  const newest = useRef<object>(undefined)
  const reset = useCallback(() => {
    newest.current = undefined
    setState(idle)
  }, [])
  useEffect(
    () => () => {
      newest.current = undefined
    },
    [],
  )
  const sendTransaction = useCallback(
    async ({
      draft,
      account: given,
      kind = appKind,
      data = null,
      beside,
    }: SendTransactionOptions) => {
      const run = {}
      newest.current = run
      const show = (next: SendTransactionState) => {
        if (newest.current === run) setState(next)
      }
      show({ status: 'pending', data: undefined, error: undefined })
      try {
        const outbox = kernel.find(outboxService)
        if (!outbox)
          throw new SdkError(
            'NO_TRANSACTIONS',
            'No plugin sends transactions. Add `transactions()` of @portico/plugin-transactions to the plugins.',
          )
        const network = [draft].flat()[0]?.network
        const account =
          given ?? (network && activeAccount(kernel, network.slice(0, network.indexOf(':'))))
        if (!network || !account)
          throw new SdkError(
            'NO_ACCOUNT',
            `No account is connected that could send on ${network ?? 'an unnamed network'}. Connect a wallet first.`,
          )
        const submitted = await outbox.submit({
          kind,
          data,
          account,
          draft,
          ...(beside !== undefined && { beside }),
        })
        const { status } = submitted
        if (status === 'open')
          throw new SdkError(
            'TRANSACTION_OPEN',
            'The wallet may have sent the transaction. Do not send it again before you know.',
            submitted.error,
          )
        if (status === 'guarded')
          throw new SdkError(
            'TRANSACTION_GUARDED',
            `An earlier transaction of the kind "${kind}" may have been sent. Ask the person, then pass \`beside: true\`.`,
          )
        if (status === 'dropped')
          throw new DOMException(
            'The page stopped waiting before the wallet was asked.',
            'AbortError',
          )
        if (status !== 'sent') throw submitted.error
        const sent = { hash: submitted.hash, network }
        show({ status: 'success', data: sent, error: undefined })
        return sent
      } catch (error) {
        show({ status: 'error', data: undefined, error })
        throw error
      }
    },
    [kernel],
  )
  return useMemo(() => ({ ...state, sendTransaction, reset }), [state, sendTransaction, reset])
}
