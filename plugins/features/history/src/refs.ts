import { type ContextOf, defineService, defineSlice, defineView, type ServiceRef, type SliceRef, type ViewRef } from '@portico/kernel'
import { type ActivityEntry, message, shell, toasts } from '@portico/kernel/contracts'
import type { History, HistoryState, SentState } from './history.js'

export const activityMessage = /* @__PURE__ */ message('history.activity', 'Activity')

export const history: ServiceRef<History> = /* @__PURE__ */ defineService<History>('history')
export const historySlice: SliceRef<HistoryState> = /* @__PURE__ */ defineSlice<HistoryState>({
  id: 'history',
  initial: () => ({ phase: 'asking', entries: [], loading: false }),
})
export const sentSlice: SliceRef<SentState> = /* @__PURE__ */ defineSlice<SentState>({ id: 'sentTransactions', initial: () => ({ list: [] }) })
/** All that is known of one transaction. */
export const transactionView: ViewRef<{ readonly entry: ActivityEntry }> = /* @__PURE__ */ defineView('Transaction')

/** What this plugin may use and write. */
export const access = { needs: [toasts], wants: [shell], owns: [historySlice, sentSlice], provides: [history] } as const
export type HistoryContext = ContextOf<typeof access>
