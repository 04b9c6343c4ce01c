/** The websocket subscriptions of the ledger's clients. */
import type { WebSocket } from 'ws'
import type { Bank, LedgerRecord } from './bank.js'
import { accountJson } from './methods.js'
import { LedgerRefusal } from './refusal.js'
import { readAddress } from './transaction.js'

type Subscription = (
  record: LedgerRecord,
) => { readonly method: string; readonly value: unknown; readonly isLast?: boolean } | undefined

/**
 * The subscriptions of one client, by the methods that begin and end them. Undefined: the method is
 * none of these.
 */
export function createSubscriptions(bank: Bank, socket: Pick<WebSocket, 'send' | 'readyState'>) {
  const open = new Map<number, () => void>()
  const last = { id: 0 }

  const notify = (subscription: number, method: string, result: unknown) => {
    if (socket.readyState === 1)
      socket.send(JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription } }))
  }
  const withContext = (value: unknown) => ({ context: { slot: bank.slot() }, value })
  const follow = (subscription: Subscription): number => {
    const id = ++last.id
    const listener = (record: LedgerRecord) => {
      const news = subscription(record)
      if (news) notify(id, news.method, withContext(news.value))
      if (news?.isLast) end(id)
    }
    open.set(id, bank.watch(listener))
    return id
  }
  const end = (id: number): boolean => {
    const stop = open.get(id)
    stop?.()
    return open.delete(id)
  }

  const begin: Readonly<Record<string, (params: readonly unknown[]) => number>> = {
    signatureSubscribe([signature]) {
      const outcomeOf = ({ error }: LedgerRecord) => ({
        method: 'signatureNotification',
        value: { err: error },
        isLast: true,
      })
      const id = follow(record =>
        record.transaction.signature === signature ? outcomeOf(record) : undefined,
      )
      const known = bank.recordOf(String(signature))
      if (known)
        setTimeout(() => {
          if (end(id)) notify(id, 'signatureNotification', withContext(outcomeOf(known).value))
        })
      return id
    },
    accountSubscribe([address, config]) {
      const wanted = readAddress(address)
      const { encoding } = (config ?? {}) as { readonly encoding?: string }
      return follow(({ transaction }) => {
        if (!transaction.accounts.includes(wanted)) return undefined
        const account = bank.account(wanted)
        return {
          method: 'accountNotification',
          value: account ? accountJson(bank, account, encoding) : null,
        }
      })
    },
    logsSubscribe: () =>
      follow(({ transaction, error, logs }) => ({
        method: 'logsNotification',
        value: { signature: transaction.signature, err: error, logs },
      })),
    slotSubscribe() {
      const id = ++last.id
      const timer = setInterval(() => {
        const slot = bank.slot()
        notify(id, 'slotNotification', { slot, parent: slot - 1, root: slot - 32 })
      }, 400)
      open.set(id, () => clearInterval(timer))
      return id
    },
  }

  return {
    /** @throws LedgerRefusal -32601, -32602 */
    call(method: string, params: readonly unknown[]): unknown {
      if (Object.hasOwn(begin, method)) return begin[method]?.(params)
      if (/^\w+Unsubscribe$/.test(method)) return end(Number(params[0]))
      throw new LedgerRefusal(-32601, `Method not found: ${method}`)
    },
    stop() {
      for (const id of [...open.keys()]) end(id)
    },
  }
}
