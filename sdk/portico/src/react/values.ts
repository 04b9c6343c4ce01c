/** Hooks over values of the active account: chain id, balance, tokens, a transaction, events. */
import type { EventRef } from '@portico/kernel'
import type { Holding } from '@portico/kernel/backend'
import type { Balance } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { activeNetwork, balancesChangedEvents } from '@portico/kernel/session'
import { isEntryOf, type OutboxEntry, outboxEntries } from '@portico/kernel/transactions'
import { type PortfolioState, portfolioService, portfolioSlice } from '@portico/plugin-balances'
import { useRead, useService } from '@portico/ui/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type BalanceOptions, balanceSubject, getBalance } from '../actions/balance.js'
import { createQuery } from '../actions/query.js'
import { SdkError } from '../errors.js'
import { usePortico } from './hooks.js'
import { useTransactions } from './transactions.js'
import { keyOf, type QueryResult, useQuery } from './use-query.js'

/** The chain id of the active EVM network. Undefined without the plugin `eip155()`. */
export function useChainId(): number | undefined {
  return useRead(read => {
    const network = activeNetwork(read, 'eip155')
    return network === undefined ? undefined : Number(network.slice(network.indexOf(':') + 1))
  })
}

/**
 * The balance of the native coin: `amount` in base units, and the token with its decimals.
 * Requested again after a transaction of this page. `idle` without an account.
 */
export function useBalance(options: BalanceOptions = {}): QueryResult<Balance> {
  return useQuery(keyOf(options), portico =>
    createQuery(
      portico,
      read => balanceSubject(read, options),
      (subject, signal) => getBalance(portico, { ...subject, signal }),
      balancesChangedEvents,
    ),
  )
}

const tokenStatus = {
  loading: 'pending',
  known: 'success',
  unavailable: 'error',
  none: 'idle',
} as const
const unavailable = /* @__PURE__ */ new SdkError(
  'TOKENS_UNAVAILABLE',
  'No source answered for the tokens of the account. Call `refetch` later.',
)
/**
 * The tokens of the active account with amount and value, the native coin first. Needs the plugin
 * `balances()`; throws a KernelError `SERVICE_UNKNOWN` without it.
 */
export function useTokens(): Pick<
  QueryResult<readonly Holding[]>,
  'status' | 'data' | 'error' | 'refetch'
> {
  const { kernel } = usePortico()
  const service = useService(portfolioService)
  const { phase, known, subject }: PortfolioState = useRead(read => read.state(portfolioSlice))
  const account = useRead(read => balanceSubject(read, {})?.account.address)
  const refetch = useCallback(() => service.refresh(), [service])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other tokens.
  useEffect(() => {
    const controller = new AbortController()
    service.refresh(controller.signal).catch(error => kernel.report(error, 'sdk'))
    return () => controller.abort()
  }, [service, kernel, account])
  return useMemo(() => {
    const isOwn = account !== undefined && subject?.endsWith(`:${account}`)
    const status = account === undefined ? 'idle' : isOwn ? tokenStatus[phase] : 'pending'
    const data = isOwn ? known?.holdings : undefined
    const error = status === 'error' ? unavailable : undefined
    return { status, data, error, refetch }
  }, [phase, known, subject, account, refetch])
}

/** A transaction that was submitted from this browser, by its hash, with its status. */
export function useTransaction(which: {
  readonly hash: string
  readonly network: NetworkId
}): OutboxEntry | undefined {
  useTransactions()
  return useRead(read => outboxEntries(read).find(entry => isEntryOf(entry, which)), Object.is)
}

/** Calls a function when an event fires, while the component is mounted. */
export function useEvents<Payload>(
  events: EventRef<Payload> | readonly EventRef<Payload>[],
  handler: (payload: Payload) => void,
): void {
  const { kernel } = usePortico()
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  const list = [events].flat() as readonly EventRef<Payload>[]
  const ids = list.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` stands for the events.
  useEffect(() => {
    const stops = list.map(event => kernel.on(event, payload => latest.current(payload)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [kernel, ids])
}
