export { BalancesError, type BalancesErrorCode } from './errors.js'
export type {
  NetworkAnswer,
  NetworkBalances,
  NetworkBalancesState,
  NetworkPlace,
  NetworkRow,
  NetworkSummary,
  WalletTotal,
} from './network-balances.js'
export { networkRows, walletTotal } from './network-rows.js'
export type { BalancesOptions, ListedToken, TokenList } from './options.js'
export { balances } from './plugin.js'
export type { KnownPortfolio, Portfolio, PortfolioState } from './portfolio.js'
export {
  currencyView,
  importTokenView,
  networkBalancesService,
  networkBalancesSlice,
  networkBalancesView,
  portfolioService,
  portfolioSlice,
  tokenView,
} from './refs.js'
export type { TokenBalance } from './rules.js'
export { nativeCoin, portfolioOf, tokenBalance } from './select.js'
