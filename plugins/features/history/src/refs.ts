import {
  type ContextOf,
  defineService,
  defineSlice,
  defineView,
  type PlainView,
  type ServiceRef,
  type SliceRef,
  type ViewRef,
} from '@portico/kernel'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { shellService, toastsService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { outboxService } from '@portico/kernel/transactions'
import type { FilterState, History, HistoryState, SentState } from './history.js'

export const activityMessage = /* @__PURE__ */ message('history.activity', 'Activity')

export const historyService: ServiceRef<History> = /* @__PURE__ */ defineService<History>('history')
export const historySlice: SliceRef<HistoryState> = /* @__PURE__ */ defineSlice<HistoryState>({
  id: 'history',
  initial: () => ({ phase: 'loading', entries: [], missing: [], loading: false }),
})
export const sentSlice: SliceRef<SentState> = /* @__PURE__ */ defineSlice<SentState>({
  id: 'sentTransactions',
  initial: () => ({ list: [] }),
})
export const filterSlice: SliceRef<FilterState> = /* @__PURE__ */ defineSlice<FilterState>({
  id: 'historyFilter',
  initial: () => ({}),
})
/** The networks by which the activity is filtered. */
export const activityNetworksView: PlainView = /* @__PURE__ */ defineView('ActivityNetworks')
/** Shows the details of one transaction. */
export const transactionView: ViewRef<{ readonly entry: ActivityEntry }> =
  /* @__PURE__ */ defineView('Transaction')

/** What this plugin may use and write. */
export const access = {
  needs: [toastsService],
  wants: [shellService, outboxService],
  owns: [historySlice, sentSlice, filterSlice],
  provides: [historyService],
} as const
export type HistoryContext = ContextOf<typeof access>
