export { HistoryError } from './errors.js'
export type { History, HistoryState, SentState } from './history.js'
export { history } from './plugin.js'
export {
  activityNetworksView,
  historyService,
  historySlice,
  sentSlice,
  transactionView,
} from './refs.js'
export { groupByMonth, type Months } from './rules.js'
export { type Past, pastOf } from './select.js'
