export { SwapError, type SwapErrorCode } from './errors.js'
export { openRequests, readLog, unusedApprovals } from './execution/sent-swaps.js'
export type { SwapOptions } from './options.js'
export { swap } from './plugin.js'
export { formatTokenAmount } from './quoting/format-amount.js'
export { impactOf, percentDecimals, riskOf } from './quoting/risk.js'
export { type SwapFacts, type SwapTransaction, swapFacts } from './quoting/summary.js'
export { swapPreviewView, swapSelectTokenView, swapService, swapSlice, swapView } from './refs.js'
export { keyOf, priceOf, routesOf, shortage } from './select.js'
export type {
  Quoted,
  Risk,
  RouteOffer,
  RouteRefusal,
  SentSwap,
  Swap,
  SwapConfirmation,
  SwapParams,
  SwapPhase,
  SwapState,
  UnusedApproval,
} from './swap.js'
